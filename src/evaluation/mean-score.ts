import { DynaKragError } from "../errors.js";

/** An average that says how many questions it is of. */
export interface MeanScore {
  /** undefined where nothing could be averaged; never NaN. */
  mean: number | undefined;
  /** How many values went into it. */
  n: number;
}

/**
 * Averages a score over the questions that have it; the others (undefined) are left out and not
 * counted.
 *
 * @throws DynaKragError `INVALID_INPUT` for NaN and ±Infinity, which would spoil the average.
 * @example
 * ```ts
 * import { meanScore } from "dynakrag";
 *
 * meanScore([1, undefined, 0.5]); // { mean: 0.75, n: 2 }
 * meanScore([undefined]); // { mean: undefined, n: 0 }
 * ```
 */
export function meanScore(values: Iterable<number | undefined>): MeanScore {
  let sum = 0;
  let n = 0;
  for (const value of values) {
    if (value === undefined) continue;
    if (!Number.isFinite(value)) throw notFinite();
    sum += value;
    n += 1;
  }
  return { mean: n === 0 ? undefined : sum / n, n };
}

function notFinite(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "A score to be averaged is not a finite number.",
    remedy: "Give undefined where a question has no such score.",
  });
}
