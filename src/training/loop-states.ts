import { actionByName } from "../actions/index.js";
import { recordStep } from "../actions/record-step.js";
import type { ActionName, Passage } from "../state/evidence.js";
import type { Generator } from "../generator/generator.js";
import { searchUnseen } from "../retrieval/unseen-search.js";
import { scoreOrder } from "../retrieval/rerank.js";
import type { EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { applyUpdate } from "../state/apply-update.js";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { resolveSettings } from "../state/settings.js";

/** What the rule does when no verdict lets it stop: the longest way it can go. */
const WALK: readonly ActionName[] = [
  "retrieve_more",
  "sufficiency_check",
  "gap_query",
  "sufficiency_check",
  "gap_query",
  "sufficiency_check",
  "gap_query",
];

/**
 * The evidence after each acquisition of the rule, as if every check said "insufficient": the
 * states that a judge is asked about. Searches and queries are those of the loop, without LangGraph.
 */
export async function walkRule(
  question: string,
  retriever: EvidenceRetriever,
  generator: Generator,
): Promise<Passage[][]> {
  const settings = resolveSettings();
  const { language } = retriever;
  const view = { settings, language, now: 0 };
  const visited: Passage[][] = [];
  let state: EvidenceState = initialState(question);
  for (const name of WALK) {
    const action = actionByName(name);
    if (!action.isPossible(state, view)) continue;
    const result = await action.run(state, {
      settings,
      language,
      generator: neverContent(generator),
      retriever,
      ranker: scoreOrder(),
      filter: undefined,
      search: (input) => searchUnseen(retriever, input),
      decision: {},
      signal: undefined,
      paid: () => undefined,
    });
    const before = state.evidence.length;
    state = applyUpdate(state, recordStep(action, state, result));
    if (state.evidence.length > before) visited.push([...state.evidence]);
  }
  return visited;
}

/** Queries as the generator writes them, but no verdict that would end the walk. */
export function neverContent(generator: Generator): Generator {
  const usage = { inputTokens: 0, outputTokens: 0, modelCalls: 1, estimated: true };
  return {
    ...generator,
    judge: async () => ({ value: { verdict: "insufficient" }, usage }),
  };
}
