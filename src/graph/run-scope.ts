import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { policyByName } from "../baselines/index.js";
import type { Policy } from "../policy/policy.js";
import { bothFilters } from "../retrieval/passage-filter.js";
import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
import { searchUnseen } from "../retrieval/unseen-search.js";
import type { UnseenSearch } from "../retrieval/unseen-search.js";
import type { Settings } from "../state/settings.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { filterOfRun, settingsOfRun } from "./context.js";
import type { Engine } from "./engine.js";

/** What every node works out first: settings, policy, filter and the search of this question. */
export interface RunScope {
  settings: Settings;
  policy: Policy;
  filter: RetrievalFilter | undefined;
  search: UnseenSearch;
  signal: AbortSignal | undefined;
}

/** Supersteps beside the operations: begin, stop, compress, answer, and one that LangGraph keeps. */
const FIXED_SUPERSTEPS = 5;

/**
 * Operations that fit the caller's recursion limit, two supersteps each: a run that would hit it
 * ends before, with an answer from what was found.
 */
function stepsThatFit({ recursionLimit }: LangGraphRunnableConfig): number {
  if (recursionLimit === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((recursionLimit - FIXED_SUPERSTEPS) / 2));
}

/**
 * Resolves the settings of a run in one place.
 *
 * @throws DynaKragError `INVALID_SETTINGS` or `INVALID_POLICY`
 */
export function runScope(
  engine: Engine,
  state: Pick<EvidenceState, "activeFilter">,
  config: LangGraphRunnableConfig,
): RunScope {
  const given = settingsOfRun(engine.defaults, config);
  const settings = { ...given, maxSteps: Math.min(given.maxSteps, stepsThatFit(config)) };
  const { cache, retriever } = engine;
  return {
    settings,
    policy: settings.policy === undefined ? engine.policy : policyByName(settings.policy),
    filter: bothFilters(state.activeFilter ?? undefined, filterOfRun(config)),
    search: async (input) =>
      cache.get(retriever.version, input) ?? (await searchUnseen(retriever, input)),
    signal: config.signal,
  };
}
