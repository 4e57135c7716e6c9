import { abortable } from "../abortable.js";
import { actionByName } from "../actions/index.js";
import type { Action } from "../actions/action.js";
import type { ScoredPreview } from "../policy/policy.js";
import { scorePreview } from "../policy/scored-preview.js";
import type { FoundAhead } from "../policy/scored-preview.js";
import { passageScorer } from "../retrieval/learned-ranker/passage-scorer.js";
import { FEATURE_DEPTH } from "../retrieval/passage-features.js";
import type { UnseenSearchInput, UnseenSearchResult } from "../retrieval/unseen-search.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { lastGain } from "../state/history.js";
import { gatheringEndsAt } from "../validity/caps.js";
import { timeLimit } from "./deadline.js";
import type { TimeLimit } from "./deadline.js";
import type { Engine } from "./engine.js";
import type { RunScope } from "./run-scope.js";

/** What the searches before a choice brought. */
export interface Previewed {
  preview: ScoredPreview[];
  /** Operations that would bring nothing: they leave A(s) for this evidence version. */
  withoutUnseen: ReadonlySet<ActionName>;
  searches: number;
}

const NOTHING_PREVIEWED: Previewed = { preview: [], withoutUnseen: new Set(), searches: 0 };

/**
 * Makes the searches whose queries cost no model call, where the policy asks for it and there is a
 * choice between several. Their hits wait in the cache for the operation that is chosen.
 */
export async function previewAcquisitions(
  engine: Engine,
  scope: RunScope,
  state: EvidenceState,
  valid: readonly ActionName[],
): Promise<Previewed> {
  if (!wantsPreview(engine, scope)) return NOTHING_PREVIEWED;
  const acquisitions = valid.map(actionByName).filter(({ family }) => family === "acquisition");
  const empty = foundEmptyBefore(state, engine, scope, acquisitions);
  const open = acquisitions.filter(({ name }) => !empty.has(name));
  if (open.length < 2) return { ...NOTHING_PREVIEWED, withoutUnseen: empty };
  const limit = timeLimit(scope.signal, gatheringEndsAt(state, scope.settings));
  try {
    return await previewEach(engine, scope, state, { open, empty, limit });
  } finally {
    limit.release();
  }
}

function wantsPreview({ retriever }: Engine, { policy, settings }: RunScope): boolean {
  if (policy.wantsPreview !== true || settings.preview === "none") return false;
  return settings.preview === "free" || retriever.searchCost === "free";
}

/** What an earlier preview of the same evidence found to bring nothing still brings nothing. */
function foundEmptyBefore(
  state: EvidenceState,
  engine: Engine,
  scope: RunScope,
  acquisitions: readonly Action[],
): Set<ActionName> {
  const since = lastGain(state)?.step ?? 0;
  const empty = state.decisions
    .filter(({ step }) => step > since)
    .flatMap(({ preview = [] }) => preview.filter(({ hits }) => hits.length === 0));
  const isEmpty = (action: Action): boolean => {
    const query = plannedQuery(action, state, engine, scope);
    return empty.some((known) => known.operation === action.name && known.query === query);
  };
  return new Set(acquisitions.filter(isEmpty).map(({ name }) => name));
}

async function previewEach(
  engine: Engine,
  scope: RunScope,
  state: EvidenceState,
  { open, empty, limit }: { open: readonly Action[]; empty: Set<ActionName>; limit: TimeLimit },
): Promise<Previewed> {
  const { settings, filter } = scope;
  const previewed: FoundAhead[] = [];
  let searches = 0;
  for (const action of open) {
    const query = plannedQuery(action, state, engine, scope);
    if (query === undefined) continue;
    const found = await searchAhead(engine, scope, limit, {
      query,
      evidence: state.evidence,
      wanted: Math.max(FEATURE_DEPTH, engine.ranker.pool),
      maxPerTitle: settings.maxPerTitle,
      filter,
      signal: limit.signal,
    });
    searches += found?.searches ?? 1;
    if (!found) continue;
    if (found.hits.length === 0) empty.add(action.name);
    previewed.push({ operation: action.name, query, found });
  }
  const scorer = await (engine.ranker.scorer?.() ?? passageScorer());
  const preview = scorePreview(state, previewed, engine.retriever, scorer);
  return { preview, withoutUnseen: empty, searches };
}

/** A search that fails or takes too long is no preview: its operation is ranked without one. */
async function searchAhead(
  engine: Engine,
  { search }: RunScope,
  limit: TimeLimit,
  input: UnseenSearchInput,
): Promise<UnseenSearchResult | undefined> {
  try {
    const found = await abortable(() => search(input), limit.signal);
    engine.cache.set(engine.retriever.version, input, found);
    return found;
  } catch (error) {
    if (limit.signal?.aborted === true && !limit.isOver()) throw error;
    return undefined;
  }
}

function plannedQuery(
  action: Action,
  state: EvidenceState,
  { retriever }: Engine,
  { settings }: RunScope,
): string | undefined {
  return action.plan?.(state, { settings, language: retriever.language })?.query;
}
