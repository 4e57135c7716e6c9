import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEATURE_NAMES, STATE_FEATURE_COUNT } from "../../src/policy/features.js";
import { parsePolicyArtifact } from "../../src/policy/policy-artifact.js";
import { handMadeArtifact, leaf, mutable } from "./hand-made-artifact.js";

const refused = expect.objectContaining({ code: "INVALID_ARTIFACT" });

function withTree(change: Partial<ReturnType<typeof mutable>>) {
  const tree = { ...mutable(leaf(0)), ...change };
  return handMadeArtifact({ actionValue: { trees: [tree] } });
}

describe("parsePolicyArtifact", () => {
  it("gives a sound artefact back, also after a JSON round trip", () => {
    const artifact = handMadeArtifact();
    expect(parsePolicyArtifact(JSON.parse(JSON.stringify(artifact)))).toEqual(artifact);
  });

  it("refuses other features, by number and by order", () => {
    const [first = "", second = "", ...rest] = FEATURE_NAMES;
    expect(() => parsePolicyArtifact(handMadeArtifact({ features: [first] }))).toThrow(refused);
    const swapped = [second, first, ...rest];
    expect(() => parsePolicyArtifact(handMadeArtifact({ features: swapped }))).toThrow(refused);
  });

  it.each([
    ["a child that points back", { feature: [0, -1], left: [0, -1], right: [1, -1] }],
    ["a child beyond the end", { feature: [0, -1], left: [1, -1], right: [2, -1] }],
    [
      "a feature that does not exist",
      { feature: [999, -1, -1], left: [1, -1, -1], right: [2, -1, -1] },
    ],
    ["arrays of different lengths", { value: [0, 1] }],
    ["a number that is none", { value: [Number.NaN] }],
    ["an infinite number", { threshold: [Number.POSITIVE_INFINITY] }],
  ])("refuses a tree with %s", (_, change) => {
    const lengths = "feature" in change ? change.feature.length : 1;
    const filled = { threshold: Array(lengths).fill(0), value: Array(lengths).fill(0), ...change };
    expect(() => parsePolicyArtifact(withTree(filled))).toThrow(refused);
  });

  it("keeps operation features out of the continuation model", () => {
    const tree = {
      feature: [STATE_FEATURE_COUNT, -1, -1],
      threshold: [0, 0, 0],
      left: [1, -1, -1],
      right: [2, -1, -1],
      value: [0, 0, 0],
    };
    expect(() =>
      parsePolicyArtifact(handMadeArtifact({ continuation: { trees: [tree] } })),
    ).toThrow(refused);
  });

  it("refuses unknown formats, unknown keys and more than 500 trees", () => {
    const artifact = handMadeArtifact();
    expect(() => parsePolicyArtifact({ ...artifact, format: 2 })).toThrow(refused);
    expect(() => parsePolicyArtifact({ ...artifact, extra: 1 })).toThrow(refused);
    const trees = Array.from({ length: 501 }, () => mutable(leaf(0)));
    expect(() => parsePolicyArtifact({ ...artifact, actionValue: { trees } })).toThrow(refused);
  });

  it("says INVALID_ARTIFACT to anything else and never another error", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parsePolicyArtifact(value)).toThrow(refused);
      }),
    );
  });
});
