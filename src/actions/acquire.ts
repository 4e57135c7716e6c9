import { analyzerFor } from "../language/analyzer.js";
import type { RetrievalHit } from "../retrieval/evidence-retriever.js";
import { scoreRatio } from "../retrieval/unseen-search.js";
import type { UnseenSearchResult } from "../retrieval/unseen-search.js";
import type { AddedPassage } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import type { ActionContext, ActionResult, PlannedQuery, StepCost, StepOutcome } from "./action.js";
import { bridgeEntitiesIn, questionEntities } from "./bridge-entities.js";
import { chosenPassages } from "./chosen-passages.js";
import type { TakenHit } from "./chosen-passages.js";
import { evidenceInput } from "./evidence-input.js";
import { isNewQuery } from "./queries.js";

/** The query of an acquisition, ready to be searched. */
export interface AcquisitionQuery extends PlannedQuery {
  query: string;
  /** What writing it cost. */
  cost?: StepCost;
}

/** The passages that one acquisition may still add. */
export function passagesToAdd(state: EvidenceState, context: ActionContext): number {
  const { passagesPerRetrieval, maxPassages } = context.settings;
  const asked = context.decision.args?.passages ?? passagesPerRetrieval;
  return Math.max(0, Math.min(maxPassages - state.evidence.length, passagesPerRetrieval, asked));
}

/**
 * What all acquisitions share: search, rank, add the best unseen passages, note the new names. A
 * query without words, or one that was searched before, fails without a search.
 *
 * @param frontier True where the query is the question itself, whose ranking is read on and on.
 */
export async function acquire(
  state: EvidenceState,
  planned: AcquisitionQuery,
  context: ActionContext,
  frontier = false,
): Promise<ActionResult> {
  const { query, variant, entity, cost: written = {} } = planned;
  const step = { variant, query, entity };
  const { fold } = analyzerFor(context.language);
  if (fold(query) === "") return failed({ variant, entity }, "BLANK_QUERY", written);
  if (!frontier && !isNewQuery(state, query, context.language)) {
    return failed(step, "REPEATED_QUERY", written);
  }
  const limit = passagesToAdd(state, context);
  const input = {
    evidence: state.evidence,
    maxPerTitle: context.settings.maxPerTitle,
    filter: context.filter,
    signal: context.signal,
  };
  const wanted = Math.max(limit, context.ranker.pool);
  const found = await context.search({ ...input, query, wanted });
  const chosen = await chosenPassages(context.decision, context.search, input);
  const best = chosen.taken.length > 0 ? chosen.taken : await ownBest(state, query, found, context);
  const taken = best.slice(0, limit);
  const update: EvidenceUpdate = { queries: [query], ...gain(state, taken, context) };
  if (frontier) update.frontier = frontierAfter(found, taken);
  return {
    outcome: { ...step, ...added(query, taken) },
    update,
    cost: { ...written, searches: found.searches + chosen.searches },
  };
}

/** What the record of the step says about the passages that were added. */
function added(query: string, taken: readonly TakenHit[]): StepOutcome {
  const others = new Set(taken.map((one) => one.query).filter((other) => other !== query));
  return {
    outcome: taken.length > 0 ? "added" : "nothing_new",
    added: taken.map(({ hit, topScore }) => toAdded(hit, topScore)),
    ...(others.size > 0 ? { otherQueries: [...others] } : {}),
  };
}

function failed(
  step: Omit<PlannedQuery, "cost">,
  errorCode: "BLANK_QUERY" | "REPEATED_QUERY",
  cost: StepCost,
): ActionResult {
  return { outcome: { ...step, outcome: "failed", errorCode }, update: {}, cost };
}

/** The unseen hits of the operation's own search, in the order of the evidence ranker. */
async function ownBest(
  state: EvidenceState,
  query: string,
  { hits: unseen, topScore }: UnseenSearchResult,
  { ranker, retriever, signal }: ActionContext,
): Promise<TakenHit[]> {
  const hits = unseen.slice(0, Math.max(ranker.pool, 1));
  const input = { ...evidenceInput(state, retriever), query, hits, topScore };
  const scores = await ranker.rank(input, signal);
  const order = hits.map((hit, index) => ({ hit, score: scores[index] ?? 0 }));
  order.sort((a, b) => b.score - a.score || a.hit.rank - b.hit.rank);
  const best = [...order.map(({ hit }) => hit), ...unseen.slice(hits.length)];
  return best.map((hit) => ({ hit, query, topScore }));
}

function gain(
  state: EvidenceState,
  taken: readonly TakenHit[],
  context: ActionContext,
): EvidenceUpdate {
  if (taken.length === 0) return {};
  const evidence = taken.map(({ hit }) => hit.passage);
  const { question } = state;
  const { language } = context;
  const { entities } = context.retriever;
  return {
    evidence,
    evidenceVersion: state.evidenceVersion + 1,
    bridgeEntities: [
      ...(state.evidence.length === 0 ? questionEntities(question, entities, language) : []),
      ...evidence.flatMap((found) => bridgeEntitiesIn(found, question, entities, language)),
    ],
  };
}

/** What the state keeps of a hit: where it stood in its list, no text. */
export function toAdded(hit: RetrievalHit, topScore: number | null): AddedPassage {
  return { id: hit.passage.id, rank: hit.rank, scoreRatio: scoreRatio(hit, topScore) };
}

/** The list is exhausted once it ended and every unseen passage of it was taken. */
function frontierAfter(
  { depth, ended, hits }: UnseenSearchResult,
  taken: readonly TakenHit[],
): EvidenceState["frontier"] {
  const ids = new Set(taken.map(({ hit }) => hit.passage.id));
  return { position: depth, exhausted: ended && hits.every(({ passage }) => ids.has(passage.id)) };
}
