import type { Action, ActionView } from "../actions/action.js";
import { COMPRESSION_LIMITS } from "../actions/compress-answer-evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { tokensSpent } from "../state/history.js";
import type { Settings } from "../state/settings.js";
import {
  ANSWER_TOKENS,
  evidenceTokensAtMost,
  extractTokensAtMost,
  newPassageTokens,
  PROMPT_OVERHEAD,
  replyTokensAtMost,
  tokensAtMost,
} from "../state/token-bound.js";

/**
 * True where the operation, at its most expensive, still leaves room for the answer. An operation
 * that is started is paid for, so the bound is checked before.
 */
export function fitsTokenBudget(state: EvidenceState, action: Action, view: ActionView): boolean {
  const { settings } = view;
  if (settings.maxTokens === null || action.family === "termination") return true;
  const grown = action.family === "acquisition" ? settings.passagesPerRetrieval : 0;
  const needed = operationTokensAtMost(state, action, view) + answerReserve(state, settings, grown);
  return tokensSpent(state) + needed <= settings.maxTokens;
}

/** Tokens of an operation's own model calls at most. */
function operationTokensAtMost(state: EvidenceState, action: Action, view: ActionView): number {
  const reply = replyTokensAtMost(state.question);
  if (action.family === "diagnosis") return promptTokens(state, 0) + reply;
  const isWritten =
    action.family === "acquisition" && action.plan?.(state, view)?.query === undefined;
  if (!isWritten) return 0;
  const told = [state.gap?.text ?? "", ...state.queries].join("\n - ");
  return promptTokens(state, 0) + tokensAtMost(told) + reply;
}

/**
 * What the answer, and the compression before it, may take once `grown` passages have come. An
 * answer that has to be asked for a second time is so only where that fits too.
 *
 * @param grown Passages that are not there yet.
 */
export function answerReserve(state: EvidenceState, settings: Settings, grown: number): number {
  const prompt = promptTokens(state, grown);
  const answer = prompt + ANSWER_TOKENS;
  const mayCompress =
    settings.compression === "always" ||
    (settings.compression === "auto" && prompt > settings.compressAbove);
  if (!mayCompress) return answer;
  return prompt + extractTokensAtMost(COMPRESSION_LIMITS[settings.compressionStyle]) + answer;
}

function promptTokens(state: EvidenceState, grown: number): number {
  return (
    PROMPT_OVERHEAD +
    tokensAtMost(state.question) +
    evidenceTokensAtMost(state.evidence) +
    newPassageTokens(state.evidence, grown, evidenceTokensAtMost)
  );
}
