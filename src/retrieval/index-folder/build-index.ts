import { DynaKragError } from "../../errors.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import { embedTexts } from "../hnsw/embed.js";
import { PassageVectors } from "../hnsw/passage-vectors.js";
import { vectorIndexSettings } from "../hnsw/vector-index.js";
import { buildLexicalIndex } from "../lexical/build-lexical-index.js";
import type { LexicalIndex } from "../lexical/lexical-index.js";
import { passageFromDocument, titleOf } from "../passage-identity.js";
import { StoredPassages } from "../stored-passages.js";
import type { EmbeddingsSource } from "./embeddings-from-spec.js";
import type { Chunking, RetrieverKind } from "./index-manifest.js";

/** How far a build has come. */
export interface IndexProgress {
  /** `read`: passages taken in; `index`: BM25; `embed`: vectors; `write`: files, the last phase. */
  phase: "read" | "index" | "embed" | "write";
  /** Passages done in this phase. */
  done: number;
  /** Passages of this phase; unknown while they are read. */
  total?: number;
}

/** What an index is made of. */
export interface IndexFolderOptions {
  passages: Iterable<Passage> | AsyncIterable<Passage>;
  /** Default: `lexical`, which needs no model. */
  retriever?: RetrieverKind;
  /** Default: `english`. */
  language?: Language;
  /** For `vector` and `hybrid`. */
  embeddings?: EmbeddingsSource;
  /** How the passages were cut; for the manifest only. */
  chunking?: Chunking;
  onProgress?: (progress: IndexProgress) => void;
  /** Ends the build with the signal's reason; nothing is written then. */
  signal?: AbortSignal;
}

/** An index in memory. */
export interface BuiltIndex {
  passages: readonly Passage[];
  /** Passages left out: without text, or given twice. */
  skipped: number;
  lexical: LexicalIndex | undefined;
  vectors: { spec: string; content: PassageVectors } | undefined;
}

const PASSAGES_PER_REPORT = 256;
/** Texts that are embedded between two looks at the signal. */
const TEXTS_PER_BATCH = 256;

/**
 * Builds an index from options that were checked.
 *
 * @throws DynaKragError `EMPTY_INDEX`, `RETRIEVER_FAILED`, `INDEX_MISMATCH` or `MISSING_PACKAGE`;
 *   the signal's reason.
 */
export async function buildIndex(options: IndexFolderOptions): Promise<BuiltIndex> {
  const { retriever = "lexical", embeddings } = options;
  const { passages, skipped } = await readPassages(options);
  const lexical = retriever === "vector" ? undefined : await indexWords(passages, options);
  const vectors =
    retriever !== "lexical" && embeddings
      ? {
          spec: embeddings.spec,
          content: await embedPassages(passages, embeddings, options),
        }
      : undefined;
  return { passages, skipped, lexical, vectors };
}

async function readPassages({
  passages: given,
  onProgress,
  signal,
}: IndexFolderOptions): Promise<Pick<BuiltIndex, "passages" | "skipped">> {
  const stored = new StoredPassages();
  let skipped = 0;
  for await (const document of given) {
    const passage = passageFromDocument(document);
    if (!passage || !stored.add(passage)) skipped += 1;
    if ((stored.list.length + skipped) % PASSAGES_PER_REPORT > 0) continue;
    signal?.throwIfAborted();
    onProgress?.({ phase: "read", done: stored.list.length });
  }
  signal?.throwIfAborted();
  if (stored.list.length === 0) {
    throw new DynaKragError({
      code: "EMPTY_INDEX",
      message: "There is no passage with text to index.",
      remedy: "Give at least one document that is not blank.",
      details: { skipped },
    });
  }
  onProgress?.({ phase: "read", done: stored.list.length, total: stored.list.length });
  return { passages: stored.list, skipped };
}

function indexWords(
  passages: readonly Passage[],
  { language = "english", onProgress, signal }: IndexFolderOptions,
): Promise<LexicalIndex> {
  const total = passages.length;
  return buildLexicalIndex(passages, {
    language,
    onProgress: ({ indexed }) => onProgress?.({ phase: "index", done: indexed, total }),
    ...(signal && { signal }),
  });
}

async function embedPassages(
  passages: readonly Passage[],
  { instance }: EmbeddingsSource,
  { onProgress, signal }: IndexFolderOptions,
): Promise<PassageVectors> {
  const content = new PassageVectors(vectorIndexSettings({}));
  await content.checkRoomFor(passages.length);
  for (let done = 0; done < passages.length; done += TEXTS_PER_BATCH) {
    signal?.throwIfAborted();
    onProgress?.({ phase: "embed", done, total: passages.length });
    const batch = passages.slice(done, done + TEXTS_PER_BATCH);
    content.add(batch, await embedTexts(instance, batch.map(textWithTitle)));
  }
  onProgress?.({ phase: "embed", done: passages.length, total: passages.length });
  return content;
}

/** A title says what a passage is about, often in words that its text does not repeat. */
function textWithTitle(passage: Passage): string {
  const title = titleOf(passage);
  return title === undefined ? passage.pageContent : `${title}\n${passage.pageContent}`;
}
