import type { ActionRecord, UsageEntry } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import type { Action, ActionResult, StepCost } from "./action.js";

/**
 * What an operation's result writes into the state: its own update, the record of the step with
 * the versions before it, and a line in the ledger. The graph's nodes and the training collector
 * share it.
 */
export function recordStep(
  action: Action,
  state: EvidenceState,
  { outcome, update, cost }: ActionResult,
): EvidenceUpdate {
  if (!outcome) {
    const ledger = Object.keys(cost).length > 0 ? [usageEntry(action.name, cost)] : [];
    return { ...update, ledger };
  }
  const step = state.history.length + 1;
  const record: ActionRecord = {
    added: [],
    ...outcome,
    step,
    operation: action.name,
    evidenceVersion: state.evidenceVersion,
    gapStep: state.gap?.step ?? null,
  };
  const retrievals = action.family === "acquisition" ? 1 : 0;
  const entry = usageEntry(`${action.name}:${step}`, { retrievals, ...cost });
  return { ...update, history: [record], ledger: [entry] };
}

/** One line of the ledger; what is not given costs nothing. */
export function usageEntry(id: string, cost: StepCost): UsageEntry {
  return {
    id,
    inputTokens: cost.inputTokens ?? 0,
    outputTokens: cost.outputTokens ?? 0,
    modelCalls: cost.modelCalls ?? 0,
    searches: cost.searches ?? 0,
    retrievals: cost.retrievals ?? 0,
    estimated: cost.estimated ?? false,
  };
}
