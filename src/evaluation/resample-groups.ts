import { DynaKragError } from "../errors.js";
import type { RandomSource } from "../forest/train-random.js";

/** How the resampling is done. */
export interface BootstrapOptions {
  /** A whole number from 1 on (default 10,000). */
  resamples?: number;
  /** Default 13. */
  seed?: number;
  /** Of the interval, between 0 and 1 (default .95). */
  level?: number;
}

/** Sums of several columns over the questions of each group: all that a resample needs of them. */
export interface GroupSums {
  /** One row a group, one number a column; row after row. */
  sums: Float64Array;
  /** Number of columns. */
  width: number;
  /** Number of groups. */
  count: number;
}

/** Fills in the defaults. @throws DynaKragError `INVALID_SETTINGS` for values out of bounds. */
export function bootstrapSettings({
  resamples = 10_000,
  seed = 13,
  level = 0.95,
}: BootstrapOptions): Required<BootstrapOptions> {
  const valid = Number.isInteger(resamples) && resamples >= 1 && level > 0 && level < 1;
  if (valid && Number.isFinite(seed)) return { resamples, seed, level };
  throw new DynaKragError({
    code: "INVALID_SETTINGS",
    message: "The bootstrap cannot be run with these settings.",
    remedy: "Give at least 1 resample, a level between 0 and 1, and a number as seed.",
  });
}

/**
 * Adds up each column over the questions of each group. Groups stand in the order of their first
 * question.
 *
 * @param columns Each with one number a question.
 * @throws DynaKragError `INVALID_INPUT` where there is no question, lengths differ or a number is
 * not finite.
 */
export function sumByGroup(
  columns: readonly ArrayLike<number>[],
  groups: readonly (string | number)[],
): GroupSums {
  if (groups.length === 0 || columns.some(({ length }) => length !== groups.length)) {
    throw badColumns("There must be one value and one group for each of at least one question.");
  }
  const places = new Map<string | number, number>();
  for (const group of groups) if (!places.has(group)) places.set(group, places.size);
  const width = columns.length;
  const sums = new Float64Array(places.size * width);
  for (const [question, group] of groups.entries()) {
    const row = (places.get(group) ?? 0) * width;
    for (const [column, values] of columns.entries()) {
      sums[row + column] = (sums[row + column] ?? 0) + (values[question] ?? Number.NaN);
    }
  }
  if (!sums.every(Number.isFinite)) throw badColumns("A score is not a finite number.");
  return { sums, width, count: places.size };
}

/** Draws as many groups as there are, with replacement, and writes their sums into `totals`. */
export function drawGroups(
  { sums, width, count }: GroupSums,
  random: RandomSource,
  totals: Float64Array,
): void {
  totals.fill(0);
  for (let drawn = 0; drawn < count; drawn++) {
    const row = Math.floor(random() * count) * width;
    for (let column = 0; column < width; column++) {
      totals[column] = (totals[column] ?? 0) + (sums[row + column] ?? 0);
    }
  }
}

/** The interval that holds the middle `level` of the values, which it sorts. */
export function percentileInterval(
  values: Float64Array,
  level: number,
): [low: number, high: number] {
  values.sort();
  const tail = (1 - level) / 2;
  return [percentile(values, tail), percentile(values, 1 - tail)];
}

function percentile(sorted: Float64Array, share: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))));
  return sorted[index] ?? Number.NaN;
}

function badColumns(message: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message,
    remedy: "Give each question one finite number and the group it belongs to.",
  });
}
