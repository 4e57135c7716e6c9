import type { PolicyChoice } from "../policy/policy.js";
import type { DraftAnswer } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { isUnchecked } from "./gate.js";
import type { Wish } from "./gate.js";

/** Asks for an answer from the evidence as it is, where none was asked for yet. */
export function answerCheck(state: EvidenceState): Wish {
  const wish: PolicyChoice = {
    operation: "sufficiency_check",
    variant: "answer",
    reason: "There is no answer from this evidence yet.",
  };
  return state.evidence.length > 0 && isUnchecked(state) && wish;
}

/** The answer that the evidence as it is led to. */
export function currentDraft({ advice, evidenceVersion }: EvidenceState): DraftAnswer | undefined {
  return advice.draft?.evidenceVersion === evidenceVersion ? advice.draft : undefined;
}
