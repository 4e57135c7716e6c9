import { describe, expect, it } from "vitest";
import { readFoldModels } from "../../../src/generator/offline/fold-models.js";
import {
  packModels,
  shippedModels,
  unpackModels,
} from "../../../src/generator/offline/offline-models.js";
import type { PlainOfflineModels } from "../../../src/generator/offline/offline-models.js";
import { layOut, logOdds } from "../../../src/forest/tree-model.js";
import { compileForest } from "../../../src/forest/forest.js";
import { binRows } from "../../../src/forest/train-bins.js";
import { trainBoosting } from "../../../src/forest/train-boosting.js";
import { seededRandom } from "../../../src/forest/train-random.js";

/** Left of .5 in the first column: −1, else +2. */
const STUMP = {
  base: 0.25,
  trees: [{ feature: [0, -1, -1], value: [0.5, -1, 2], left: [1, 0, 0] }],
};
const PLAIN: PlainOfflineModels = {
  readers: [STUMP],
  options: STUMP,
  yesNo: STUMP,
  judge: STUMP,
  sufficientFrom: 0.6,
  answerableFrom: 0.5,
};

describe("tree models", () => {
  it("go left below the threshold and add up from the base", () => {
    const model = layOut(STUMP, 1);
    expect(logOdds(model, [0.4])).toBe(-0.75);
    expect(logOdds(model, [0.5])).toBe(2.25);
    expect(logOdds(model, [-1])).toBe(-0.75);
  });

  it("predict what the trained trees predict", () => {
    const random = seededRandom(3);
    const rows = new Float32Array(900).map(() => Math.floor(20 * random()));
    const targets = Array.from({ length: 300 }, (_, row) => ((rows[3 * row] ?? 0) > 9 ? 1 : 0.2));
    const { base, trees } = trainBoosting(binRows(rows, 3), targets, { rounds: 10 });
    const plain = trees.map(({ feature, threshold, value, left }) => ({
      feature,
      value: feature.map((column, node) => (column < 0 ? value[node] : threshold[node]) ?? 0),
      left: left.map((child) => Math.max(0, child)),
    }));
    const model = layOut({ base, trees: plain }, 3);
    const forest = compileForest(trees);
    for (let row = 0; row < 300; row++) {
      const features = rows.subarray(3 * row, 3 * row + 3);
      const expected = base + trees.length * forest.predict(features);
      expect(logOdds(model, features)).toBeCloseTo(expected, 5);
    }
  });
});

describe("packed models", () => {
  it("are unpacked as they were packed", () => {
    const models = unpackModels(packModels(PLAIN));
    expect(models).toMatchObject({ sufficientFrom: 0.6, answerableFrom: 0.5 });
    expect(logOdds(models.judge, [1])).toBe(2.25);
  });

  it.each([
    ["nothing", ""],
    ["no archive", "not base64 at all"],
    ["half an archive", packModels(PLAIN).slice(0, 40)],
    ["another shape", packModels({ ...PLAIN, judge: undefined } as unknown as PlainOfflineModels)],
  ])("%s is refused", (_label, packed) => {
    expect(() => unpackModels(packed)).toThrow(/INVALID_ARTIFACT/u);
  });

  it.each([
    ["a child before its parent", { feature: [0, -1, -1], value: [0, 1, 2], left: [0, 0, 0] }],
    ["a child outside", { feature: [0, -1, -1], value: [0, 1, 2], left: [2, 0, 0] }],
    ["a feature that no row has", { feature: [999, -1, -1], value: [0, 1, 2], left: [1, 0, 0] }],
    ["lists of different lengths", { feature: [-1], value: [], left: [0] }],
  ])("a tree with %s is refused", (_label, tree) => {
    const packed = packModels({ ...PLAIN, judge: { base: 0, trees: [tree] } });
    expect(() => unpackModels(packed)).toThrow(/INVALID_ARTIFACT/u);
  });

  it("of the package can be read", async () => {
    const { sufficientFrom } = await shippedModels();
    expect(sufficientFrom).toBeGreaterThan(0);
    expect(sufficientFrom).toBeLessThan(1);
  });
});

describe("fold models", () => {
  it("are read in the order of the folds", () => {
    const other = packModels({ ...PLAIN, sufficientFrom: 0.3 });
    const models = readFoldModels(JSON.stringify({ folds: [packModels(PLAIN), other] }));
    expect(models.map(({ sufficientFrom }) => sufficientFrom)).toEqual([0.6, 0.3]);
  });

  it.each(["", "{}", '{"folds":[]}', '{"folds":[1]}'])("%j is refused", (text) => {
    expect(() => readFoldModels(text)).toThrow(/INVALID_ARTIFACT/u);
  });
});
