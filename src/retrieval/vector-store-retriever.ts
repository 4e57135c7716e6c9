import { randomUUID } from "node:crypto";
import type { Language } from "../language/language.js";
import type { Passage } from "../state/evidence.js";
import { checkK } from "./check-k.js";
import { spanLinker, titleGazetteer } from "./entities.js";
import type {
  EvidenceRetriever,
  RetrievalFilter,
  RetrievalHit,
  SearchOptions,
} from "./evidence-retriever.js";
import { listingFrom } from "./langchain-listing.js";
import type { LangChainSource, Listing } from "./langchain-listing.js";
import { passesFilter } from "./passage-filter.js";

export type { LangChainSource } from "./langchain-listing.js";

/** What the numbers of a store mean. */
export type ScoreMeaning = "similarity" | "distance" | "unknown";

/** Options of {@link asEvidenceRetriever}. */
export interface LangChainRetrieverOptions {
  /** Default: what the store calls itself, else `retriever`. */
  name?: string;
  /**
   * Identifies the content that is searched, for cached previews. Default: a new one for each
   * call, so that two wrappers never share previews.
   */
  version?: string;
  /** `free` where a search costs no money, so that it may be previewed. Default: `billed`. */
  searchCost?: "free" | "billed";
  /** Default: `english`. */
  language?: Language;
  /**
   * `similarity`: higher is better, below 0 reads as no score. `distance`: lower is better, given
   * on as 1 / (1 + distance). Default `unknown`: ranks only, no scores.
   */
  scores?: ScoreMeaning;
  /** The titles of the corpus, to link names to. Default: names are found by capitals alone. */
  titles?: Iterable<string>;
}

/** A list is never read deeper than this to replace hits that were left out. */
const DEEPEST_LIST = 1_000;

/**
 * Makes an {@link EvidenceRetriever} of any LangChain `VectorStore` or `BaseRetriever`, recognised
 * by their methods, so that another copy of `@langchain/core` does no harm. An
 * {@link EvidenceRetriever} is returned as it is.
 *
 * - A store is asked for as many documents as are wanted; the filter of the question is handed to
 *   it unchanged, as its own kind of filter (as a predicate to MemoryVectorStore and HNSWLib, which
 *   know nothing else). What a store returns against a predicate, or with
 *   another value in a field of a flat filter, is left out.
 * - A retriever gives one list and ends with it. It knows no filter: its documents are filtered
 *   here. `store.asRetriever()` is searched through its store, with its own filter.
 * - Documents without text are left out. A blank query is never searched.
 *
 * @throws DynaKragError `INVALID_INPUT` when the source has no search method; from `search`:
 *   `RETRIEVER_FAILED` when the source throws or returns no list, `INVALID_SETTINGS` for k.
 *
 * @example
 * ```ts
 * import { asEvidenceRetriever } from "dynakrag";
 *
 * const store = {
 *   similaritySearch: async (_query: string, _k: number) => [{ pageContent: "Paris is a city." }],
 * };
 * const retriever = asEvidenceRetriever(store, { name: "my-store" });
 * const [hit] = await retriever.search("capital of France", { k: 1 });
 * ```
 */
export function asEvidenceRetriever(
  source: EvidenceRetriever | LangChainSource,
  options: LangChainRetrieverOptions = {},
): EvidenceRetriever {
  if (isEvidenceRetriever(source)) return source;
  const { language = "english", scores = "unknown", titles } = options;
  const listing = listingFrom(source, scores !== "unknown");
  return {
    name: options.name ?? listing.name,
    version: options.version ?? randomUUID(),
    searchCost: options.searchCost ?? "billed",
    language,
    entities: titles ? titleGazetteer(titles, language) : spanLinker(language),
    search: (query, search) => searchListing(listing, query, search, scores),
  };
}

function isEvidenceRetriever(source: unknown): source is EvidenceRetriever {
  return (
    typeof source === "object" &&
    source !== null &&
    "search" in source &&
    typeof source.search === "function" &&
    "searchCost" in source
  );
}

async function searchListing(
  listing: Listing,
  query: string,
  { k, filter, signal }: SearchOptions,
  scores: ScoreMeaning,
): Promise<RetrievalHit[]> {
  signal?.throwIfAborted();
  checkK(k);
  if (query.trim() === "" || k === 0) return [];
  for (let asked = k; ; asked = Math.min(2 * asked, DEEPEST_LIST)) {
    const entries = await listing.list(query, { k: asked, filter, signal });
    const hits = entries.flatMap(({ passage, score }) =>
      passage && isAllowed(passage, filter, listing.knowsFilters)
        ? [{ passage, score: similarity(score, scores) }]
        : [],
    );
    const ended = listing.isWhole || entries.length < asked || asked >= DEEPEST_LIST;
    if (hits.length >= k || ended) {
      return hits.slice(0, k).map((hit, index) => ({ ...hit, rank: index + 1 }));
    }
  }
}

/** A store may not know our kind of filter and ignore it: what it returns is looked at again. */
function isAllowed(
  passage: Passage,
  filter: RetrievalFilter | undefined,
  storeKnowsFilters: boolean,
): boolean {
  if (filter === undefined) return true;
  if (!storeKnowsFilters || typeof filter === "function") return passesFilter(passage, filter);
  return Object.entries(filter).every(([field, wanted]) => {
    const value = Object.hasOwn(passage.metadata, field) ? passage.metadata[field] : undefined;
    if (typeof value === "object" || typeof wanted === "object") return true;
    return value === undefined || String(value) === String(wanted);
  });
}

function similarity(score: number | null, meaning: ScoreMeaning): number | null {
  if (score === null || meaning === "unknown" || !Number.isFinite(score)) return null;
  if (meaning === "distance") return 1 / (1 + Math.max(0, score));
  return score >= 0 ? score : null;
}
