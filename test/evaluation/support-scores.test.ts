import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import { recallAt, scoreSupport } from "../../src/evaluation/support-scores.js";

/** Retrieved, gold, recall, precision, F1, all gold, recall at 1, 2, 5 and 10; worked by hand. */
type Row = [string, string, number, number, number, number, number, number, number, number];
const WORKED: [why: string, ...Row][] = [
  ["all, in order", "a b", "a b", 1, 1, 1, 1, 1 / 2, 1, 1, 1],
  ["nothing retrieved", "", "a b", 0, 0, 0, 0, 0, 0, 0, 0],
  ["nothing right", "x y z", "a b", 0, 0, 0, 0, 0, 0, 0, 0],
  ["one of two, third", "x y a", "a b", 1 / 2, 1 / 3, 2 / 5, 0, 0, 0, 1 / 2, 1 / 2],
  ["one gold, first of four", "a x y z", "a", 1, 1 / 4, 2 / 5, 1, 1, 1, 1, 1],
  ["gold at 1 and 6", "a v w x y b", "a b", 1, 1 / 3, 1 / 2, 1, 1 / 2, 1 / 2, 1 / 2, 1],
  ["two of four hops", "x c y a", "a b c d", 1 / 2, 1 / 2, 1 / 2, 0, 0, 1 / 4, 1 / 2, 1 / 2],
  ["a repeat counts once", "a a a b", "a b", 1, 1, 1, 1, 1 / 2, 1, 1, 1],
  ["a repeated miss counts once", "x x a", "a", 1, 1 / 2, 2 / 3, 1, 0, 1, 1, 1],
  [
    "a repeated gold id counts once",
    "a x",
    "a a b",
    1 / 2,
    1 / 2,
    1 / 2,
    0,
    1 / 2,
    1 / 2,
    1 / 2,
    1 / 2,
  ],
  ["gold at 11", "1 2 3 4 5 6 7 8 9 10 a", "a", 1, 1 / 11, 1 / 6, 1, 0, 0, 0, 0],
  ["gold at 5 and 10", "1 2 3 4 a 6 7 8 9 b", "a b", 1, 1 / 5, 1 / 3, 1, 0, 0, 1 / 2, 1],
  ["gold at 2 and 3", "x a b", "a b", 1, 2 / 3, 4 / 5, 1, 0, 1 / 2, 1, 1],
];

const words = (text: string): string[] => text.split(" ").filter(Boolean);

describe("scoreSupport", () => {
  it.each(WORKED)("%s: %j against %j", (_why, retrieved, gold, ...expected) => {
    const score = scoreSupport(words(retrieved), words(gold));
    const [recall, precision, f1, allGold, at1, at2, at5, at10] = expected;
    expect(score?.recall).toBeCloseTo(recall, 12);
    expect(score?.precision).toBeCloseTo(precision, 12);
    expect(score?.f1).toBeCloseTo(f1, 12);
    expect(score?.allGold).toBe(allGold);
    expect(score?.recallAt1).toBeCloseTo(at1, 12);
    expect(score?.recallAt2).toBeCloseTo(at2, 12);
    expect(score?.recallAt5).toBeCloseTo(at5, 12);
    expect(score?.recallAt10).toBeCloseTo(at10, 12);
  });

  it("EV-4: gives no score, and no NaN, where there is no gold passage", () => {
    expect(scoreSupport(["a"], [])).toBeUndefined();
    expect(scoreSupport([], [])).toBeUndefined();
    expect(recallAt(["a"], [], 5)).toBeUndefined();
  });

  it("agrees with counting hits and misses one by one, as the official script does", () => {
    const ids = fc.array(fc.constantFrom(..."abcdefghijklmnop"), { maxLength: 16 });
    fc.assert(
      fc.property(ids, ids, (retrieved, gold) => {
        const score = scoreSupport(retrieved, gold);
        fc.pre(gold.length > 0);
        let [hits, misses, notFound, seen] = [0, 0, 0, 0];
        const hitsAt = new Map<number, number>([[0, 0]]);
        for (const [index, id] of retrieved.entries()) {
          if (retrieved.indexOf(id) !== index) continue;
          if (gold.includes(id)) hits++;
          else misses++;
          seen++;
          hitsAt.set(seen, hits);
        }
        for (const [index, id] of gold.entries()) {
          if (gold.indexOf(id) === index && !retrieved.includes(id)) notFound++;
        }
        const recall = hits / (hits + notFound);
        const precision = hits + misses === 0 ? 0 : hits / (hits + misses);
        const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
        expect(score?.recall).toBeCloseTo(recall, 12);
        expect(score?.precision).toBeCloseTo(precision, 12);
        expect(score?.f1).toBeCloseTo(f1, 12);
        expect(score?.allGold).toBe(notFound === 0 ? 1 : 0);
        for (const [k, found] of [
          [1, score?.recallAt1],
          [2, score?.recallAt2],
          [5, score?.recallAt5],
          [10, score?.recallAt10],
        ] as const) {
          const slow = (hitsAt.get(Math.min(k, seen)) ?? 0) / (hits + notFound);
          expect(found).toBeCloseTo(slow, 12);
          expect(recallAt(retrieved, gold, k)).toBe(found);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("recallAt", () => {
  it("grows with k and ends at the recall", () => {
    const retrieved = words("x a y y b z c");
    const values = [1, 2, 3, 4, 5, 6, 100].map((k) => recallAt(retrieved, ["a", "b", "c", "d"], k));
    expect(values).toEqual([0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses k = %d", (k) => {
    expect(() => recallAt(["a"], ["a"], k)).toThrow(DynaKragError);
  });
});
