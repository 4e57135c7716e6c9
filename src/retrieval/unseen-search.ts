import { unseenHits } from "./passage-identity.js";
import type { EvidenceRetriever, RetrievalFilter, RetrievalHit } from "./evidence-retriever.js";
import type { Passage } from "../state/evidence.js";
import { DynaKragError } from "../errors.js";

/** No search asks for more hits than this (method, section 2). */
const DEEPEST_SEARCH = 50;

/** One search for passages that the evidence does not hold. */
export interface UnseenSearchInput {
  query: string;
  evidence: readonly Passage[];
  /** Unseen passages that are wanted. */
  wanted: number;
  maxPerTitle: number | null;
  filter: RetrievalFilter | undefined;
  signal: AbortSignal | undefined;
}

/** What such a search brought. */
export interface UnseenSearchResult {
  /** Unseen hits, best first, with their ranks in the whole list. */
  hits: RetrievalHit[];
  /** Best score of the whole list, null without scores. */
  topScore: number | null;
  /** How deep the list was read. */
  depth: number;
  /** True where the list holds nothing beyond `depth`. */
  ended: boolean;
  /** Searches made: 0 where a preview had made it already. */
  searches: number;
}

/** Finds unseen passages; see {@link searchUnseen}. */
export type UnseenSearch = (input: UnseenSearchInput) => Promise<UnseenSearchResult>;

/**
 * Asks for as many hits as are wanted plus as many as the evidence could swallow, and doubles up to
 * 50 where duplicates or a title limit leave too few.
 *
 * @throws DynaKragError `RETRIEVER_FAILED` where the retriever returns something else than a list.
 */
export async function searchUnseen(
  retriever: EvidenceRetriever,
  { query, evidence, wanted, maxPerTitle, filter, signal }: UnseenSearchInput,
): Promise<UnseenSearchResult> {
  let k = Math.min(DEEPEST_SEARCH, wanted + evidence.length);
  for (let searches = 1; ; searches++) {
    const list = await retriever.search(query, { k, filter, signal });
    if (!Array.isArray(list)) throw notAList();
    const hits = unseenHits(evidence, list, maxPerTitle === null ? {} : { maxPerTitle });
    const ended = list.length < k || k >= DEEPEST_SEARCH;
    if (hits.length >= wanted || ended) {
      return { hits, topScore: list[0]?.score ?? null, depth: list.length, ended, searches };
    }
    k = Math.min(DEEPEST_SEARCH, 2 * k);
  }
}

/**
 * What the same search would have given for fewer wanted passages: a preview reads deeper than the
 * operation that uses its hits.
 */
export function asIfAskedFor(
  result: UnseenSearchResult,
  { wanted, evidence }: Pick<UnseenSearchInput, "wanted" | "evidence">,
): UnseenSearchResult {
  let k = Math.min(DEEPEST_SEARCH, wanted + evidence.length);
  for (;;) {
    const reach = k;
    const hits = result.hits.filter(({ rank }) => rank <= reach);
    const ended = result.ended && (k > result.depth || k >= DEEPEST_SEARCH);
    if (hits.length >= wanted || ended || k >= DEEPEST_SEARCH) {
      return { ...result, hits, depth: Math.min(k, result.depth), ended };
    }
    k = Math.min(DEEPEST_SEARCH, 2 * k);
  }
}

/** Score divided by the list's best: comparable between lists; null without scores. */
export function scoreRatio(hit: RetrievalHit, topScore: number | null): number | null {
  if (hit.score === null || topScore === null || !(topScore > 0)) return null;
  const ratio = hit.score / topScore;
  return Number.isNaN(ratio) ? null : Math.min(1, Math.max(0, ratio));
}

function notAList(): DynaKragError {
  return new DynaKragError({
    code: "RETRIEVER_FAILED",
    message: "The retriever returned something that is no list.",
    remedy: "Return an array of hits from search(), an empty one where nothing was found.",
  });
}
