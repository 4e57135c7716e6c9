import { FEATURE_NAMES } from "../../src/policy/features.js";
import type { FlatTree } from "../../src/forest/forest.js";
import type { PolicyArtifact } from "../../src/policy/policy-artifact.js";

/** Index of a feature by its name. */
export function feature(name: string): number {
  const index = FEATURE_NAMES.indexOf(name);
  if (index < 0) throw new RangeError(name);
  return index;
}

/** A tree of one leaf. */
export function leaf(value: number): FlatTree {
  return { feature: [-1], threshold: [0], left: [-1], right: [-1], value: [value] };
}

/** `below` where the feature is under the threshold, else `above`. */
export function stump(name: string, threshold: number, below: number, above: number): FlatTree {
  return {
    feature: [feature(name), -1, -1],
    threshold: [threshold, 0, 0],
    left: [1, -1, -1],
    right: [2, -1, -1],
    value: [0, below, above],
  };
}

/**
 * Values by hand, each the mean of two trees: gap_query (0 + .6) / 2 = .3, others (0 + .2) / 2 = .1.
 * Going on is worth .5 while fewer than four passages are there, else 0.
 */
export function handMadeArtifact(overrides: Partial<PolicyArtifact> = {}): PolicyArtifact {
  return {
    format: 1,
    name: "hand-made",
    features: [...FEATURE_NAMES],
    actionValue: { trees: [leaf(0), stump("is_gap_query", 0.5, 0.2, 0.6)].map(mutable) },
    continuation: { trees: [mutable(stump("passages", 4, 0.5, 0))] },
    tau: 0.2,
    card: { note: "made by hand" },
    ...overrides,
  };
}

/** The schema's arrays are mutable; a tree's are not. */
export function mutable(tree: FlatTree): PolicyArtifact["actionValue"]["trees"][number] {
  return {
    feature: [...tree.feature],
    threshold: [...tree.threshold],
    left: [...tree.left],
    right: [...tree.right],
    value: [...tree.value],
  };
}
