import { actionByName } from "../actions/index.js";
import type { Question } from "../datasets/question.js";
import { sharedRetriever } from "../evaluation/shared-calls.js";
import type { RandomSource } from "../forest/train-random.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import { directRunner } from "../graph/run-directly.js";
import type { DirectRunner } from "../graph/run-directly.js";
import { scorePreview } from "../policy/scored-preview.js";
import type { FoundAhead } from "../policy/scored-preview.js";
import type { ScoredPreview } from "../policy/policy.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { FEATURE_DEPTH } from "../retrieval/passage-features.js";
import { searchUnseen } from "../retrieval/unseen-search.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { resolveSettings } from "../state/settings.js";
import { validActions } from "../validity/valid-actions.js";
import { neverContent } from "./loop-states.js";

/** A state of the loop and what each acquisition would find from it. */
export interface CandidateState {
  /** Acquisitions that led here. */
  depth: number;
  lists: ScoredPreview[];
}

/** How a question's states are visited. */
export interface CandidateWalk {
  retriever: EvidenceRetriever;
  ranker: EvidenceRanker;
  /** Children that are followed from a state after one, two and so on acquisitions. */
  breadths: readonly number[];
  random: RandomSource;
}

/**
 * States that acquisitions lead to, and the first ten unseen hits of every acquisition that is
 * valid there. The first acquisition is always `retrieve_more`; after that a drawn few of the
 * children are followed. Each is checked, as if the verdict were "insufficient", so that
 * `gap_query` is among the acquisitions.
 */
export async function candidateStates(
  question: Question,
  { ranker, breadths, random, ...walk }: CandidateWalk,
): Promise<CandidateState[]> {
  const retriever = sharedRetriever(walk.retriever);
  const runner = directRunner({ retriever, ranker, generator: neverContent(embeddedGenerator()) });
  const states: CandidateState[] = [];
  let level: EvidenceState[] = [runner.begin(question.question)];
  for (const [depth, breadth] of [1, ...breadths, 0].entries()) {
    const next: EvidenceState[] = [];
    for (const state of level) {
      const lists = await listsFrom(state, retriever);
      states.push({ depth, lists });
      for (const { operation } of drawn(lists, breadth, random)) {
        next.push(await checkedChild(runner, state, operation));
      }
    }
    level = next;
  }
  return states;
}

/** Gives each acquisition's list its features, as a preview does, also where there is but one. */
async function listsFrom(
  state: EvidenceState,
  retriever: EvidenceRetriever,
): Promise<ScoredPreview[]> {
  const settings = resolveSettings();
  const { language } = retriever;
  const previewed: FoundAhead[] = [];
  for (const operation of validActions(state, { settings, language, now: 0 }).valid) {
    const action = actionByName(operation);
    const query = action.plan?.(state, { settings, language })?.query;
    if (action.family !== "acquisition" || query === undefined) continue;
    const found = await searchUnseen(retriever, {
      query,
      evidence: state.evidence,
      wanted: FEATURE_DEPTH,
      maxPerTitle: null,
      filter: undefined,
      signal: undefined,
    });
    if (found.hits.length > 0) previewed.push({ operation, query, found });
  }
  return scorePreview(state, previewed, retriever);
}

async function checkedChild(
  runner: DirectRunner,
  state: EvidenceState,
  operation: ActionName,
): Promise<EvidenceState> {
  const child = await runner.execute(state, { operation });
  return runner.execute(child, { operation: "sufficiency_check" });
}

function drawn<Item>(items: readonly Item[], count: number, random: RandomSource): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed
    .sort((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ item }) => item);
}
