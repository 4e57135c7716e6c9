import { RANKED_ACTIONS } from "../actions/index.js";
import type { ActionView } from "../actions/action.js";
import type { ActionName, StopReason } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { capReached } from "./caps.js";
import { fitsTokenBudget } from "./token-budget.js";

/** A(s) and, where a cap emptied it, which one. */
export interface ValidActions {
  /** Never empty: `stop_answer` is always in it, and last. */
  valid: ActionName[];
  limit?: StopReason;
}

/** What the rules look at besides the state. */
export interface ValidityView extends ActionView {
  /** Milliseconds since the epoch. */
  now: number;
  /** Acquisitions whose preview found no unseen passage: spent for this evidence version. */
  withoutUnseen?: ReadonlySet<ActionName>;
}

/**
 * A(s): the operations that are possible now. A hard, deterministic layer that removes undefined,
 * exhausted and redundant operations and those over a cap before anything is scored.
 *
 * Source: DynaKRAG paper, section 3, "action validity".
 *
 * @example
 * ```ts
 * import { initialState, resolveSettings, validActions } from "dynakrag";
 *
 * const settings = resolveSettings();
 * const view = { settings, language: "english" as const, now: Date.now() };
 * validActions(initialState("Who founded the town?"), view).valid;
 * // ["retrieve_more", "stop_answer"]
 * ```
 */
export function validActions(state: EvidenceState, view: ValidityView): ValidActions {
  const limit = capReached(state, view.settings, view.now);
  if (limit) return { valid: ["stop_answer"], limit };
  const room = state.evidence.length < view.settings.maxPassages;
  const possible = RANKED_ACTIONS.filter(
    (action) =>
      action.isPossible(state, view) &&
      (action.family !== "acquisition" || (room && view.withoutUnseen?.has(action.name) !== true)),
  );
  const affordable = possible.filter((action) => fitsTokenBudget(state, action, view));
  const valid = affordable.map(({ name }) => name);
  return valid.length === 1 && possible.length > 1 ? { valid, limit: "budget_tokens" } : { valid };
}
