import { isGraphBubbleUp } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { abortable } from "../abortable.js";
import type {
  Action,
  ActionContext,
  ActionResult,
  PlannedQuery,
  StepCost,
  StepOutcome,
} from "../actions/action.js";
import { recordStep } from "../actions/record-step.js";
import { DynaKragError } from "../errors.js";
import type { ActionRecord, Decision, StepErrorCode } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { retrievalsTaken, stepsTaken } from "../state/history.js";
import { gatheringEndsAt } from "../validity/caps.js";
import { budgetedGenerator } from "./budgeted-generator.js";
import { timeLimit } from "./deadline.js";
import type { Engine } from "./engine.js";
import { runScope } from "./run-scope.js";

/** What one operation tells a live stream: no page text. */
export interface OperationEvent {
  type: "dynakrag.operation";
  step: number;
  operation: string;
  outcome: ActionRecord["outcome"];
  query?: string | undefined;
  verdict?: string | undefined;
  newPassages: number;
  budgetLeft: { steps: number; retrievals: number };
}

/**
 * Runs an operation as a node. What throws becomes a failed step and the loop goes on; an abort, an
 * interrupt and a provider whose credit is spent do not.
 */
export function actionNode(action: Action, engine: Engine) {
  return async (state: EvidenceState, config: LangGraphRunnableConfig): Promise<EvidenceUpdate> => {
    const scope = runScope(engine, state, config);
    const { generator, retriever, ranker } = engine;
    const { settings, filter, search } = scope;
    const decision = state.decisions.at(-1);
    const limit = timeLimit(scope.signal, gatheringEndsAt(state, settings));
    const context: Omit<ActionContext, "paid"> = {
      settings,
      language: retriever.language,
      generator: budgetedGenerator(generator, state, settings),
      retriever,
      ranker,
      filter,
      search,
      decision: decisionFor(action, decision),
      signal: limit.signal,
    };
    try {
      const result = await attempt(action, state, context, limit.isOver);
      const update = recordStep(action, state, result);
      for (const record of update.history ?? []) announce(record, state, context, config);
      return update;
    } finally {
      limit.release();
    }
  };
}

function decisionFor(action: Action, decision: Decision | undefined): ActionContext["decision"] {
  return decision?.operation === action.name ? decision : {};
}

async function attempt(
  action: Action,
  state: EvidenceState,
  context: Omit<ActionContext, "paid">,
  timeIsOver: () => boolean,
): Promise<ActionResult> {
  let cost: StepCost = {};
  const paid = (call: StepCost): void => {
    cost = call;
  };
  try {
    return await abortable(() => action.run(state, { ...context, paid }), context.signal);
  } catch (error) {
    if (isGraphBubbleUp(error) || (context.signal?.aborted === true && !timeIsOver())) throw error;
    const errorCode = timeIsOver() ? "DEADLINE" : errorCodeOf(error);
    if (errorCode === "QUOTA_EXHAUSTED") throw error;
    if (action.family === "readiness") return { update: {}, cost: {} };
    const planned = triedOf(action.plan?.(state, context), context.decision);
    const left = action.afterFailure?.(state, context);
    const outcome: StepOutcome = { outcome: "failed", ...planned, ...left?.outcome, errorCode };
    return { outcome, update: left?.update ?? {}, cost };
  }
}

/** What was tried: a variant that the policy asked for is not the planned one, nor its query. */
function triedOf(
  planned: PlannedQuery | undefined,
  { variant }: ActionContext["decision"],
): PlannedQuery | undefined {
  const isOther = variant !== undefined && planned?.variant !== undefined;
  return isOther && variant !== planned.variant ? { variant } : planned;
}

function errorCodeOf(error: unknown): StepErrorCode {
  return DynaKragError.isInstance(error) ? error.code : "OPERATION_FAILED";
}

/** Tells a live stream what the step did; page text stays out of it. */
function announce(
  record: ActionRecord,
  state: EvidenceState,
  { settings }: Pick<ActionContext, "settings">,
  config: LangGraphRunnableConfig,
): void {
  const after = { history: [...state.history, record] };
  const event: OperationEvent = {
    type: "dynakrag.operation",
    step: record.step,
    operation: record.operation,
    outcome: record.outcome,
    query: record.query,
    verdict: record.verdict,
    newPassages: record.added.length,
    budgetLeft: {
      steps: settings.maxSteps - stepsTaken(after),
      retrievals: settings.maxRetrievals - retrievalsTaken(after),
    },
  };
  config.writer?.(event);
}
