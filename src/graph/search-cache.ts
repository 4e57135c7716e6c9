import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
import { filterParts } from "../retrieval/passage-filter.js";
import { asIfAskedFor } from "../retrieval/unseen-search.js";
import type { UnseenSearchInput, UnseenSearchResult } from "../retrieval/unseen-search.js";
import { isPlainJson } from "../state/plain-json.js";

/** Previewed searches that are kept; older ones are made again when they are needed. */
const KEPT_SEARCHES = 256;

interface KeptSearch {
  wanted: number;
  result: UnseenSearchResult;
}

/**
 * The hits of previewed searches, bounded, so that the chosen operation need not search again. The
 * checkpoint keeps ids and ranks only; after a crash the search is simply made once more.
 */
export class SearchCache {
  readonly #searches = new Map<string, KeptSearch>();
  readonly #identities = new WeakMap<object, number>();
  readonly #capacity: number;
  #nextIdentity = 0;

  /** @param capacity 0 keeps nothing. */
  constructor(capacity = KEPT_SEARCHES) {
    this.#capacity = capacity;
  }

  /** The result of the same search, for as many passages or more: it counts as no further search. */
  get(version: string, input: UnseenSearchInput): UnseenSearchResult | undefined {
    const kept = this.#searches.get(this.#key(version, input));
    if (!kept || kept.wanted < input.wanted) return undefined;
    return { ...asIfAskedFor(kept.result, input), searches: 0 };
  }

  set(version: string, input: UnseenSearchInput, result: UnseenSearchResult): void {
    if (this.#capacity === 0) return;
    const oldest = this.#searches.keys().next();
    if (this.#searches.size >= this.#capacity && !oldest.done) this.#searches.delete(oldest.value);
    this.#searches.set(this.#key(version, input), { wanted: input.wanted, result });
  }

  #key(version: string, { query, evidence, maxPerTitle, filter }: UnseenSearchInput): string {
    const ids = evidence.map(({ id }) => id);
    const filters = filter === undefined ? [] : filterParts(filter);
    const filterKeys = filters.map((part) => this.#filterKey(part));
    return JSON.stringify([version, query, ids, maxPerTitle, filterKeys]);
  }

  #filterKey(filter: RetrievalFilter): unknown {
    // Other objects than JSON may look the same as JSON and be different.
    if (typeof filter !== "function" && isPlainJson(filter)) return filter;
    let number = this.#identities.get(filter);
    if (number === undefined) {
      number = this.#nextIdentity++;
      this.#identities.set(filter, number);
    }
    return number;
  }
}
