import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { LANGUAGES } from "../../language/language.js";
import type { Language } from "../../language/language.js";
import { openSealedFolder } from "../sealed-folder/open-sealed-folder.js";
import { damaged } from "../sealed-folder/seal.js";
import type { FolderKind } from "../sealed-folder/seal.js";
import { writeSealedFolder } from "../sealed-folder/write-sealed-folder.js";
import { PassageVectors } from "./passage-vectors.js";
import { METRICS, wrongDimension } from "./vector-table.js";
import type { Metric } from "./vector-table.js";

/** What a store must have been built with, and how it is searched. */
export interface HnswLoadOptions {
  model?: string;
  metric?: Metric;
  dimension?: number;
  /** As when it was built; default 10,000. */
  exactBelow?: number;
}

/** What a store consists of. */
export interface HnswStoreContent {
  /** Names the embedding model; null where it is not known. */
  model: string | null;
  language: Language;
  content: PassageVectors;
}

const KIND: FolderKind = { kind: "dynakrag-hnsw", format: 1 };

/** The part of a manifest that describes vectors. */
export const vectorHeaderSchema = z.object({
  metric: z.enum(METRICS),
  dimension: z.int().min(1).max(65_536),
  count: z
    .int()
    .min(0)
    .max(2 ** 28),
  m: z.int().min(2).max(100),
  efConstruction: z.int().min(2).max(10_000),
});
const manifestSchema = vectorHeaderSchema.extend({
  model: z.string().nullable(),
  language: z.enum(LANGUAGES),
});

/** Writes a store; see `HnswStore.save`. */
export async function saveStore(path: string, store: HnswStoreContent): Promise<void> {
  const { model, language, content } = store;
  await writeSealedFolder(path, KIND, async (folder) => ({
    model,
    language,
    ...(await content.write(folder)),
  }));
}

/** Reads a store; see `HnswStore.load`. */
export async function loadStore(
  path: string,
  embeddings: EmbeddingsInterface,
  options: HnswLoadOptions,
): Promise<HnswStoreContent> {
  const folder = await openSealedFolder(path, KIND);
  const manifest = manifestSchema.safeParse(folder.manifest);
  if (!manifest.success) throw damaged("its manifest is not valid");
  const { model, language, ...header } = manifest.data;
  const dimension = options.dimension ?? dimensionOf(embeddings);
  if (dimension !== undefined && dimension !== header.dimension) {
    throw wrongDimension(header.dimension, dimension);
  }
  checkSame("metric", header.metric, options.metric ?? header.metric);
  if (model !== null) {
    checkSame("embedding model", model, options.model ?? modelOf(embeddings) ?? model);
  }
  const content = await PassageVectors.read(folder, header, options);
  return { model, language, content };
}

/** How an embedding class of LangChain names its model; null where it does not. */
export function modelOf(embeddings: EmbeddingsInterface): string | null {
  const model: unknown = Reflect.get(embeddings, "model");
  return typeof model === "string" && model !== "" ? model : null;
}

function dimensionOf(embeddings: EmbeddingsInterface): number | undefined {
  const dimension: unknown = Reflect.get(embeddings, "dimensions");
  return typeof dimension === "number" ? dimension : undefined;
}

/**
 * Compares what an index was built with and what it is opened with.
 *
 * @throws DynaKragError `INDEX_MISMATCH` that names both.
 */
export function checkSame(what: string, built: string, opened: string): void {
  if (built === opened) return;
  throw new DynaKragError({
    code: "INDEX_MISMATCH",
    message: `The index was built with the ${what} ${built} and is opened with ${opened}.`,
    remedy: `Open it with the ${what} ${built}, or build it again.`,
    details: { built, opened },
  });
}
