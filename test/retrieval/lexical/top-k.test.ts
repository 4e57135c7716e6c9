import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { topK } from "../../../src/retrieval/lexical/top-k.js";

const numbersOf = (scores: number[], k: number, accepts?: (number: number) => boolean): number[] =>
  topK(Float64Array.from(scores), k, accepts).map(({ number }) => number);

describe("topK", () => {
  it("gives the best first and equal scores by rising number", () => {
    expect(numbersOf([1, 3, 0, 3, 2, 3], 4)).toEqual([1, 3, 5, 4]);
    expect(numbersOf([1, 3, 0, 3, 2, 3], 2)).toEqual([1, 3]);
  });

  it("leaves out what has no score above 0", () => {
    expect(numbersOf([0, -1, Number.NaN, 2], 10)).toEqual([3]);
    expect(numbersOf([1], 0)).toEqual([]);
    expect(numbersOf([], 3)).toEqual([]);
  });

  it("agrees with filtering and sorting everything", () => {
    const score = fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 200 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (scores, k, divisor) => {
          const accepts = (number: number): boolean => number % divisor === 0;
          const expected = scores
            .map((value, number) => ({ number, score: value }))
            .filter((item) => item.score > 0 && accepts(item.number))
            .toSorted((one, other) => other.score - one.score || one.number - other.number)
            .slice(0, k);
          expect(topK(Float64Array.from(scores), k, accepts)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});
