import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sigmoid } from "../../src/forest/tree-model.js";
import { seededRandom } from "../../src/forest/train-random.js";
import { areaUnderCurve, fitSigmoid } from "../../src/training/calibrate.js";

describe("fitSigmoid", () => {
  it("finds the sigmoid that the labels were drawn from", () => {
    const random = seededRandom(7);
    const margins = Array.from({ length: 20_000 }, () => 8 * random() - 4);
    const labels = margins.map((margin) => (random() < sigmoid(0.5 * margin - 1) ? 1 : 0));
    const { slope, offset } = fitSigmoid(margins, labels);
    expect(Math.abs(slope - 0.5)).toBeLessThan(0.05);
    expect(Math.abs(offset + 1)).toBeLessThan(0.1);
  });

  it("makes the mean probability the share of positives, but for Platt's smoothing", () => {
    const labels = Array.from({ length: 400 }, (_, row) => (row % 4 === 0 ? 1 : 0));
    const margins = labels.map((label, row) => 2 * label + Math.sin(row));
    const { slope, offset } = fitSigmoid(margins, labels);
    const mean =
      margins.reduce((sum, margin) => sum + sigmoid(slope * margin + offset), 0) / labels.length;
    expect(mean).toBeCloseTo(0.25, 2);
  });
});

describe("areaUnderCurve", () => {
  it("is the share of pairs in which the positive scores higher, ties half", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 1)), { minLength: 2 }),
        (rows) => {
          const positives = rows.filter(([, label]) => label === 1);
          const negatives = rows.filter(([, label]) => label === 0);
          fc.pre(positives.length > 0 && negatives.length > 0);
          let won = 0;
          for (const [one] of positives) {
            for (const [other] of negatives) won += one > other ? 1 : one === other ? 0.5 : 0;
          }
          const area = areaUnderCurve(
            rows.map(([score]) => score),
            rows.map(([, label]) => label),
          );
          expect(area).toBeCloseTo(won / (positives.length * negatives.length), 9);
        },
      ),
    );
  });

  it("is not a number where a class is empty", () => {
    expect(areaUnderCurve([1, 2], [1, 1])).toBeNaN();
  });
});
