import type { EvidenceState, EvidenceUpdate } from "./evidence-state.js";
import { REDUCERS } from "./reducers.js";

/**
 * What LangGraph does with a node's update, as a pure function: the way to run operations without a
 * graph, for training and tests.
 */
export function applyUpdate(state: EvidenceState, update: EvidenceUpdate): EvidenceState {
  const { evidence, queries, bridgeEntities, history, decisions, ledger, ...newest } = update;
  return {
    ...state,
    ...newest,
    evidence: REDUCERS.evidence(state.evidence, evidence ?? []),
    queries: REDUCERS.queries(state.queries, queries ?? []),
    bridgeEntities: REDUCERS.bridgeEntities(state.bridgeEntities, bridgeEntities ?? []),
    history: REDUCERS.history(state.history, history ?? []),
    decisions: REDUCERS.decisions(state.decisions, decisions ?? []),
    ledger: REDUCERS.ledger(state.ledger, ledger ?? []),
  };
}
