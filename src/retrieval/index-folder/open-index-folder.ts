import type { Environment } from "../../environment.js";
import { DynaKragError } from "../../errors.js";
import type { Language } from "../../language/language.js";
import { titleGazetteer } from "../entities.js";
import type { EvidenceRetriever } from "../evidence-retriever.js";
import { vectorRetriever } from "../hnsw/hnsw-retriever.js";
import { PassageVectors } from "../hnsw/passage-vectors.js";
import { checkSame } from "../hnsw/store-folder.js";
import { hybridRetriever } from "../hybrid.js";
import { LexicalIndex } from "../lexical/lexical-index.js";
import { titlesOf } from "../passage-identity.js";
import { openSealedFolder } from "../sealed-folder/open-sealed-folder.js";
import type { SealedFolder } from "../sealed-folder/open-sealed-folder.js";
import { damaged } from "../sealed-folder/seal.js";
import { embeddingsFromSpec } from "./embeddings-from-spec.js";
import type { EmbeddingsSource } from "./embeddings-from-spec.js";
import { INDEX_KIND, indexManifestSchema } from "./index-manifest.js";
import type { IndexManifest } from "./index-manifest.js";

/** Options of {@link openIndexFolder}. */
export interface OpenIndexOptions {
  /**
   * The embedding model of a `vector` or `hybrid` index, under the name it was built with. Default:
   * made from that name and `env`.
   */
  embeddings?: EmbeddingsSource;
  /** The language the index must have. Default: whichever it has. */
  language?: Language;
  /** Where keys and addresses are read from. Default: `process.env`. */
  env?: Environment;
}

/** An index that was opened. */
export interface OpenedIndex {
  retriever: EvidenceRetriever;
  manifest: IndexManifest;
}

/**
 * Opens a folder that `saveIndexFolder` wrote. Everything is checked by size and hash first; no model
 * is called and no network touched.
 *
 * The hashes find damage, not malice: whoever can write the folder can change what it says. Open
 * folders that you trust.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, `INDEX_DAMAGED`, `EMPTY_INDEX`, `UNSAFE_PATH`;
 *   `INDEX_MISMATCH` for another format, language or embedding model; `INVALID_SETTINGS` when it was
 *   built with an embedding model of your own that is not given; `MISSING_KEY`, `MISSING_PACKAGE`.
 *   A model of another dimension is found by the first search: `INDEX_MISMATCH`.
 *
 * @example
 * ```ts
 * import { createDynaKrag, openIndexFolder } from "dynakrag";
 *
 * const { retriever, manifest } = await openIndexFolder("my-index");
 * console.log(manifest.count, manifest.language);
 * const graph = createDynaKrag({ retriever }).compile();
 * ```
 */
export async function openIndexFolder(
  path: string,
  options: OpenIndexOptions = {},
): Promise<OpenedIndex> {
  const folder = await openSealedFolder(path, INDEX_KIND);
  const parsed = indexManifestSchema.safeParse(folder.manifest);
  if (!parsed.success) throw damaged("its manifest is not valid");
  const manifest = parsed.data;
  if (manifest.count === 0) {
    throw new DynaKragError({
      code: "EMPTY_INDEX",
      message: "The index holds no passage.",
      remedy: "Build it again from documents with text.",
    });
  }
  checkSame("language", manifest.language, options.language ?? manifest.language);
  return { retriever: await retrieverOf(folder, manifest, options), manifest };
}

async function retrieverOf(
  folder: SealedFolder,
  manifest: IndexManifest,
  options: OpenIndexOptions,
): Promise<EvidenceRetriever> {
  const lexical = manifest.retriever === "vector" ? undefined : lexicalIndex(folder, manifest);
  if (manifest.retriever === "lexical" && lexical) return lexical;
  const vectors = await vectorIndex(folder, manifest, options, lexical);
  return lexical ? hybridRetriever([lexical, vectors]) : vectors;
}

function lexicalIndex({ files }: SealedFolder, { language, count }: IndexManifest): LexicalIndex {
  const index = LexicalIndex.fromFiles(files);
  if (index.language !== language || index.passages.length !== count) {
    throw damaged("its lexical files belong to another index");
  }
  return index;
}

/** @param lexical - the index of the same passages by words, where there is one. */
async function vectorIndex(
  folder: SealedFolder,
  { embeddings: built, language, count }: IndexManifest,
  options: OpenIndexOptions,
  lexical: LexicalIndex | undefined,
): Promise<EvidenceRetriever> {
  if (!built) throw damaged("its manifest names no embedding model");
  const { spec, ...header } = built;
  const { instance, searchCost = "billed" } = await embeddingsFor(spec, options);
  const read = lexical && { passages: lexical.passages };
  const content = await PassageVectors.read(folder, { ...header, count }, read);
  const entities = lexical?.entities ?? titleGazetteer(titlesOf(content.passages), language);
  return vectorRetriever(content, instance, { name: "hnsw", searchCost, language, entities });
}

async function embeddingsFor(spec: string, options: OpenIndexOptions): Promise<EmbeddingsSource> {
  if (options.embeddings) {
    checkSame("embedding model", spec, options.embeddings.spec);
    return options.embeddings;
  }
  if (/^(?:openai|ollama):/.test(spec)) return embeddingsFromSpec(spec, options.env);
  throw new DynaKragError({
    code: "INVALID_SETTINGS",
    message: `The index was built with the embedding model ${JSON.stringify(spec.slice(0, 200))}.`,
    remedy: "Give that model under the same name as embeddings.",
  });
}
