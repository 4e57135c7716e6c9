import type { Policy } from "../policy/policy.js";
import { gatedPolicy } from "./gate.js";
import { HAND_OPTIONS, worthByHand } from "./hand-formula.js";
import type { HandWeights } from "./hand-formula.js";
import { printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";
import { appendBest, rankPreviewed } from "./previewed-lists.js";

/**
 * Each step appends the best passages of all previewed lists by a hand-written formula: what a
 * learned passage value has to beat.
 *
 * @param check The shared gate: a check after each acquisition, and "sufficient" stops.
 */
export function handPassagePolicy(weights: HandWeights, check: boolean): Policy {
  const name = printedName("hand-passage", { ...weights, check: check ? 1 : 0 });
  return gatedPolicy(
    name,
    check,
    (input) => {
      const worth = ({ features }: (typeof input.preview)[0]["hits"][0]): number =>
        worthByHand(features, weights);
      return appendBest(input, rankPreviewed(input.preview, worth, Math.max));
    },
    true,
  );
}

/**
 * `hand-passage:cover=1,link=0.5,…,check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function handPassageFrom(name: MethodName): Policy {
  const { check, ...weights } = withBounds(name, HAND_OPTIONS);
  return handPassagePolicy(weights, check === 1);
}
