import type { EvidenceState } from "../state/evidence-state.js";
import type { Policy } from "../policy/policy.js";
import { firstPossible, isUnchecked, isUnknown } from "./gate.js";
import type { Wish } from "./gate.js";

/** The settings that make the rule a family. */
export interface RuleSettings {
  /** Follow-up acquisitions at most, 0 to 3 (default 2, as in the paper's own trajectories). */
  gaps: number;
  /** Ask the judge after each acquisition and stop when it says "sufficient" (default true). */
  check: boolean;
  /** Expand a bridge entity as the first follow-up (default false). */
  bridgeFirst: boolean;
}

/**
 * The hand-written shape of the paper's learned policy: retrieve → check → stop, or up to two gap
 * queries → stop. Where no gap is recorded (no check, or a verdict that could not be read), the
 * residual rewrite stands for the gap query.
 *
 * Source: DynaKRAG paper, section 5 (mean actions a question); the family is ours.
 */
export function rulePolicy({ gaps, check, bridgeFirst }: RuleSettings): Policy {
  return {
    name: `rule:gaps=${gaps},check=${check ? 1 : 0},bridge=${bridgeFirst ? 1 : 0}`,
    rank: (input) =>
      firstPossible(input.valid, [
        input.state.evidence.length === 0 && {
          operation: "retrieve_more",
          reason: "There is no evidence yet.",
        },
        check &&
          isUnchecked(input.state) && {
            operation: "sufficiency_check",
            reason: "The evidence has changed since the last check.",
          },
        ...followUps(input.state, gaps, check, bridgeFirst),
      ]),
  };
}

function followUps(
  state: EvidenceState,
  gaps: number,
  check: boolean,
  bridgeFirst: boolean,
): Wish[] {
  if (check && state.verdict?.verdict === "sufficient" && !isUnchecked(state)) return [];
  const done = state.history.filter(
    ({ operation }) => operation !== "retrieve_more" && operation !== "sufficiency_check",
  ).length;
  if (done >= gaps) return [];
  return [
    bridgeFirst && done === 0 && { operation: "bridge_entity_expand", reason: "Bridge first." },
    !isUnknown(state) && { operation: "gap_query", reason: "A gap is recorded." },
    { operation: "rewrite_query", reason: "No gap to search for: ask what is not covered." },
  ];
}
