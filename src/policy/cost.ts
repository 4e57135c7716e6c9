import { actionByName } from "../actions/index.js";
import type { ActionView } from "../actions/action.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { operationTokensAtMost } from "../validity/token-budget.js";
import { newPassageTokens } from "../state/token-bound.js";

/** What one acquisition costs besides tokens, in thousands of tokens. */
const COST_OF_RETRIEVAL = 0.1;
/** `tokensAtMost` counts three bytes a token; prose has four. */
const EXPECTED_SHARE = 0.75;

/**
 * c(s, a) = expected tokens / 1000 + 0.1 × retrievals. An acquisition pays for its own calls and
 * for its new passages in the answer prompt, a check for its prompt over the present evidence.
 *
 * Source: DynaKRAG paper, section 4 (which logs the cost); the formula is ours.
 */
export function expectedCost(state: EvidenceState, name: ActionName, view: ActionView): number {
  const action = actionByName(name);
  if (action.family === "termination") return 0;
  const calls = operationTokensAtMost(state, action, view);
  const acquires = action.family === "acquisition";
  const passages = acquires
    ? newPassageTokens(state.evidence, view.settings.passagesPerRetrieval)
    : 0;
  const tokens = EXPECTED_SHARE * (calls + passages);
  return tokens / 1000 + (acquires ? COST_OF_RETRIEVAL : 0);
}
