import { setImmediate } from "node:timers/promises";
import { DynaKragError } from "../../errors.js";
import { analyzerFor } from "../../language/analyzer.js";
import type { Analyzer } from "../../language/analyzer.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import { passageFromDocument, titleOf } from "../passage-identity.js";
import type { DocumentLike } from "../passage-identity.js";
import { StoredPassages } from "../stored-passages.js";
import { bm25Settings } from "./bm25.js";
import type { Bm25Settings } from "./bm25.js";
import { LexicalIndex } from "./lexical-index.js";
import { PostingsBuilder } from "./postings.js";

/** How far a build has come. */
export interface BuildProgress {
  /** Passages indexed so far. */
  indexed: number;
  /** Passages left out so far: without text, or given twice with the same id and content. */
  skipped: number;
}

/** Options of {@link buildLexicalIndex}. */
export interface LexicalIndexOptions extends Partial<Bm25Settings> {
  /** Stop words and stems (default: `english`). */
  language?: Language;
  /** Called every 256 passages and once at the end. */
  onProgress?: (progress: BuildProgress) => void;
  /** Ends the build with the signal's reason. */
  signal?: AbortSignal;
}

const PASSAGES_PER_TURN = 256;

/**
 * Builds a BM25 index in memory. Gives way to other work every 256 passages.
 *
 * Passages without text are skipped; the same id with another text stays and gets the id
 * `<id>#<hash prefix>`.
 *
 * @param documents - passages or LangChain documents: text in `pageContent`, title in
 *   `metadata.title` where there is one. They are cleaned as `passageFromDocument` does.
 * @throws DynaKragError `EMPTY_INDEX` when there is no passage with text, `INVALID_SETTINGS` for
 *   k1, b or titleWeight out of bounds.
 *
 * @example
 * ```ts
 * import { buildLexicalIndex } from "dynakrag";
 *
 * const index = await buildLexicalIndex([
 *   { id: "1", pageContent: "Paris is the capital of France.", metadata: { title: "Paris" } },
 * ]);
 * const [hit] = await index.search("capital of France", { k: 1 });
 * ```
 */
export async function buildLexicalIndex(
  documents: Iterable<DocumentLike> | AsyncIterable<DocumentLike>,
  options: LexicalIndexOptions = {},
): Promise<LexicalIndex> {
  const settings = bm25Settings(options);
  const language = options.language ?? "english";
  const analyzer = analyzerFor(language);
  const postings = new PostingsBuilder();
  const stored = new StoredPassages();
  let skipped = 0;
  for await (const document of documents) {
    const passage = passageFromDocument(document);
    if (passage && stored.add(passage)) {
      postings.add(termFrequencies(passage, analyzer, settings.titleWeight));
    } else {
      skipped += 1;
    }
    if ((stored.list.length + skipped) % PASSAGES_PER_TURN === 0) {
      options.onProgress?.({ indexed: stored.list.length, skipped });
      await setImmediate();
      options.signal?.throwIfAborted();
    }
  }
  options.onProgress?.({ indexed: stored.list.length, skipped });
  if (stored.list.length === 0) {
    throw new DynaKragError({
      code: "EMPTY_INDEX",
      message: "There is no passage with text to index.",
      remedy: "Give at least one passage whose pageContent is not blank.",
    });
  }
  return new LexicalIndex({
    language,
    settings,
    passages: stored.list,
    postings: postings.finish(),
  });
}

function termFrequencies(
  passage: Passage,
  analyzer: Analyzer,
  titleWeight: number,
): Map<string, number> {
  const frequencies = new Map<string, number>();
  const count = (text: string, weight: number): void => {
    for (const term of analyzer.terms(text)) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
    }
  };
  if (titleWeight > 0) count(titleOf(passage) ?? "", titleWeight);
  count(passage.pageContent, 1);
  return frequencies;
}
