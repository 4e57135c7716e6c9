import { analyzerFor } from "../../language/analyzer.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import { checkK } from "../check-k.js";
import { titleGazetteer } from "../entities.js";
import type {
  EntityLinker,
  EvidenceRetriever,
  RetrievalHit,
  SearchOptions,
} from "../evidence-retriever.js";
import { titlesOf } from "../passage-identity.js";
import type { Bm25Settings } from "./bm25.js";
import { contentVersion, packLexicalIndex, unpackLexicalIndex } from "./lexical-files.js";
import type { LexicalContent } from "./lexical-files.js";
import { passesFilter } from "../passage-filter.js";
import { Bm25Scorer } from "./postings.js";
import { topK } from "./top-k.js";

/**
 * BM25 over passages in memory: exact, deterministic, without a model. Build it with
 * `buildLexicalIndex`, or load it with {@link LexicalIndex.fromFiles}.
 *
 * Scores are BM25 (Robertson and Zaragoza 2009) with the idf of Lucene, title terms counted
 * `titleWeight` times; equal scores keep the order of insertion.
 *
 * @example
 * ```ts
 * import { buildLexicalIndex, LexicalIndex } from "dynakrag";
 *
 * const passages = [{ id: "1", pageContent: "Paris is a city.", metadata: { title: "Paris" } }];
 * const index = await buildLexicalIndex(passages);
 * const same = LexicalIndex.fromFiles(index.toFiles());
 * same.version === index.version; // true
 * ```
 */
export class LexicalIndex implements EvidenceRetriever {
  readonly name = "bm25";
  readonly searchCost = "free";
  /** Hash of settings, passages and term statistics. */
  readonly version: string;
  readonly language: Language;
  readonly settings: Readonly<Bm25Settings>;
  readonly passages: readonly Passage[];
  /** Links names to the titles of this corpus. */
  readonly entities: EntityLinker;
  readonly #content: LexicalContent;
  readonly #scorer: Bm25Scorer;

  constructor(content: LexicalContent, version = contentVersion(content)) {
    this.#content = content;
    this.version = version;
    this.language = content.language;
    this.settings = content.settings;
    this.passages = content.passages;
    this.entities = titleGazetteer(titlesOf(content.passages), content.language);
    this.#scorer = new Bm25Scorer(content.postings, content.settings);
  }

  /**
   * The passages that share a term with the query, best first, at most `k`; none for a query of
   * stop words and unknown words only. The filter acts before the cut at `k`.
   *
   * @throws DynaKragError `INVALID_SETTINGS` when k is no whole number from 0 on; the signal's
   *   reason when it is aborted.
   */
  async search(query: string, { k, filter, signal }: SearchOptions): Promise<RetrievalHit[]> {
    signal?.throwIfAborted();
    checkK(k);
    const scores = this.#scorer.scores(analyzerFor(this.language).terms(query));
    if (!scores) return [];
    const accepts = (number: number): boolean => {
      const passage = this.passages[number];
      return passage !== undefined && passesFilter(passage, filter);
    };
    return topK(scores, k, accepts).flatMap(({ number, score }, index) => {
      const passage = this.passages[number];
      return passage ? [{ passage, rank: index + 1, score }] : [];
    });
  }

  /** The inverse document frequency of a term of the analyzer; 0 for one that no passage holds. */
  termWeight(term: string): number {
    return this.#scorer.inverseDocumentFrequency(term);
  }

  /** The index as files by name, for whoever writes them to disk. */
  toFiles(): Map<string, Uint8Array> {
    return packLexicalIndex(this.#content);
  }

  /**
   * Reads an index from what {@link LexicalIndex.toFiles} gave, without taking the texts apart
   * again. Everything is checked first.
   *
   * @throws DynaKragError `INDEX_DAMAGED` when files are missing or do not agree, `EMPTY_INDEX`
   *   when they hold no passage.
   */
  static fromFiles(files: ReadonlyMap<string, Uint8Array>): LexicalIndex {
    const { content, version } = unpackLexicalIndex(files);
    return new LexicalIndex(content, version);
  }
}
