import { Overwrite } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { REDUCERS } from "../state/reducers.js";
import type { Engine } from "./engine.js";
import { routerNode } from "./router-node.js";

/**
 * Starts clean and takes the first decision: nothing of an earlier question on the thread survives,
 * and bad settings fail here, before the first call. A node of its own for each of the two would
 * cost a superstep, and ten operations would no longer fit LangGraph's default limit.
 */
export function beginQuestionNode(engine: Engine) {
  const route = routerNode(engine);
  return async (
    state: EvidenceState,
    config: LangGraphRunnableConfig,
  ): Promise<Partial<EvidenceState>> => {
    const { question, filter } = state;
    const clean = { ...initialState(question, filter ?? undefined), startedAt: Date.now() };
    const begun = { ...clean, ...(await route(clean, config)) };
    return { ...begun, ...replacing(begun) };
  };
}

/** A reducer would append: only `Overwrite` replaces what an earlier question left. */
function replacing(state: EvidenceState): Record<string, Overwrite<unknown[]>> {
  const merged = Object.keys(REDUCERS) as (keyof typeof REDUCERS)[];
  return Object.fromEntries(merged.map((name) => [name, new Overwrite<unknown[]>(state[name])]));
}
