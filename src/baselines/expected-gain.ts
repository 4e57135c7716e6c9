import type { Policy, PolicyChoice, PolicyInput, ScoredHit } from "../policy/policy.js";
import { gatedPolicy } from "./gate.js";
import { printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";
import { passagesThatFit, withoutPreview } from "./previewed-lists.js";

/**
 * Takes the previewed operation whose best passages have the largest sum of learned probabilities
 * that the question needs them: how many needed passages it would bring, by the evidence ranker.
 *
 * @param check The shared gate: a check after each acquisition, and "sufficient" stops.
 */
export function expectedGainPolicy(check: boolean): Policy {
  const name = printedName("expected-gain", { check: check ? 1 : 0 });
  return gatedPolicy(name, check, mostExpected, true);
}

/**
 * `expected-gain:check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function expectedGainFrom(name: MethodName): Policy {
  const { check } = withBounds(name, { check: { min: 0, max: 1, default: 1 } });
  return expectedGainPolicy(check === 1);
}

/** Equal lists go to the one that stands first. */
function mostExpected(input: PolicyInput): PolicyChoice {
  const fit = passagesThatFit(input);
  const gains = input.preview.map(({ operation, hits }) => ({
    operation,
    gain: expectedGain(hits, fit),
  }));
  const [best] = gains.toSorted((one, other) => other.gain - one.gain);
  if (!best) return withoutPreview(input);
  const reason = `Its best passages are expected to bring ${best.gain.toFixed(2)} needed ones.`;
  return { operation: best.operation, reason };
}

/** The sum over the best `count` of a list: those that the evidence ranker would add. */
function expectedGain(hits: readonly ScoredHit[], count: number): number {
  const falling = hits.map(({ probability = 0 }) => probability).sort((a, b) => b - a);
  return falling.slice(0, count).reduce((sum, probability) => sum + probability, 0);
}
