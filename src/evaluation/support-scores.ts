import { DynaKragError } from "../errors.js";

/** How much of the gold support a ranking of passages holds, each 0 to 1. */
export interface SupportScore {
  /** Share of the gold passages that were retrieved: |retrieved ∩ gold| / |gold|. */
  recall: number;
  /** Share of the retrieved passages that are gold; 0 where nothing was retrieved. */
  precision: number;
  /** Harmonic mean of the two; 0 where no gold passage was retrieved. */
  f1: number;
  /** 1 where every gold passage was retrieved, else 0. */
  allGold: number;
  recallAt1: number;
  recallAt2: number;
  recallAt5: number;
  recallAt10: number;
}

/**
 * Scores retrieved passages against the gold passages of a question, on passages, not on sentences.
 *
 * Source: `update_sp` of `hotpot_evaluate_v1.py` (HotpotQA) for precision, recall and F1 of sets of
 * supporting facts, here of passages; there too nothing retrieved has precision 0.
 *
 * @param retrieved Passage ids in the order they were found. A repeated id counts once, where it
 * first stands.
 * @param gold Ids of the gold passages in any order; repeats count once.
 * @returns undefined without a gold passage: there is nothing to find, and such a question belongs
 * into no average.
 * @example
 * ```ts
 * import { scoreSupport } from "dynakrag";
 *
 * scoreSupport(["p7", "p1", "p7", "p9"], ["p1", "p2"]);
 * // recall 1/2, precision 1/3, f1 2/5, allGold 0, recallAt1 0, recallAt2 1/2, …
 * ```
 */
export function scoreSupport(
  retrieved: readonly string[],
  gold: readonly string[],
): SupportScore | undefined {
  const wanted = new Set(gold);
  if (wanted.size === 0) return undefined;
  const ranked = [...new Set(retrieved)];
  const found = countGold(ranked, wanted);
  return {
    recall: found / wanted.size,
    precision: ranked.length === 0 ? 0 : found / ranked.length,
    // 2PR / (P + R), written without a division by zero.
    f1: (2 * found) / (ranked.length + wanted.size),
    allGold: found === wanted.size ? 1 : 0,
    recallAt1: countGold(ranked.slice(0, 1), wanted) / wanted.size,
    recallAt2: countGold(ranked.slice(0, 2), wanted) / wanted.size,
    recallAt5: countGold(ranked.slice(0, 5), wanted) / wanted.size,
    recallAt10: countGold(ranked.slice(0, 10), wanted) / wanted.size,
  };
}

/**
 * Share of the gold passages among the first k different retrieved ones.
 *
 * @param k A whole number from 1 on.
 * @returns undefined without a gold passage, as {@link scoreSupport}.
 * @throws DynaKragError `INVALID_INPUT` for any other k.
 * @example
 * ```ts
 * import { recallAt } from "dynakrag";
 *
 * recallAt(["p7", "p7", "p1"], ["p1", "p2"], 2); // 0.5: p1 is the second different passage
 * ```
 */
export function recallAt(
  retrieved: readonly string[],
  gold: readonly string[],
  k: number,
): number | undefined {
  if (!Number.isInteger(k) || k < 1) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: "The k of recall@k must be a whole number from 1 on.",
      remedy: "Give 1, 2, 5 or 10.",
    });
  }
  const wanted = new Set(gold);
  if (wanted.size === 0) return undefined;
  return countGold([...new Set(retrieved)].slice(0, k), wanted) / wanted.size;
}

function countGold(ids: readonly string[], gold: ReadonlySet<string>): number {
  return ids.filter((id) => gold.has(id)).length;
}
