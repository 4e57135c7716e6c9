/** Rows of numbers, one column after the other, each value replaced by the number of its bin. */
export interface BinnedTable {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Bin of row r in column f at `f * rowCount + r`. */
  readonly bins: Uint8Array;
  /** For each column the thresholds between its bins, rising: bin b holds x with b thresholds ≤ x. */
  readonly thresholds: readonly Float64Array[];
}

/** A bin number is one byte. */
export const MOST_BINS = 256;

/**
 * Puts every column into bins: one bin a distinct value where there are few, else about the same
 * number of rows in each. A threshold lies half way between two values that occur, so a split there
 * means the same for the values as for the bins.
 *
 * @param rows row after row, `rowCount × featureCount` finite numbers; missing is −1, others ≥ 0.
 * @throws RangeError where the sizes do not fit or a number is not finite.
 */
export function binRows(
  rows: Float32Array | Float64Array,
  featureCount: number,
  mostBins = MOST_BINS,
): BinnedTable {
  const rowCount = rows.length / featureCount;
  if (!Number.isInteger(rowCount)) throw new RangeError("The last row is not complete.");
  if (!Number.isInteger(mostBins) || mostBins < 2 || mostBins > MOST_BINS) {
    throw new RangeError(`The number of bins must be from 2 to ${MOST_BINS}.`);
  }
  if (!rows.every(Number.isFinite)) throw new RangeError("A feature is not a finite number.");
  const bins = new Uint8Array(rowCount * featureCount);
  const thresholds: Float64Array[] = [];
  const column = new Float64Array(rowCount);
  for (let feature = 0; feature < featureCount; feature++) {
    for (let row = 0; row < rowCount; row++) column[row] = at(rows, row * featureCount + feature);
    const cuts = thresholdsOf(column.toSorted(), mostBins);
    thresholds.push(cuts);
    const base = feature * rowCount;
    for (let row = 0; row < rowCount; row++) bins[base + row] = binOf(at(column, row), cuts);
  }
  return { rowCount, featureCount, bins, thresholds };
}

/** A threshold before each value that starts a new bin. */
function thresholdsOf(sorted: Float64Array, mostBins: number): Float64Array {
  let distinct = sorted.length > 0 ? 1 : 0;
  for (let row = 1; row < sorted.length; row++) {
    if (at(sorted, row) !== at(sorted, row - 1)) distinct += 1;
  }
  const isFew = distinct <= mostBins;
  const cuts: number[] = [];
  let next = sorted.length / mostBins;
  for (let row = 1; row < sorted.length; row++) {
    const [before, value] = [at(sorted, row - 1), at(sorted, row)];
    if (value === before || (!isFew && row < next)) continue;
    cuts.push(between(before, value));
    // Values that repeat fill several shares; the next bin starts after them.
    while (next <= row) next += sorted.length / mostBins;
  }
  return Float64Array.from(cuts.slice(0, mostBins - 1));
}

/** Half way; the upper value itself where rounding would reach the lower one. */
function between(lower: number, upper: number): number {
  const middle = lower + (upper - lower) / 2;
  return middle > lower ? middle : upper;
}

/** How many thresholds are not above the value, by bisection. */
function binOf(value: number, cuts: Float64Array): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(cuts, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function at(numbers: Float32Array | Float64Array, index: number): number {
  return numbers[index] as number;
}
