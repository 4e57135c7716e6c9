import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import { titleGazetteer } from "../retrieval/entities.js";
import type {
  EvidenceRetriever,
  RetrievalFilter,
  RetrievalHit,
  SearchOptions,
} from "../retrieval/evidence-retriever.js";
import { passesFilter } from "../retrieval/passage-filter.js";
import { titleOf, titlesOf } from "../retrieval/passage-identity.js";
import type { Passage } from "../state/evidence.js";
import { delay } from "./delay.js";

/** A search as it came in. */
export interface RecordedSearch {
  query: string;
  k: number;
  filter: RetrievalFilter | undefined;
  signal: AbortSignal | undefined;
}

/** How an in-memory retriever behaves beside its passages. */
export interface InMemoryRetrieverOptions {
  /** Default `in-memory`. */
  name?: string;
  /** Default `1`. */
  version?: string;
  /** Default `free`. */
  searchCost?: EvidenceRetriever["searchCost"];
  /** Default `english`. */
  language?: Language;
  /** Milliseconds each search takes; an abort ends the wait. Default 0. */
  delayMs?: number;
  /**
   * Answers in place of the passages, with whatever it gives: {@link rankedHits}, something that is
   * no list, a promise that never settles, or a throw.
   */
  respond?: (search: RecordedSearch) => unknown;
}

/** An {@link EvidenceRetriever} that a test can look into. */
export interface InMemoryRetriever extends EvidenceRetriever {
  /** Every search so far, also those that failed. */
  readonly searches: readonly RecordedSearch[];
}

/**
 * Makes a retriever over a handful of passages: those that share most words with the query come
 * first, equal ones in the order given, those that share none not at all. It records every search
 * and can be told to fail, to hang or to return anything.
 *
 * @example
 * ```ts
 * import { inMemoryRetriever } from "dynakrag/testing";
 *
 * const retriever = inMemoryRetriever([
 *   { id: "1", pageContent: "Paris is the capital of France.", metadata: { title: "Paris" } },
 * ]);
 * const hits = await retriever.search("capital of France", { k: 3 });
 * console.log(hits.length, retriever.searches[0]?.query); // 1 "capital of France"
 * ```
 */
export function inMemoryRetriever(
  passages: readonly Passage[],
  options: InMemoryRetrieverOptions = {},
): InMemoryRetriever {
  const { language = "english", delayMs = 0, respond } = options;
  const searches: RecordedSearch[] = [];
  return {
    name: options.name ?? "in-memory",
    version: options.version ?? "1",
    searchCost: options.searchCost ?? "free",
    language,
    entities: titleGazetteer(titlesOf(passages), language),
    searches,
    search: async (query, given) => {
      given.signal?.throwIfAborted();
      const { k, filter, signal } = given;
      const search = { query, k, filter, signal };
      searches.push(search);
      if (delayMs > 0) await delay(delayMs, signal);
      if (respond) return (await respond(search)) as RetrievalHit[];
      return bySharedWords(passages, query, given, language);
    },
  };
}

/**
 * Passages as hits in the order given, with falling scores from 1 down.
 *
 * @example
 * ```ts
 * import { inMemoryRetriever, rankedHits } from "dynakrag/testing";
 *
 * const passages = [{ id: "1", pageContent: "Paris is a city.", metadata: {} }];
 * const retriever = inMemoryRetriever(passages, { respond: () => rankedHits(passages) });
 * const [hit] = await retriever.search("anything at all", { k: 1 }); // rank 1, score 1
 * ```
 */
export function rankedHits(passages: readonly Passage[]): RetrievalHit[] {
  return passages.map((passage, index) => ({
    passage,
    rank: index + 1,
    score: 1 / (index + 1),
  }));
}

function bySharedWords(
  passages: readonly Passage[],
  query: string,
  { k, filter }: SearchOptions,
  language: Language,
): RetrievalHit[] {
  const { terms } = analyzerFor(language);
  const asked = new Set(terms(query));
  const scored = passages.flatMap((passage) => {
    const held = new Set(terms(`${titleOf(passage) ?? ""} ${passage.pageContent}`));
    const score = [...asked].filter((term) => held.has(term)).length;
    return score > 0 && passesFilter(passage, filter) ? [{ passage, score }] : [];
  });
  scored.sort((one, other) => other.score - one.score);
  return scored.slice(0, k).map((hit, index) => ({ ...hit, rank: index + 1 }));
}
