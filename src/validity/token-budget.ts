import type { Action, ActionView } from "../actions/action.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Settings } from "../state/settings.js";
import {
  ANSWER_TOKENS,
  evidenceTokensAtMost,
  newPassageTokens,
  PROMPT_OVERHEAD,
  REPLY_TOKENS,
  tokensAtMost,
} from "../state/token-bound.js";

/**
 * True where the operation, at its most expensive, still leaves room for the answer. An operation
 * that is started is paid for, so the bound is checked before.
 */
export function fitsTokenBudget(state: EvidenceState, action: Action, view: ActionView): boolean {
  const { settings } = view;
  if (settings.maxTokens === null || action.family === "termination") return true;
  const spent = state.ledger.reduce((sum, e) => sum + e.inputTokens + e.outputTokens, 0);
  const grown = action.family === "acquisition" ? settings.passagesPerRetrieval : 0;
  const reserve = answerReserve(state, settings, grown);
  return spent + operationTokensAtMost(state, action, view) + reserve <= settings.maxTokens;
}

/** Tokens of an operation's own model calls at most. */
export function operationTokensAtMost(
  state: EvidenceState,
  action: Action,
  view: ActionView,
): number {
  const callsModel =
    action.family === "diagnosis" ||
    (action.family === "acquisition" && action.plan?.(state, view)?.query === undefined);
  return callsModel ? promptTokens(state, 0) + REPLY_TOKENS : 0;
}

/** What the answer, and the compression before it, may take once `grown` passages have come. */
function answerReserve(state: EvidenceState, settings: Settings, grown: number): number {
  const prompt = promptTokens(state, grown);
  const answer = prompt + ANSWER_TOKENS;
  const mayCompress =
    settings.compression === "always" ||
    (settings.compression === "auto" && prompt > settings.compressAbove);
  return mayCompress ? 2 * answer + REPLY_TOKENS : answer;
}

function promptTokens(state: EvidenceState, grown: number): number {
  return (
    PROMPT_OVERHEAD +
    tokensAtMost(state.question) +
    evidenceTokensAtMost(state.evidence) +
    newPassageTokens(state.evidence, grown)
  );
}
