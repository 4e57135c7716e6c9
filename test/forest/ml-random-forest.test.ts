import fc from "fast-check";
import { RandomForestRegression } from "ml-random-forest";
import { describe, expect, it } from "vitest";
import { compileForest } from "../../src/forest/forest.js";
import type { FlatTree } from "../../src/forest/forest.js";
import { forestFromMlRandomForest, toMlRandomForest } from "../../src/forest/ml-random-forest.js";
import { leaf } from "../policy/hand-made-artifact.js";

const FEATURES = 6;
const refused = expect.objectContaining({ code: "INVALID_ARTIFACT" });
const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/** Half of them on a coarse grid, so that rows meet thresholds exactly. */
const rows = fc.sample(
  fc.array(fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double({ min: -1, max: 4, noNaN: true })), {
    minLength: FEATURES,
    maxLength: FEATURES,
  }),
  { seed: 13, numRuns: 200 },
);

function trained(options: { maxFeatures: number; replacement: boolean }): RandomForestRegression {
  const targets = rows.map(([a = 0, b = 0, c = 0, d = 0]) => a * b + Math.sin(c) - d / 3);
  // noOOB: collecting out-of-bag results throws with so few trees.
  const forest = new RandomForestRegression({ ...options, nEstimators: 10, seed: 13, noOOB: true });
  forest.train(rows, targets);
  return forest;
}

describe("forestFromMlRandomForest", () => {
  // maxFeatures: 1 would mean all of them.
  it.each([
    { maxFeatures: 0.5, replacement: false },
    { maxFeatures: 4, replacement: true },
    { maxFeatures: 1, replacement: false },
  ])("predicts to the last bit what the library's own forest predicts: $maxFeatures", (options) => {
    const theirs = trained(options);
    const expected = theirs.predict(rows);
    expect(new Set(expected).size).toBeGreaterThan(50);
    for (const json of [theirs.toJSON(), throughJson(theirs)]) {
      const ours = compileForest(forestFromMlRandomForest(json));
      expect(ours.treeCount).toBe(10);
      // Exact: the library too goes left below the threshold and sums the trees in their order.
      expect(rows.map((row) => ours.predict(row))).toEqual(expected);
    }
  });

  it("maps the sampled columns of a tree to features, by hand", () => {
    const [tree] = forestFromMlRandomForest(model(SPLIT, [7, 2]));
    expect(tree).toEqual({
      feature: [2, -1, -1],
      threshold: [3, 0, 0],
      left: [1, -1, -1],
      right: [2, -1, -1],
      value: [0, 10, 20],
    });
  });

  it.each([
    ["a classifier", { name: "RFClassifier" }],
    ["the median", { selectionMethod: "median" }],
    ["more trees than it has", { baseModel: { ...model(SPLIT).baseModel, nEstimators: 2 } }],
    ["columns of fewer trees", { baseModel: { ...model(SPLIT).baseModel, indexes: [] } }],
  ])("refuses a forest of %s", (_, change) => {
    expect(() => forestFromMlRandomForest({ ...model(SPLIT), ...change })).toThrow(refused);
  });

  it.each([
    ["a column that it has not", { ...SPLIT(), splitColumn: 2 }, [0, 1]],
    ["a column below 0", { ...SPLIT(), splitColumn: -1 }, [0, 1]],
    ["a column between two", { ...SPLIT(), splitColumn: 0.5 }, [0, 1]],
    ["a feature that no row has", SPLIT(), [0, 500]],
    ["a threshold that is none", { ...SPLIT(), splitValue: Number.NaN }, [0, 1]],
    ["an infinite threshold", { ...SPLIT(), splitValue: -Infinity }, [0, 1]],
    ["a leaf that JSON made null", { distribution: null }, [0, 1]],
    ["a text for a value", { distribution: "1" }, [0, 1]],
    ["a distribution of classes", { distribution: [[0.5, 0.5]] }, [0, 1]],
    ["one child", { ...SPLIT(), right: undefined }, [0, 1]],
    ["a leaf that has children", { ...SPLIT(), distribution: 1 }, [0, 1]],
    ["no root", undefined, [0, 1]],
    ["only an inherited look of a split", JSON.parse('{"__proto__": {"distribution": 1}}'), [0, 1]],
  ])("refuses a tree with %s", (_, root, columns) => {
    expect(() => forestFromMlRandomForest(model(() => root, columns))).toThrow(refused);
  });

  it("refuses depth, size and circles without exhausting the stack", () => {
    expect(() => forestFromMlRandomForest(model(() => chain(500)))).not.toThrow();
    expect(() => forestFromMlRandomForest(model(() => chain(501)))).toThrow(refused);
    expect(() => forestFromMlRandomForest(model(() => chain(200_000)))).toThrow(refused);
    // 2^13 leaves are more than 8,192 nodes; shared children make them from 14 objects.
    expect(() => forestFromMlRandomForest(model(() => doubled(12)))).not.toThrow();
    expect(() => forestFromMlRandomForest(model(() => doubled(13)))).toThrow(refused);
    const circle = SPLIT();
    circle.left = circle;
    expect(() => forestFromMlRandomForest(model(() => circle))).toThrow(refused);
  });

  it("says INVALID_ARTIFACT to garbage at any place and never another error", () => {
    const json = fc.oneof(fc.anything(), fc.jsonValue());
    fc.assert(
      fc.property(json, (garbage) => {
        expect(() => forestFromMlRandomForest(garbage)).toThrow(refused);
        expect(() => forestFromMlRandomForest({ ...model(SPLIT), baseModel: garbage })).toThrow(
          refused,
        );
        const node = { splitColumn: 0, splitValue: garbage, left: garbage, right: garbage };
        expect(() => forestFromMlRandomForest(model(() => node))).toThrow(refused);
      }),
    );
  });

  it("puts no text of the file into the error", () => {
    const secret = "SENTINEL";
    for (const json of [
      { [secret]: 1 },
      { ...model(SPLIT), name: secret },
      model(() => ({ ...SPLIT(), splitValue: secret, [secret]: secret })),
    ]) {
      expect(messageOf(() => forestFromMlRandomForest(json))).not.toContain(secret);
    }
  });
});

describe("toMlRandomForest", () => {
  it("writes what the library loads and predicts with, to the last bit", () => {
    const trees = forestFromMlRandomForest(throughJson(trained(SAMPLED)));
    const ours = compileForest(trees);
    const theirs = RandomForestRegression.load(throughJson(toMlRandomForest(trees, FEATURES)));
    expect(theirs.predict(rows)).toEqual(rows.map((row) => ours.predict(row)));
  });

  it("round trip: reading what was written gives the trees back", () => {
    const trees = forestFromMlRandomForest(throughJson(trained(SAMPLED)));
    const written = toMlRandomForest(trees, FEATURES);
    expect(forestFromMlRandomForest(written)).toEqual(trees);
    expect(forestFromMlRandomForest(throughJson(written))).toEqual(trees);
  });

  it("takes nodes in any order in which children come after their parent", () => {
    // By hand, breadth first: x0 < 3 → (x1 < 1 → 10, else 20), else 30.
    const tree: FlatTree = {
      feature: [0, 1, -1, -1, -1],
      threshold: [3, 1, 0, 0, 0],
      left: [1, 3, -1, -1, -1],
      right: [2, 4, -1, -1, -1],
      value: [0, 0, 30, 10, 20],
    };
    const theirs = RandomForestRegression.load(throughJson(toMlRandomForest([tree], 2)));
    const seen = theirs.predict([
      [2, 0],
      [2, 1],
      [3, 0],
    ]);
    expect(seen).toEqual([10, 20, 30]);
  });

  const fork: FlatTree = {
    feature: [0, -1, -1],
    threshold: [1, 0, 0],
    left: [1, -1, -1],
    right: [2, -1, -1],
    value: [0, 1, 2],
  };

  it.each<[string, readonly FlatTree[], number]>([
    ["no tree", [], 1],
    ["more than 500 trees", Array.from({ length: 501 }, () => leaf(0)), 1],
    ["no feature", [leaf(0)], 0],
    ["half a feature", [leaf(0)], 1.5],
    ["a feature that the rows lack", [{ ...fork, feature: [3, -1, -1] }], 3],
    ["a tree without a node", [{ ...fork, feature: [] }], 1],
    ["a child that points back", [{ ...fork, left: [0, -1, -1] }], 1],
    ["a child beyond the end", [{ ...fork, right: [3, -1, -1] }], 1],
    ["one child twice", [{ ...fork, right: [1, -1, -1] }], 1],
    ["a missing child", [{ ...fork, left: [] }], 1],
    ["a missing threshold", [{ ...fork, threshold: [] }], 1],
    ["a value that is none", [leaf(Number.NaN)], 1],
    ["an infinite value", [leaf(Infinity)], 1],
  ])("refuses %s", (_, trees, featureCount) => {
    expect(() => toMlRandomForest(trees, featureCount)).toThrow(refused);
  });
});

const SAMPLED = { maxFeatures: 0.5, replacement: false };

/** Below 3 in the second column → 10, else 20. */
function SPLIT(): Record<string, unknown> {
  return {
    splitColumn: 1,
    splitValue: 3,
    left: { distribution: 10 },
    right: { distribution: 20 },
  };
}

function model(root: () => unknown, columns: number[] = [0, 1]) {
  return {
    name: "RFRegression",
    selectionMethod: "mean",
    baseModel: {
      isClassifier: false,
      nEstimators: 1,
      indexes: [columns],
      estimators: [{ name: "DTRegression", root: root() }],
    },
  };
}

/** A tree of this many levels below its root. */
function chain(levels: number): unknown {
  let node: unknown = { distribution: 0 };
  for (let level = 0; level < levels; level++) node = { ...SPLIT(), left: node };
  return node;
}

/** A full tree of this many levels below its root, out of one object a level. */
function doubled(levels: number): unknown {
  let node: unknown = { distribution: 0 };
  for (let level = 0; level < levels; level++) node = { ...SPLIT(), left: node, right: node };
  return node;
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return JSON.stringify([String(error), error]);
  }
  throw new Error("It was expected to throw.");
}
