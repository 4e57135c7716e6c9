import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointAtPassages, pointAtValue, type CurvePoint } from "../../src/evaluation/curve.js";

const point = (passages: number, value: number, tokens: number): CurvePoint => {
  return { passages, value, tokens };
};

/** Rising, then flat, then falling. Given out of order. */
const curve = [point(6, 0.8, 2200), point(3, 0.5, 1000), point(12, 0.6, 5000), point(9, 0.8, 3200)];

describe("a curve at a number of passages", () => {
  it.each([
    [3, 0.5, 1000, "its first point"],
    [4, 0.6, 1400, "a third of the way from 3 to 6"],
    [6, 0.8, 2200, "a point"],
    [7.5, 0.8, 2700, "half-way on the flat part"],
    [10, 0.8 - 0.2 / 3, 3800, "a third of the way down"],
    [12, 0.6, 5000, "its last point"],
  ])("is read at %d: %d, %d (%s)", (passages, value, tokens) => {
    const read = pointAtPassages(curve, passages);
    expect(read?.passages).toBe(passages);
    expect(read?.value).toBeCloseTo(value, 12);
    expect(read?.tokens).toBeCloseTo(tokens, 9);
  });

  it("is not read beyond its ends", () => {
    expect(pointAtPassages(curve, 2.99)).toBeUndefined();
    expect(pointAtPassages(curve, 12.01)).toBeUndefined();
    expect(pointAtPassages([], 3)).toBeUndefined();
  });

  it("is read at its end point, if asked to, where it reads fewer, and never where it reads more", () => {
    expect(pointAtPassages(curve, 13, { endPoint: true })).toEqual(point(12, 0.6, 5000));
    expect(pointAtPassages(curve, 2, { endPoint: true })).toBeUndefined();
    expect(pointAtPassages([], 3, { endPoint: true })).toBeUndefined();
  });

  it("may be a single point", () => {
    const single = [point(3, 0.5, 1000)];
    expect(pointAtPassages(single, 3)).toEqual(single[0]);
    expect(pointAtPassages(single, 3.5)).toBeUndefined();
  });

  it("takes points with as many passages as one: their mean", () => {
    const tied = [point(3, 0.3, 100), point(3, 0.6, 200), point(3, 0.6, 300), point(5, 0.7, 400)];
    expect(pointAtPassages(tied, 3)?.value).toBeCloseTo(0.5, 12);
    expect(pointAtPassages(tied, 3)?.tokens).toBeCloseTo(200, 9);
    expect(pointAtPassages(tied, 4)?.value).toBeCloseTo(0.6, 12);
  });
});

describe("a curve read the other way", () => {
  it.each([
    [0.5, 3, 1000, "its first point"],
    [0.6, 4, 1400, "on its way up, not on its way down"],
    [0.8, 6, 2200, "where the flat part begins"],
  ])("reaches %d at %d passages and %d tokens (%s)", (value, passages, tokens) => {
    const read = pointAtValue(curve, value);
    expect(read?.value).toBe(value);
    expect(read?.passages).toBeCloseTo(passages, 12);
    expect(read?.tokens).toBeCloseTo(tokens, 9);
  });

  it("is not read where it does not reach, or starts with more", () => {
    expect(pointAtValue(curve, 0.81)).toBeUndefined();
    expect(pointAtValue(curve, 0.49)).toBeUndefined();
    expect(pointAtValue([], 0.5)).toBeUndefined();
  });

  it("is read at its fewest passages, if asked to, where it starts with more, and never below", () => {
    expect(pointAtValue(curve, 0.2, { endPoint: true })).toEqual(point(3, 0.5, 1000));
    expect(pointAtValue(curve, 0.81, { endPoint: true })).toBeUndefined();
  });
});

describe("a second computation", () => {
  const points = fc.uniqueArray(
    fc.record({
      passages: fc.integer({ min: 0, max: 12 }),
      value: fc.integer({ min: 0, max: 8 }).map((eighths) => eighths / 8),
      tokens: fc.integer({ min: 0, max: 4000 }),
    }),
    { minLength: 1, maxLength: 8, selector: ({ passages }) => passages },
  );

  /** Weighs every pair of points that has the place between them and no point in between. */
  function slowAt(all: readonly CurvePoint[], passages: number): CurvePoint | undefined {
    for (const left of all) {
      for (const right of all) {
        if (left.passages > passages || right.passages < passages) continue;
        const inner = all.some((p) => p.passages > left.passages && p.passages < right.passages);
        if (inner) continue;
        const width = right.passages - left.passages;
        if (width === 0) return left;
        const [one, other] = [right.passages - passages, passages - left.passages];
        return {
          passages,
          value: (left.value * one + right.value * other) / width,
          tokens: (left.tokens * one + right.tokens * other) / width,
        };
      }
    }
    return undefined;
  }

  it("weighs the neighbours alike", () => {
    const place = fc.integer({ min: -4, max: 56 }).map((quarters) => quarters / 4);
    fc.assert(
      fc.property(points, place, (all, passages) => {
        const [read, slow] = [pointAtPassages(all, passages), slowAt(all, passages)];
        expect(read === undefined).toBe(slow === undefined);
        if (!read || !slow) return;
        expect(read.value).toBeCloseTo(slow.value, 9);
        expect(read.tokens).toBeCloseTo(slow.tokens, 6);
      }),
      { numRuns: 500 },
    );
  });

  it("walks along the curve to the value in small steps and gets there at the same place", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 8 }), (all, eighths) => {
        const value = eighths / 8;
        const [first, last] = [0, 12].map((end) => all.map((p) => Math.abs(p.passages - end)));
        const from = Math.min(...(first ?? []));
        const to = 12 - Math.min(...(last ?? []));
        const read = pointAtValue(all, value);
        const step = 1 / 256;
        let reached: number | undefined;
        for (let at = from; at <= to; at += step) {
          if ((slowAt(all, at)?.value ?? -1) < value - 1e-12) continue;
          reached = at;
          break;
        }
        const startsAbove = (slowAt(all, from)?.value ?? 0) > value;
        if (reached === undefined || startsAbove) {
          expect(read).toBeUndefined();
          return;
        }
        expect(Math.abs((read?.passages ?? Number.NaN) - reached)).toBeLessThanOrEqual(step);
      }),
      { numRuns: 200 },
    );
  });
});
