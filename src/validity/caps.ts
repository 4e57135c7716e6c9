import type { StopReason } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Settings } from "../state/settings.js";
import { retrievalsTaken, stepsTaken } from "../state/history.js";

/** The part of a deadline that is kept for writing the answer. */
export const ANSWER_SHARE_OF_DEADLINE = 0.25;

/** Milliseconds since the epoch at which gathering has to end; Infinity without a deadline. */
export function gatheringEndsAt(state: Pick<EvidenceState, "startedAt">, settings: Settings) {
  if (settings.deadlineMs === null) return Number.POSITIVE_INFINITY;
  return state.startedAt + settings.deadlineMs * (1 - ANSWER_SHARE_OF_DEADLINE);
}

/**
 * The cap that is reached, if one is: at a cap nothing but `stop_answer` is valid.
 *
 * @param now Milliseconds since the epoch; passed in, so that the rule stays pure.
 */
export function capReached(
  state: EvidenceState,
  settings: Settings,
  now: number,
): Extract<StopReason, "budget_steps" | "budget_retrievals" | "deadline"> | undefined {
  if (now >= gatheringEndsAt(state, settings)) return "deadline";
  if (retrievalsTaken(state) >= settings.maxRetrievals) return "budget_retrievals";
  if (stepsTaken(state) >= settings.maxSteps) return "budget_steps";
  return undefined;
}
