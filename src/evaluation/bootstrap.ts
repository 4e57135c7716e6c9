import { seededRandom } from "../policy/forest/train-random.js";

/** A mean difference and its interval. */
export interface PairedDifference {
  /** Mean of a − b over the questions. */
  diff: number;
  /** Percentile interval over resampled groups. */
  ci: [low: number, high: number];
}

/** How the resampling is done. */
export interface BootstrapOptions {
  /** Default 10,000. */
  resamples?: number;
  /** Default 13. */
  seed?: number;
  /** Default .95. */
  level?: number;
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
 * @param groups For each question the group it belongs to.
 * @throws RangeError where the two differ in length or there is no question.
 */
export function pairedBootstrap(
  differences: readonly number[],
  groups: readonly (string | number)[],
  { resamples = 10_000, seed = 13, level = 0.95 }: BootstrapOptions = {},
): PairedDifference {
  if (differences.length === 0 || differences.length !== groups.length) {
    throw new RangeError("There must be one group for each of at least one difference.");
  }
  const { sums, sizes } = sumByGroup(differences, groups);
  const random = seededRandom(seed);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    let size = 0;
    for (let drawn = 0; drawn < sums.length; drawn++) {
      const group = Math.floor(random() * sums.length);
      sum += sums[group] ?? 0;
      size += sizes[group] ?? 0;
    }
    means[resample] = sum / size;
  }
  means.sort();
  const tail = (1 - level) / 2;
  const diff = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  return { diff, ci: [percentile(means, tail), percentile(means, 1 - tail)] };
}

function sumByGroup(differences: readonly number[], groups: readonly (string | number)[]) {
  const places = new Map<string | number, number>();
  const sums: number[] = [];
  const sizes: number[] = [];
  for (const [index, difference] of differences.entries()) {
    const group = groups[index] ?? "";
    let place = places.get(group);
    if (place === undefined) {
      place = sums.length;
      places.set(group, place);
      sums.push(0);
      sizes.push(0);
    }
    sums[place] = (sums[place] ?? 0) + difference;
    sizes[place] = (sizes[place] ?? 0) + 1;
  }
  return { sums, sizes };
}

function percentile(sorted: Float64Array, share: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))));
  return sorted[index] ?? Number.NaN;
}
