import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";

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
      firstValid(input, [
        hasNoEvidence(input.state) && {
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

type Step = { operation: ActionName; reason: string } | false;

function followUps(
  state: EvidenceState,
  gaps: number,
  check: boolean,
  bridgeFirst: boolean,
): Step[] {
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

function firstValid({ valid }: PolicyInput, steps: readonly Step[]): PolicyChoice {
  for (const step of steps) {
    if (step && valid.includes(step.operation)) return step;
  }
  return { operation: "stop_answer", reason: "The rule has nothing left to do." };
}

function hasNoEvidence(state: EvidenceState): boolean {
  return state.evidence.length === 0;
}

/** A verdict that could not be read is "insufficient without a gap": an older gap may be filled. */
function isUnknown({ verdict }: EvidenceState): boolean {
  return verdict?.verdict === "unknown";
}

function isUnchecked(state: EvidenceState): boolean {
  return state.verdict?.evidenceVersion !== state.evidenceVersion;
}
