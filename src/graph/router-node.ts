import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { actionByName } from "../actions/index.js";
import { decide } from "../router.js";
import { scoreRatio } from "../retrieval/unseen-search.js";
import type { ActionName, PreviewedSearch } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { validActions } from "../validity/valid-actions.js";
import type { ValidityView } from "../validity/valid-actions.js";
import type { Engine } from "./engine.js";
import { usageEntry } from "../actions/record-step.js";
import { runScope } from "./run-scope.js";
import type { RunScope } from "./run-scope.js";

/**
 * validity → preview → policy → decision, written to the checkpoint. Scoring happens in this node,
 * because a conditional edge cannot write state and what it throws is lost on resume.
 */
export function routerNode(engine: Engine) {
  return async (state: EvidenceState, config: LangGraphRunnableConfig): Promise<EvidenceUpdate> => {
    const scope = runScope(engine, state, config);
    const { language } = engine.retriever;
    const view: ValidityView = { settings: scope.settings, language, now: Date.now() };
    const first = validActions(state, view);
    const looked = wantsPreview(engine, scope)
      ? await previewAcquisitions(engine, scope, state, first.valid)
      : NOTHING_PREVIEWED;
    const { withoutUnseen, preview, searches } = looked;
    const valid =
      withoutUnseen.size === 0 ? first : validActions(state, { ...view, withoutUnseen });
    const decision = decide(state, { ...valid, policy: scope.policy, view, preview });
    const ledger = searches > 0 ? [usageEntry(`preview:${decision.step}`, { searches })] : [];
    return { decisions: [decision], ledger };
  };
}

/** Where the newest decision leads; the edge reads what the node wrote. */
export function chosenNode(state: EvidenceState): ActionName {
  return state.decisions.at(-1)?.operation ?? "stop_answer";
}

interface Previewed {
  preview: PreviewedSearch[];
  withoutUnseen: Set<ActionName>;
  searches: number;
}

const NOTHING_PREVIEWED: Previewed = { preview: [], withoutUnseen: new Set(), searches: 0 };

function wantsPreview({ retriever }: Engine, { policy, settings }: RunScope): boolean {
  if (policy.wantsPreview !== true || settings.preview === "none") return false;
  return settings.preview === "free" || retriever.searchCost === "free";
}

/** Makes the searches whose queries cost no model call, where there is a choice between several. */
async function previewAcquisitions(
  engine: Engine,
  scope: RunScope,
  state: EvidenceState,
  valid: readonly ActionName[],
): Promise<Previewed> {
  const { settings, filter, signal } = scope;
  const { language, version } = engine.retriever;
  const acquisitions = valid.map(actionByName).filter(({ family }) => family === "acquisition");
  if (acquisitions.length < 2) return NOTHING_PREVIEWED;
  const previewed: Previewed = { preview: [], withoutUnseen: new Set(), searches: 0 };
  for (const action of acquisitions) {
    const query = action.plan?.(state, { settings, language })?.query;
    if (query === undefined) continue;
    const room = settings.maxPassages - state.evidence.length;
    const limit = Math.min(room, settings.passagesPerRetrieval);
    const input = {
      query,
      evidence: state.evidence,
      wanted: Math.max(limit, engine.ranker.pool),
      maxPerTitle: settings.maxPerTitle,
      filter,
      signal,
    };
    const found = await scope.search(input);
    engine.cache.set(version, input, found);
    previewed.searches += found.searches;
    if (found.hits.length === 0) previewed.withoutUnseen.add(action.name);
    const hits = found.hits.map((hit) => ({
      id: hit.passage.id,
      rank: hit.rank,
      scoreRatio: scoreRatio(hit, found.topScore),
    }));
    previewed.preview.push({ operation: action.name, query, hits });
  }
  return previewed;
}
