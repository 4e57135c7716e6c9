import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileForest } from "../../src/forest/forest.js";
import type { FlatTree } from "../../src/forest/forest.js";

/** x0 < 3 → (x1 < 1 → 10, else 20), else 30. */
const TREE: FlatTree = {
  feature: [0, 1, -1, -1, -1],
  threshold: [3, 1, 0, 0, 0],
  left: [1, 2, -1, -1, -1],
  right: [4, 3, -1, -1, -1],
  value: [0, 0, 10, 20, 30],
};

const constant = (value: number): FlatTree => ({
  feature: [-1],
  threshold: [0],
  left: [-1],
  right: [-1],
  value: [value],
});

describe("compileForest", () => {
  it("walks a tree by hand", () => {
    const forest = compileForest([TREE]);
    expect(forest.predict([2, 0])).toBe(10);
    expect(forest.predict([2, 1])).toBe(20);
    expect(forest.predict([3, 0])).toBe(30);
    // A missing feature is −1 and goes left.
    expect(forest.predict([-1, -1])).toBe(10);
  });

  it("is the mean of its trees, and the spread their standard deviation", () => {
    const forest = compileForest([constant(1), TREE, constant(4)]);
    expect(forest.predict([5, 0])).toBeCloseTo((1 + 30 + 4) / 3, 12);
    const mean = 35 / 3;
    const variance = ((1 - mean) ** 2 + (30 - mean) ** 2 + (4 - mean) ** 2) / 3;
    expect(forest.spread([5, 0])).toBeCloseTo(Math.sqrt(variance), 10);
  });

  it("predicts as a plain walk over objects does, for random trees and rows", () => {
    fc.assert(
      fc.property(
        fc.array(treeOf(3), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: -1, max: 9 }), { minLength: 4, maxLength: 4 }),
        (trees, row) => {
          const walked = trees.map((tree) => walk(tree, row));
          const mean = walked.reduce((sum, value) => sum + value, 0) / walked.length;
          expect(compileForest(trees.map(flatten)).predict(row)).toBeCloseTo(mean, 9);
        },
      ),
    );
  });

  it("refuses to be empty", () => {
    expect(() => compileForest([])).toThrow(RangeError);
  });
});

type Node = number | { feature: number; threshold: number; left: Node; right: Node };

function treeOf(depth: number): fc.Arbitrary<Node> {
  const leaf = fc.integer({ min: -50, max: 50 });
  if (depth === 0) return leaf;
  return fc.oneof(
    leaf,
    fc.record({
      feature: fc.integer({ min: 0, max: 3 }),
      threshold: fc.integer({ min: 0, max: 9 }),
      left: treeOf(depth - 1),
      right: treeOf(depth - 1),
    }),
  );
}

function walk(node: Node, row: readonly number[]): number {
  if (typeof node === "number") return node;
  return walk((row[node.feature] ?? 0) < node.threshold ? node.left : node.right, row);
}

function flatten(root: Node): FlatTree {
  const tree = {
    feature: [] as number[],
    threshold: [] as number[],
    left: [] as number[],
    right: [] as number[],
    value: [] as number[],
  };
  const add = (node: Node): number => {
    const at = tree.feature.length;
    const isLeaf = typeof node === "number";
    tree.feature.push(isLeaf ? -1 : node.feature);
    tree.threshold.push(isLeaf ? 0 : node.threshold);
    tree.value.push(isLeaf ? node : 0);
    tree.left.push(-1);
    tree.right.push(-1);
    if (!isLeaf) {
      tree.left[at] = add(node.left);
      tree.right[at] = add(node.right);
    }
    return at;
  };
  add(root);
  return tree;
}
