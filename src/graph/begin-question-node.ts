import { Overwrite } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Engine } from "./engine.js";
import { runScope } from "./run-scope.js";

/** Channels with a reducer: only `Overwrite` empties them. */
const REDUCED = [
  "evidence",
  "queries",
  "history",
  "bridgeEntities",
  "decisions",
  "ledger",
] as const;

/**
 * Starts clean: nothing of an earlier question on the thread survives, and bad settings fail here,
 * before the first call.
 */
export function beginQuestionNode(engine: Engine) {
  return (state: EvidenceState, config: LangGraphRunnableConfig): Partial<EvidenceState> => {
    runScope(engine, state, config);
    const clean = { ...initialState(state.question), startedAt: Date.now() };
    const activeFilter = state.filter ?? null;
    const emptied = Object.fromEntries(
      REDUCED.map((channel) => [channel, new Overwrite<unknown[]>([])]),
    );
    return { ...clean, activeFilter, ...emptied };
  };
}
