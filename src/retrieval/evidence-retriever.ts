import type { JsonObject, Passage } from "../state/evidence.js";
import type { Language } from "../language/language.js";
import type { EvidenceInput } from "./evidence-input.js";
import type { PassageFeatures } from "./passage-feature-table.js";

/**
 * Restricts every search of a question: a JSON object that the store understands (for our own
 * indexes: metadata fields that must be equal), or a predicate over passages.
 */
export type RetrievalFilter = JsonObject | ((passage: Passage) => boolean);

/** One hit of a search. */
export interface RetrievalHit {
  passage: Passage;
  /** 1 = best. */
  rank: number;
  /** Higher is better and ≥ 0; null where the store gives none or its meaning is not known. */
  score: number | null;
}

/** Options of one search. */
export interface SearchOptions {
  /** How many hits at most. */
  k: number;
  filter?: RetrievalFilter | undefined;
  signal?: AbortSignal | undefined;
}

/** A document title found in a text. */
export interface EntityMention {
  /** The title as the corpus writes it, or the words as the text has them. */
  name: string;
  /** Character offset of its first occurrence. */
  start: number;
  end: number;
  /** True where the corpus has a document of this title. */
  linked: boolean;
}

/** Finds the names in a text that may lead to another document. */
export interface EntityLinker {
  mentions(text: string): EntityMention[];
}

/**
 * The searching side of the evidence loop. Everything that finds passages stands behind it:
 * BM25, HNSW, any LangChain `VectorStore` or `BaseRetriever`, fusions of those.
 */
export interface EvidenceRetriever {
  /** A short name for traces, such as `bm25`. */
  readonly name: string;
  /** Identifies the content that is searched; part of the key of cached previews. */
  readonly version: string;
  /** `free` where a search costs no money (local index), else `billed`. */
  readonly searchCost: "free" | "billed";
  /** The language of the corpus: stop words, stems, capitalised spans. */
  readonly language: Language;
  /**
   * How much a content term tells, such as its idf: ≥ 0, 0 for a term that no passage holds. Absent
   * where the store does not know; all terms then count the same.
   */
  termWeight?(term: string): number;
  /** Finds names in passages; with a title list where the index has one. */
  readonly entities: EntityLinker;
  /**
   * The best passages for a query, best first, at most `k`. Fewer than `k` means that the list
   * has ended.
   */
  search(query: string, options: SearchOptions): Promise<RetrievalHit[]>;
}

/**
 * What an {@link EvidenceRanker} sees. The graph gives all of it; who calls a ranker alone may leave
 * out what is optional.
 */
export interface RankingInput extends Omit<EvidenceInput, "language"> {
  query: string;
  /** Unseen, best first, with their ranks in the whole list. */
  hits: readonly RetrievalHit[];
  /** Best score of the whole list; absent: that of the hits. */
  topScore?: number | null | undefined;
  /** Default `none`. */
  language?: Language | undefined;
}

/** For each passage of these features the probability, 0 to 1, that the question needs it. */
export type PassageScorer = (features: readonly PassageFeatures[]) => number[];

/** Orders the unseen hits of a search before the best of them become evidence. */
export interface EvidenceRanker {
  readonly name: string;
  /** How many unseen hits it wants to see for each search. */
  readonly pool: number;
  /** One score per hit, in the order of `hits`; higher is better. */
  rank(input: RankingInput, signal?: AbortSignal): number[] | Promise<number[]>;
  /** What previewed passages are scored with; absent: the model of the package. */
  scorer?(): PassageScorer | Promise<PassageScorer>;
}
