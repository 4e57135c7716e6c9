import { seededRandom } from "../forest/train-random.js";
import {
  bootstrapSettings,
  drawGroups,
  percentileInterval,
  sumByGroup,
  type BootstrapOptions,
} from "./resample-groups.js";

/** A mean difference and its interval. */
export interface PairedDifference {
  /** Mean of a − b over the questions. */
  diff: number;
  /** Percentile interval over resampled groups. */
  ci: [low: number, high: number];
}

/**
 * Paired cluster bootstrap of a mean difference: whole groups are drawn with replacement, because
 * questions that share a passage succeed and fail together. With one group a question it is the
 * ordinary paired bootstrap over questions.
 *
 * Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13 (percentile
 * interval); Cameron, Gelbach and Miller (2008) for resampling clusters.
 *
 * @param differences One a − b per question.
 * @param groups For each question the group it belongs to, as `supportGroups` numbers them.
 * @throws DynaKragError `INVALID_INPUT` where the two differ in length, there is no question or a
 * difference is not finite; `INVALID_SETTINGS` for options out of bounds.
 * @example
 * ```ts
 * import { pairedBootstrap } from "dynakrag";
 *
 * const { diff, ci } = pairedBootstrap([1, 0, 0.5, 0], ["a", "a", "b", "c"], { resamples: 1000 });
 * ```
 */
export function pairedBootstrap(
  differences: readonly number[],
  groups: readonly (string | number)[],
  options: BootstrapOptions = {},
): PairedDifference {
  const { resamples, seed, level } = bootstrapSettings(options);
  const ones = new Float64Array(groups.length).fill(1);
  const sums = sumByGroup([differences, ones], groups);
  const random = seededRandom(seed);
  const totals = new Float64Array(2);
  const means = Float64Array.from({ length: resamples }, () => {
    drawGroups(sums, random, totals);
    return (totals[0] ?? 0) / (totals[1] ?? 1);
  });
  const diff = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  return { diff, ci: percentileInterval(means, level) };
}
