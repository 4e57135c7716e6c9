import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packJson } from "../../../src/forest/packed-json.js";
import {
  packRankerModel,
  readRankerFolds,
  shippedRankerModel,
  unpackRankerModel,
} from "../../../src/retrieval/learned-ranker/ranker-model.js";
import { MODEL } from "../../../src/retrieval/learned-ranker/ranker.generated.js";
import { PASSAGE_FEATURES } from "../../../src/retrieval/passage-feature-table.js";
import { stump } from "../../fixtures/ranker-models.js";

const features = PASSAGE_FEATURES.map(({ name }) => name);
const model = stump("linkedFrom", 0.5);
const leaf = { feature: [-1], value: [1], left: [0] };

describe("a packed model", () => {
  it("is unpacked as it was packed", () => {
    const { base, roots, numbers } = unpackRankerModel(packRankerModel(model));
    expect(base).toBe(0);
    expect([...roots]).toEqual([0]);
    expect(numbers[1]).toBe(0.5);
  });

  it.each<[string, string]>([
    ["nothing", ""],
    ["something else", "bm90IGEgbW9kZWw="],
    ["half of one", packRankerModel(model).slice(0, 40)],
    ["one without features", packJson({ model })],
    ["one with fewer features", packJson({ features: features.slice(1), model })],
    ["one with features in another order", packJson({ features: features.toReversed(), model })],
    ["one without a base", packJson({ features, model: { trees: [leaf] } })],
  ])("%s is refused", (_label, packed) => {
    expect(() => unpackRankerModel(packed)).toThrow(/INVALID_ARTIFACT/u);
  });

  it.each([
    ["its own child", { feature: [0, -1, -1], value: [0, 1, 2], left: [0, 0, 0] }],
    ["a child outside", { feature: [0, -1, -1], value: [0, 1, 2], left: [2, 0, 0] }],
    ["a child between two nodes", { feature: [0, -1, -1], value: [0, 1, 2], left: [1.5, 0, 0] }],
    ["a feature that no row has", { feature: [99, -1, -1], value: [0, 1, 2], left: [1, 0, 0] }],
    ["half a feature", { feature: [0.5, -1, -1], value: [0, 1, 2], left: [1, 0, 0] }],
    ["a leaf that is too large", { feature: [-1], value: [1e300], left: [0] }],
    ["lists of different lengths", { feature: [-1], value: [], left: [0] }],
    ["no node", { feature: [], value: [], left: [] }],
  ])("a tree with %s is refused", (_label, tree) => {
    const packed = packJson({ features, model: { base: 0, trees: [tree] } });
    expect(() => unpackRankerModel(packed)).toThrow(/INVALID_ARTIFACT/u);
  });

  it("that unpacks to far more than a model is refused", () => {
    const packed = packJson({ features, model, more: "a".repeat(70 * 1024 * 1024) });
    expect(packed.length).toBeLessThan(10_000);
    expect(() => unpackRankerModel(packed)).toThrow(/INVALID_ARTIFACT/u);
  });
});

describe("the model of the package", () => {
  it("can be read and is at most 1 MB", async () => {
    expect((await shippedRankerModel()).roots.length).toBeGreaterThan(0);
    expect(MODEL.length).toBeLessThan(1_000_000);
  });
});

describe("fold models", () => {
  it("are read in the order of the folds", () => {
    const packs = [model, stump("titleAsked", 0.25)].map(packRankerModel);
    const models = readRankerFolds(JSON.stringify({ folds: packs }));
    expect(models.map(({ numbers }) => numbers[1])).toEqual([0.5, 0.25]);
  });

  it.each(["", "{}", '{"folds":[]}', '{"folds":[1]}', '{"folds":["x"]}'])(
    "%j is refused",
    (text) => {
      expect(() => readRankerFolds(text)).toThrow(/INVALID_ARTIFACT/u);
    },
  );

  it.skipIf(!existsSync("policies/ranker-folds.json"))("of this repository are five", () => {
    expect(readRankerFolds(readFileSync("policies/ranker-folds.json", "utf8"))).toHaveLength(5);
  });
});
