import { describe, expect, it } from "vitest";
import { compileForest } from "../../src/forest/forest.js";
import { binRows } from "../../src/forest/train-bins.js";
import { trainBoosting } from "../../src/forest/train-boosting.js";
import { trainForest } from "../../src/forest/train-forest.js";
import { seededRandom } from "../../src/forest/train-random.js";

const ROWS = 600;
const FEATURES = 4;

/** y depends on the first two columns only; the others are noise. */
function world(seed: number): { rows: Float64Array; targets: Float64Array } {
  const random = seededRandom(seed);
  const rows = new Float64Array(ROWS * FEATURES).map(() => random());
  const targets = new Float64Array(ROWS).map((_, row) => {
    const [one, other] = rows.subarray(row * FEATURES, row * FEATURES + 2);
    return (one ?? 0) > 0.5 !== (other ?? 0) > 0.5 ? 1 : 0;
  });
  return { rows, targets };
}

function rowOf(rows: Float64Array, row: number): Float64Array {
  return rows.subarray(row * FEATURES, (row + 1) * FEATURES);
}

describe("seededRandom", () => {
  it("gives the same numbers for a seed, others for another, evenly from 0 to 1", () => {
    const take = (seed: number): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 10_000 }, random);
    };
    expect(take(13)).toEqual(take(13));
    expect(take(13)).not.toEqual(take(14));
    const mean = take(13).reduce((sum, value) => sum + value, 0) / 10_000;
    // Five standard errors of a uniform mean.
    expect(Math.abs(mean - 0.5)).toBeLessThan((5 * Math.sqrt(1 / 12)) / 100);
    expect(take(13).every((value) => value >= 0 && value < 1)).toBe(true);
  });
});

describe("trainForest", () => {
  const { rows, targets } = world(1);
  const settings = { trees: 40, minLeaf: 4, featuresPerSplit: 2 };

  it("learns an exclusive or that no single feature shows, on rows it has not seen", () => {
    const forest = compileForest(trainForest(binRows(rows, FEATURES), targets, settings));
    const unseen = world(2);
    const right = unseen.targets.filter(
      (target, row) => forest.predict(rowOf(unseen.rows, row)) > 0.5 === (target === 1),
    );
    expect(right.length / ROWS).toBeGreaterThan(0.85);
  });

  it("is the same forest for the same seed and another for another seed", () => {
    const table = binRows(rows, FEATURES);
    const fit = (seed: number): unknown => trainForest(table, targets, { ...settings, seed });
    expect(fit(13)).toEqual(fit(13));
    expect(fit(13)).not.toEqual(fit(14));
  });

  it("keeps minLeaf distinct rows in a leaf, whatever the bootstrap draws", () => {
    // Each tree has at most ROWS / minLeaf leaves then.
    for (const tree of trainForest(binRows(rows, FEATURES), targets, { trees: 5, minLeaf: 50 })) {
      expect(tree.feature.filter((feature) => feature === -1).length).toBeLessThanOrEqual(12);
    }
  });

  it("refuses targets that do not fit", () => {
    const table = binRows(rows, FEATURES);
    expect(() => trainForest(table, [1])).toThrow(RangeError);
    expect(() =>
      trainForest(
        table,
        targets.map(() => NaN),
      ),
    ).toThrow(RangeError);
  });
});

describe("trainBoosting", () => {
  const { rows, targets } = world(3);
  const table = binRows(rows, FEATURES);

  it("lowers the loss with every tree when each sees all rows", () => {
    const { losses } = trainBoosting(table, targets, { rounds: 60, minLeaf: 5 });
    for (let round = 1; round < losses.length; round++) {
      expect(losses[round]).toBeLessThanOrEqual((losses[round - 1] ?? 0) + 1e-12);
    }
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 3);
  });

  it("reports the loss that its own trees give", () => {
    const { base, trees, losses } = trainBoosting(table, targets, { rounds: 15, minLeaf: 5 });
    const { predict } = compileForest(trees);
    let loss = 0;
    for (const [row, target] of targets.entries()) {
      const margin = base + trees.length * predict(rowOf(rows, row));
      const probability = 1 / (1 + Math.exp(-margin));
      loss -= Math.log(target === 1 ? probability : 1 - probability) / ROWS;
    }
    expect(losses.at(-1)).toBeCloseTo(loss, 9);
  });

  it("starts from the log-odds of the weighted mean", () => {
    const { base } = trainBoosting(binRows(Float64Array.of(1, 1, 1), 1), [1, 0, 0], {}, [2, 1, 1]);
    expect(base).toBeCloseTo(0, 12);
    const plain = trainBoosting(binRows(Float64Array.of(1, 1, 1, 1), 1), [1, 0, 0, 0]);
    expect(plain.base).toBeCloseTo(Math.log(1 / 3), 12);
  });

  it("takes degrees between 0 and 1, and refuses others", () => {
    const degrees = targets.map((target) => 0.25 + target / 2);
    const { base, trees } = trainBoosting(table, degrees, { rounds: 120, minLeaf: 5 });
    const { predict } = compileForest(trees);
    const margins = degrees.map((_, row) => base + trees.length * predict(rowOf(rows, row)));
    const error = margins.map((m, row) => Math.abs(1 / (1 + Math.exp(-m)) - (degrees[row] ?? 0)));
    expect(error.reduce((sum, value) => sum + value, 0) / ROWS).toBeLessThan(0.06);
    expect(() =>
      trainBoosting(
        table,
        targets.map((target) => 2 * target),
      ),
    ).toThrow(RangeError);
  });
});
