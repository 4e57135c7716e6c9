import { DynaKragError } from "../../errors.js";

/** How vectors are compared. */
export const METRICS = ["cosine", "l2", "ip"] as const;

/** `cosine`, `l2` (Euclidean distance) or `ip` (inner product). */
export type Metric = (typeof METRICS)[number];

const FIRST_CAPACITY = 1024;
const BYTES = 4;

/**
 * Vectors of one dimension in one block of 32-bit floats, numbered from 0 in order of arrival. With
 * the metric `cosine` they are stored at length 1; a vector of zeros stays as it is and is similar
 * to nothing.
 */
export class VectorTable {
  readonly metric: Metric;
  readonly dimension: number;
  #count = 0;
  #data: Float32Array;

  constructor(metric: Metric, dimension: number, data?: Float32Array) {
    this.metric = metric;
    this.dimension = dimension;
    this.#data = data ?? new Float32Array(FIRST_CAPACITY * dimension);
    this.#count = data ? data.length / dimension : 0;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes a vector that {@link VectorTable.prepare} gave. */
  add(prepared: Float32Array): void {
    const end = (this.#count + 1) * this.dimension;
    if (end > this.#data.length) {
      const larger = new Float32Array(2 * this.#data.length);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(prepared, this.#count * this.dimension);
    this.#count += 1;
  }

  /** The vector of this number: a view, not a copy. */
  vector(number: number): Float32Array {
    return this.#data.subarray(number * this.dimension, (number + 1) * this.dimension);
  }

  /**
   * Checks a vector from an embedding model and makes it comparable with those of the table.
   *
   * @throws DynaKragError `INDEX_MISMATCH` for another dimension, `INVALID_INPUT` for what is no
   *   finite number.
   */
  prepare(vector: readonly number[]): Float32Array {
    if (vector.length !== this.dimension) throw wrongDimension(this.dimension, vector.length);
    const prepared = Float32Array.from(vector);
    if (!areFinite(prepared)) {
      throw new DynaKragError({
        code: "INVALID_INPUT",
        message: "A vector holds a value that is no finite 32-bit number.",
        remedy: "Check the embedding model.",
      });
    }
    if (this.metric !== "cosine") return prepared;
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return length > 0 ? Float32Array.from(vector, (value) => value / length) : prepared;
  }

  /**
   * How similar a vector of the table is to a prepared one; higher is better. The cosine, the inner
   * product, or for `l2` 1 / (1 + squared distance).
   */
  similarity(number: number, prepared: Float32Array): number {
    const start = number * this.dimension;
    if (this.metric !== "l2") return dotProduct(this.#data, start, prepared);
    return 1 / (1 + squaredDistance(this.#data, start, prepared));
  }

  /** A table of the vectors with these numbers, in this order. */
  pick(numbers: readonly number[]): VectorTable {
    const table = new VectorTable(this.metric, this.dimension);
    for (const number of numbers) table.add(this.vector(number));
    return table;
  }

  /** The vectors one after the other, each value in four bytes, little-endian. */
  toBytes(): Uint8Array {
    const { buffer, byteOffset } = this.#data;
    return new Uint8Array(buffer, byteOffset, this.#count * this.dimension * BYTES);
  }

  /** The reverse of {@link VectorTable.toBytes}; undefined where the bytes do not fit. */
  static fromBytes(
    bytes: Uint8Array,
    { metric, dimension, count }: { metric: Metric; dimension: number; count: number },
  ): VectorTable | undefined {
    if (bytes.byteLength !== count * dimension * BYTES) return undefined;
    // A copy where the block does not start at a multiple of four.
    const { buffer, byteOffset } = bytes.byteOffset % BYTES === 0 ? bytes : Uint8Array.from(bytes);
    const data = new Float32Array(buffer, byteOffset, count * dimension);
    return areFinite(data) ? new VectorTable(metric, dimension, data) : undefined;
  }
}

// Four sums at a time: with one, each addition waits for the one before (five times slower).

function dotProduct(data: Float32Array, start: number, other: Float32Array): number {
  const length = other.length;
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    one += data[start + at] * other[at];
    two += data[start + at + 1] * other[at + 1];
    three += data[start + at + 2] * other[at + 2];
    four += data[start + at + 3] * other[at + 3];
  }
  for (; at < length; at += 1) one += data[start + at] * other[at];
  return one + two + three + four;
}

function squaredDistance(data: Float32Array, start: number, other: Float32Array): number {
  const length = other.length;
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    one += (data[start + at] - other[at]) ** 2;
    two += (data[start + at + 1] - other[at + 1]) ** 2;
    three += (data[start + at + 2] - other[at + 2]) ** 2;
    four += (data[start + at + 3] - other[at + 3]) ** 2;
  }
  for (; at < length; at += 1) one += (data[start + at] - other[at]) ** 2;
  return one + two + three + four;
}

/** A plain loop: `every` takes seven times as long for millions of values. */
function areFinite(values: Float32Array): boolean {
  for (let at = 0; at < values.length; at += 1) {
    if (!Number.isFinite(values[at])) return false;
  }
  return true;
}

/** An `INDEX_MISMATCH` error that names both dimensions. */
export function wrongDimension(expected: number, actual: number): DynaKragError {
  return new DynaKragError({
    code: "INDEX_MISMATCH",
    message: `The index has vectors of ${expected} dimensions, the embedding model gives ${actual}.`,
    remedy: "Use the embedding model that the index was built with, or build the index again.",
    details: { expected, actual },
  });
}
