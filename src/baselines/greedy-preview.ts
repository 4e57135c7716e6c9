import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";
import { gatedPolicy } from "./gate.js";
import { HAND_OPTIONS, worthByHand } from "./hand-formula.js";
import type { HandWeights } from "./hand-formula.js";
import { printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";
import { passagesThatFit, withoutPreview } from "./previewed-lists.js";

/**
 * Takes the operation whose first passages are worth most by a hand-written formula: a choice of
 * operation that sees what the learned one sees, without learning.
 *
 * @param check The shared gate: a check after each acquisition, and "sufficient" stops.
 */
export function greedyPreviewPolicy(weights: HandWeights, check: boolean): Policy {
  const name = printedName("greedy-preview", { ...weights, check: check ? 1 : 0 });
  return gatedPolicy(name, check, (input) => bestList(input, weights), true);
}

/**
 * `greedy-preview:cover=1,link=0.5,…,check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function greedyPreviewFrom(name: MethodName): Policy {
  const { check, ...weights } = withBounds(name, HAND_OPTIONS);
  return greedyPreviewPolicy(weights, check === 1);
}

/** Equal lists go to the one that stands first. */
function bestList(input: PolicyInput, weights: HandWeights): PolicyChoice {
  const fit = passagesThatFit(input);
  const lists = input.preview.map(({ operation, hits }) => ({
    operation,
    worth: hits
      .slice(0, fit)
      .reduce((sum, { features }) => sum + worthByHand(features, weights), 0),
  }));
  const [best] = lists.sort((one, other) => other.worth - one.worth);
  if (!best) return withoutPreview(input);
  const reason = `Its passages are worth ${best.worth.toFixed(2)} by the formula, the most.`;
  return { operation: best.operation, reason };
}
