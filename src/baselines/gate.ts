import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";

/** A choice that a method would make, if it is possible. */
export type Wish = PolicyChoice | false | undefined;

/**
 * The gate that hand-written methods share: an executed check after each acquisition that brought
 * something; "sufficient" stops.
 *
 * @param check false: no gate.
 * @returns nothing where the method itself is to choose.
 */
export function gate({ state, valid }: PolicyInput, check: boolean): PolicyChoice | undefined {
  if (!check || state.evidence.length === 0) return undefined;
  if (isUnchecked(state)) {
    const reason = "The evidence has changed since the last check.";
    return valid.includes("sufficiency_check")
      ? { operation: "sufficiency_check", reason }
      : undefined;
  }
  return state.verdict?.verdict === "sufficient"
    ? { operation: "stop_answer", reason: "The evidence is called sufficient." }
    : undefined;
}

/** A policy that checks by the gate and, where that lets it, gathers by `acquire`. */
export function gatedPolicy(
  name: string,
  check: boolean,
  acquire: (input: PolicyInput) => PolicyChoice,
  wantsPreview = false,
): Policy {
  return { name, wantsPreview, rank: (input) => gate(input, check) ?? acquire(input) };
}

/** The first wish that is possible, else to stop. */
export function firstPossible(valid: readonly ActionName[], wishes: readonly Wish[]): PolicyChoice {
  for (const wish of wishes) if (wish && valid.includes(wish.operation)) return wish;
  return { operation: "stop_answer", reason: "The method has nothing left to do." };
}

/** True where the evidence was not judged as it is now. */
export function isUnchecked(state: EvidenceState): boolean {
  return state.verdict?.evidenceVersion !== state.evidenceVersion;
}

/** A verdict that could not be read is "insufficient without a gap": an older gap may be filled. */
export function isUnknown({ verdict }: EvidenceState): boolean {
  return verdict?.verdict === "unknown";
}
