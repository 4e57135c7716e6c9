import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
import { isPlainJson } from "../state/plain-json.js";
import type { UnseenSearchInput, UnseenSearchResult } from "../retrieval/unseen-search.js";

/** Previewed searches that are kept; older ones are made again when they are needed. */
const KEPT_SEARCHES = 256;

/**
 * The hits of previewed searches, bounded, so that the chosen operation need not search again. The
 * checkpoint keeps ids and ranks only; after a crash the search is simply made once more.
 */
export class SearchCache {
  readonly #results = new Map<string, UnseenSearchResult>();
  readonly #identities = new WeakMap<object, number>();
  #nextIdentity = 0;

  /** The result of the same search, which then counts as no further search. */
  get(version: string, input: UnseenSearchInput): UnseenSearchResult | undefined {
    const result = this.#results.get(this.#key(version, input));
    return result && { ...result, searches: 0 };
  }

  set(version: string, input: UnseenSearchInput, result: UnseenSearchResult): void {
    const oldest = this.#results.keys().next();
    if (this.#results.size >= KEPT_SEARCHES && !oldest.done) this.#results.delete(oldest.value);
    this.#results.set(this.#key(version, input), result);
  }

  #key(version: string, input: UnseenSearchInput): string {
    const { query, evidence, wanted, maxPerTitle, filter } = input;
    const ids = evidence.map(({ id }) => id);
    return JSON.stringify([version, query, ids, wanted, maxPerTitle, this.#filterKey(filter)]);
  }

  #filterKey(filter: RetrievalFilter | undefined): unknown {
    if (filter === undefined) return null;
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
