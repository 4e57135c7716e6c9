import type { EvidenceRanker } from "./evidence-retriever.js";

/** The passages that one acquisition adds by default; more need not be seen to keep the order. */
const PASSAGES_PER_ACQUISITION = 3;

/**
 * Keeps the order of the search: what the DynaKRAG paper does.
 *
 * @example
 * ```ts
 * import { scoreOrder } from "dynakrag";
 *
 * scoreOrder().name; // "score-order"
 * ```
 */
export function scoreOrder(): EvidenceRanker {
  return {
    name: "score-order",
    pool: PASSAGES_PER_ACQUISITION,
    rank: ({ hits }) => hits.map((_hit, index) => hits.length - index),
  };
}
