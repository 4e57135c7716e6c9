import type { ActionView } from "../actions/action.js";
import { actionByName } from "../actions/index.js";
import { MOST_UNKNOWN_VERDICTS } from "../actions/sufficiency-check.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { retrievalsTaken, stepsTaken, unknownVerdicts } from "../state/history.js";
import type { Settings } from "../state/settings.js";
import { expectedEvidenceTokens, expectedTokens, newPassageTokens } from "../state/token-bound.js";

/** Instructions of the judge's prompt. */
const JUDGE_INSTRUCTIONS = 200;
/** A verdict with what is missing and a query. */
const JUDGE_REPLY = 40;
/** Instructions of the prompts that write a query. */
const QUERY_INSTRUCTIONS = 120;
/** A query of at most twelve words. */
const QUERY_REPLY = 15;

/** What an operation is expected to spend. */
export interface ExpectedSpending {
  tokens: number;
  retrievals: 0 | 1;
}

/** What spending counts in c(s, a). */
export type CostWeights = Pick<Settings, "costPerThousandTokens" | "costPerRetrieval">;

/** The weights of the method, and those of the feature `cost`, whatever a run is set to. */
export const METHOD_WEIGHTS: CostWeights = { costPerThousandTokens: 1, costPerRetrieval: 0.1 };

/**
 * c(s, a) = expected tokens / 1000 + 0.1 × retrievals; the two weights are settings.
 *
 * Source: DynaKRAG paper, section 4 (which logs the cost); the formula is ours.
 */
export function expectedCost(
  state: EvidenceState,
  name: ActionName,
  view: ActionView,
  weights: CostWeights = view.settings,
): number {
  const { tokens, retrievals } = expectedSpending(state, name, view);
  return (weights.costPerThousandTokens * tokens) / 1000 + weights.costPerRetrieval * retrievals;
}

/**
 * What an operation is expected to spend. A check pays for its prompt over the present evidence and
 * its reply. An acquisition pays for the call that writes its query, where there is one, and for
 * its new passages in every prompt they are expected to be part of: one of the answer (or of the
 * compression, which stands before it), and those of {@link expectedLaterChecks}.
 */
export function expectedSpending(
  state: EvidenceState,
  name: ActionName,
  view: ActionView,
): ExpectedSpending {
  const action = actionByName(name);
  const { question, evidence } = state;
  const shown = expectedTokens(question) + expectedEvidenceTokens(evidence);
  if (action.family === "diagnosis") {
    return { tokens: JUDGE_INSTRUCTIONS + shown + JUDGE_REPLY, retrievals: 0 };
  }
  if (action.family !== "acquisition") return { tokens: 0, retrievals: 0 };

  const { maxPassages, passagesPerRetrieval } = view.settings;
  const isWritten = action.plan?.(state, view)?.query === undefined;
  const writing = isWritten ? QUERY_INSTRUCTIONS + shown + QUERY_REPLY : 0;
  const added = Math.max(0, Math.min(passagesPerRetrieval, maxPassages - evidence.length));
  const passages = newPassageTokens(evidence, added, expectedEvidenceTokens);
  const prompts = 1 + expectedLaterChecks(state, view.settings);
  return { tokens: writing + passages * prompts, retrievals: 1 };
}

/**
 * Checks that the passages of an acquisition are expected to be judged in: the next one, where a
 * check can still follow, else none. Whether there is a second depends on the verdict of the first,
 * which is not known; the paper's runs check once a question on average (its table of actions).
 */
function expectedLaterChecks(state: EvidenceState, settings: Settings): 0 | 1 {
  const reachesCap =
    stepsTaken(state) + 1 >= settings.maxSteps ||
    retrievalsTaken(state) + 1 >= settings.maxRetrievals;
  const isReadable = unknownVerdicts(state) < MOST_UNKNOWN_VERDICTS;
  return settings.judge === "use" && isReadable && !reachesCap ? 1 : 0;
}
