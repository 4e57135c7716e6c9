import { DynaKragError } from "../../errors.js";
import { LANGUAGES } from "../../language/language.js";
import { sealOf } from "../sealed-folder/seal.js";
import { checkTarget, writeSealedFolder } from "../sealed-folder/write-sealed-folder.js";
import { passageLines } from "../stored-passages.js";
import { buildIndex } from "./build-index.js";
import type { IndexFolderOptions } from "./build-index.js";
import { readSpec } from "./embeddings-from-spec.js";
import { INDEX_KIND, indexManifestSchema, RETRIEVER_KINDS } from "./index-manifest.js";
import type { IndexManifest } from "./index-manifest.js";

/** What was built. */
export interface SavedIndex {
  manifest: IndexManifest;
  /** Passages left out: without text, or given twice. */
  skipped: number;
}

/**
 * Builds an index and writes it to a folder, as a whole or not at all: until the new one is
 * complete, an index that is there stays as it is. Passages are embedded with their titles.
 *
 * A build that is killed while it writes may leave a folder `.<name>.building-…` beside the index;
 * it never opens and may be deleted.
 *
 * @throws DynaKragError before anything is read or paid for: `INVALID_SETTINGS`; `INVALID_INPUT`
 *   when there is something else at the path; `UNSAFE_PATH` for a URL. Later: `EMPTY_INDEX` without a
 *   passage that has text, `RETRIEVER_FAILED` when the embedding model fails, `MISSING_PACKAGE` when
 *   that many vectors need hnswlib-node; the signal's reason.
 *
 * @example
 * ```ts
 * import { openIndexFolder, saveIndexFolder } from "dynakrag";
 *
 * const passages = [{ id: "1", pageContent: "Paris is a city.", metadata: { title: "Paris" } }];
 * const { manifest } = await saveIndexFolder("my-index", { passages });
 * console.log(manifest.count); // 1
 * const { retriever } = await openIndexFolder("my-index");
 * ```
 */
export async function saveIndexFolder(
  path: string,
  options: IndexFolderOptions,
): Promise<SavedIndex> {
  const { retriever = "lexical", language = "english", chunking, onProgress, signal } = options;
  checkOptions(options);
  await checkTarget(path, INDEX_KIND);
  const { passages, skipped, lexical, vectors } = await buildIndex(options);
  const total = passages.length;
  onProgress?.({ phase: "write", done: 0, total });
  const seal = await writeSealedFolder(path, INDEX_KIND, async (folder) => {
    for (const [name, bytes] of lexical?.toFiles() ?? []) await folder.write(name, bytes);
    const header = await vectors?.content.write(folder, { withPassages: !lexical });
    signal?.throwIfAborted();
    return {
      retriever,
      language,
      count: total,
      contentHash: sealOf(passageLines(passages)).sha256,
      chunking: chunking ? { size: chunking.size, overlap: chunking.overlap } : null,
      embeddings: vectors && header ? { spec: vectors.spec, ...header } : null,
    };
  });
  onProgress?.({ phase: "write", done: total, total });
  return { manifest: indexManifestSchema.parse(seal), skipped };
}

/** What can be known to be wrong before anything is read. */
function checkOptions({ retriever, language, embeddings, chunking }: IndexFolderOptions): void {
  if (retriever !== undefined && !RETRIEVER_KINDS.includes(retriever)) {
    throw invalid("retriever is none of lexical, vector and hybrid", "Choose one of them.");
  }
  if (language !== undefined && !LANGUAGES.includes(language)) {
    throw invalid("the language is not known", `Choose one of ${LANGUAGES.join(", ")}.`);
  }
  if (chunking && !(chunking.size >= 1 && chunking.overlap >= 0)) {
    throw invalid("chunking is out of bounds", "Give a size from 1 and an overlap from 0.");
  }
  if (retriever === undefined || retriever === "lexical") return;
  if (!embeddings) {
    throw invalid(
      `a ${retriever} index needs an embedding model`,
      "Give embeddings, or build a lexical index, which needs none.",
    );
  }
  readSpec(embeddings.spec);
}

function invalid(problem: string, remedy: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_SETTINGS",
    message: `The index cannot be built: ${problem}.`,
    remedy,
  });
}
