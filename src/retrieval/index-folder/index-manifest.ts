import { z } from "zod";
import { LANGUAGES } from "../../language/language.js";
import { vectorHeaderSchema } from "../hnsw/store-folder.js";
import type { FolderKind } from "../sealed-folder/seal.js";

/** How an index finds passages: by words (BM25), by vectors, or by both, fused by rank. */
export const RETRIEVER_KINDS = ["lexical", "vector", "hybrid"] as const;

/** `lexical`, `vector` or `hybrid`. */
export type RetrieverKind = (typeof RETRIEVER_KINDS)[number];

/** What a folder must be to be an index of this version. */
export const INDEX_KIND: FolderKind = { kind: "dynakrag-index", format: 1 };

const chunkingSchema = z.object({
  /** Characters of a passage at most. */
  size: z.int().min(1),
  /** Characters that neighbouring passages share. */
  overlap: z.int().min(0),
});

/** How the documents were cut into passages. */
export type Chunking = z.infer<typeof chunkingSchema>;

/** What `manifest.json` of an index says beside kind, format and files. */
export const indexManifestSchema = z.object({
  createdBy: z.string().max(200),
  retriever: z.enum(RETRIEVER_KINDS),
  language: z.enum(LANGUAGES),
  /** Passages. */
  count: vectorHeaderSchema.shape.count,
  /** SHA-256 of the passages. */
  contentHash: z.string(),
  chunking: chunkingSchema.nullable(),
  embeddings: vectorHeaderSchema
    .omit({ count: true })
    .extend({ spec: z.string().max(240) })
    .nullable(),
});

/** What an index folder says of itself. */
export type IndexManifest = z.infer<typeof indexManifestSchema>;
