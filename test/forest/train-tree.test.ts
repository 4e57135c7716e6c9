import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileForest } from "../../src/forest/forest.js";
import type { FlatTree } from "../../src/forest/forest.js";
import { binRows } from "../../src/forest/train-bins.js";
import { seededRandom } from "../../src/forest/train-random.js";
import { growTree } from "../../src/forest/train-tree.js";

function regressionTree(
  rows: readonly number[][],
  targets: readonly number[],
  { maxDepth = 10, minLeaf = 1 } = {},
): FlatTree {
  const features = rows[0]?.length ?? 1;
  const table = binRows(Float64Array.from(rows.flat()), features);
  const gradient = Float64Array.from(targets);
  const hessian = new Float64Array(targets.length).fill(1);
  const all = Int32Array.from(targets.keys());
  const settings = { maxDepth, minLeaf, featuresPerSplit: features };
  return growTree(table, { gradient, hessian }, all, settings, seededRandom(1));
}

/** Which leaf each row ends in. */
function leavesOf(tree: FlatTree, rows: readonly number[][]): number[] {
  return rows.map((row) => {
    let node = 0;
    while (tree.feature[node] !== -1) {
      const goesLeft = (row[tree.feature[node] ?? 0] ?? 0) < (tree.threshold[node] ?? 0);
      node = (goesLeft ? tree.left[node] : tree.right[node]) ?? 0;
    }
    return node;
  });
}

function squaredError(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

const smallTables = fc
  .record({
    features: fc.integer({ min: 1, max: 3 }),
    rows: fc.integer({ min: 4, max: 30 }),
    minLeaf: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ features, rows, minLeaf }) =>
    fc.record({
      minLeaf: fc.constant(minLeaf),
      rows: fc.array(
        fc.array(fc.integer({ min: -1, max: 6 }), { minLength: features, maxLength: features }),
        { minLength: rows, maxLength: rows },
      ),
      targets: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: rows, maxLength: rows }),
    }),
  );

describe("growTree", () => {
  it("recovers a step function from its two sides", () => {
    const rows = Array.from({ length: 100 }, (_, x) => [x]);
    const tree = regressionTree(
      rows,
      rows.map(([x]) => ((x ?? 0) < 37 ? 2 : 5)),
    );
    expect(tree.feature).toEqual([0, -1, -1]);
    expect(tree.threshold[0]).toBe(36.5);
    expect(compileForest([tree]).predict([36])).toBe(2);
    expect(compileForest([tree]).predict([37])).toBe(5);
  });

  it("splits a missing value (−1) from the values that are there", () => {
    const rows = [[-1], [-1], [0], [0.5], [3]];
    const predict = compileForest([regressionTree(rows, [7, 7, 1, 1, 1])]).predict;
    expect([predict([-1]), predict([0]), predict([9])]).toEqual([7, 1, 1]);
  });

  it("keeps at least minLeaf rows in every leaf and predicts their mean", () => {
    fc.assert(
      fc.property(smallTables, ({ rows, targets, minLeaf }) => {
        const tree = regressionTree(rows, targets, { minLeaf });
        const leaves = leavesOf(tree, rows);
        for (const leaf of new Set(leaves)) {
          const held = targets.filter((_, row) => leaves[row] === leaf);
          if (tree.feature.length > 1) expect(held.length).toBeGreaterThanOrEqual(minLeaf);
          const mean = held.reduce((sum, value) => sum + value, 0) / held.length;
          expect(tree.value[leaf]).toBeCloseTo(mean, 9);
        }
      }),
    );
  });

  it("goes no deeper than maxDepth", () => {
    fc.assert(
      fc.property(smallTables, fc.integer({ min: 0, max: 3 }), ({ rows, targets }, maxDepth) => {
        const tree = regressionTree(rows, targets, { maxDepth });
        expect(tree.feature.filter((feature) => feature === -1).length).toBeLessThanOrEqual(
          2 ** maxDepth,
        );
      }),
    );
  });

  it("finds the same first split as an exhaustive search over all values", () => {
    fc.assert(
      fc.property(smallTables, ({ rows, targets, minLeaf }) => {
        let best = squaredError(targets);
        for (let feature = 0; feature < (rows[0]?.length ?? 0); feature++) {
          for (const cut of rows.map((row) => row[feature] ?? 0)) {
            const isLeft = rows.map((row) => (row[feature] ?? 0) < cut);
            const left = targets.filter((_, row) => isLeft[row]);
            const right = targets.filter((_, row) => !isLeft[row]);
            if (Math.min(left.length, right.length) < minLeaf) continue;
            best = Math.min(best, squaredError(left) + squaredError(right));
          }
        }
        const leaves = leavesOf(regressionTree(rows, targets, { maxDepth: 1, minLeaf }), rows);
        const error = [...new Set(leaves)]
          .map((leaf) => squaredError(targets.filter((_, row) => leaves[row] === leaf)))
          .reduce((sum, value) => sum + value, 0);
        expect(error).toBeCloseTo(best, 6);
      }),
    );
  });
});

describe("binRows", () => {
  it("splits only between values that occur, also in floats next to each other", () => {
    const upper = 0.1 + Number.EPSILON / 16;
    const table = binRows(Float64Array.of(0.1, upper), 1);
    expect([...table.bins]).toEqual([0, 1]);
    expect(table.thresholds[0]?.[0]).toBeGreaterThan(0.1);
    expect(table.thresholds[0]?.[0]).toBeLessThanOrEqual(upper);
  });

  it("puts a value into the bin whose thresholds it has reached, and fills bins evenly", () => {
    const values = Float64Array.from({ length: 10_000 }, (_, row) => (row * 7919) % 10_000);
    const { bins, thresholds } = binRows(values, 1, 16);
    const cuts = thresholds[0] ?? new Float64Array();
    expect(cuts.length).toBe(15);
    const sizes = new Map<number, number>();
    for (const [row, value] of values.entries()) {
      expect(bins[row]).toBe(cuts.filter((cut) => cut <= value).length);
      sizes.set(bins[row] ?? 0, (sizes.get(bins[row] ?? 0) ?? 0) + 1);
    }
    expect(Math.max(...sizes.values()) - Math.min(...sizes.values())).toBeLessThanOrEqual(2);
  });

  it("refuses numbers that are none", () => {
    expect(() => binRows(Float64Array.of(1, NaN), 1)).toThrow(RangeError);
    expect(() => binRows(Float64Array.of(1, 2, 3), 2)).toThrow(RangeError);
  });
});
