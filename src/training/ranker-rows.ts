import type { Question } from "../datasets/question.js";
import type { RandomSource } from "../forest/train-random.js";
import { withoutOtherLists } from "../retrieval/passage-features.js";
import { MISSING, PASSAGE_FEATURES, passageVector } from "../retrieval/passage-feature-table.js";
import type { PassageFeatureName, PassageFeatures } from "../retrieval/passage-feature-table.js";
import type { CandidateState } from "./ranker-states.js";

/** What the ranker learns from one question: candidate passages, and which of them are needed. */
export interface RankerRows {
  rows: Float32Array[];
  /** 1 for a gold passage of the question, else 0. */
  labels: number[];
}

/** Features that a caller may lack together, and the share of lists that are taught without. */
const BLOCKS: readonly { names: readonly PassageFeatureName[]; share: number }[] = [
  { names: ["scoreRatio", "nextRatio"], share: 0.2 },
  { names: ["bridgeRank"], share: 0.1 },
  { names: ["linkedFromNewest"], share: 0.1 },
];

/** In this share of the lists nothing is known of the others, as in an evidence ranker. */
const ALONE = 0.5;

/**
 * The rows of a question as they are taught: in a share of the lists what another caller may not
 * know is missing.
 */
export function taughtRows(
  states: readonly CandidateState[],
  question: Question,
  random: RandomSource,
): RankerRows {
  const taught: RankerRows = { rows: [], labels: [] };
  const gold = new Set(question.supporting);
  for (const { hits } of states.flatMap(({ lists }) => lists)) {
    const isAlone = random() < ALONE;
    const missing = BLOCKS.flatMap(({ names, share }) => (random() < share ? names : []));
    for (const { id, features } of hits) {
      const known = isAlone ? withoutOtherLists(features) : features;
      taught.rows.push(rowOf(known, missing));
      taught.labels.push(gold.has(id) ? 1 : 0);
    }
  }
  return taught;
}

/** The rows of a question as the evidence ranker of an acquisition sees them. */
export function rankedRows(states: readonly CandidateState[], question: Question): RankerRows {
  const gold = new Set(question.supporting);
  const hits = states.flatMap(({ lists }) => lists.flatMap((list) => list.hits));
  return {
    rows: hits.map(({ features }) => rowOf(withoutOtherLists(features), [])),
    labels: hits.map(({ id }) => (gold.has(id) ? 1 : 0)),
  };
}

function rowOf(features: PassageFeatures, missing: readonly PassageFeatureName[]): Float32Array {
  const row = Float32Array.from(passageVector(features));
  for (const name of missing) row[COLUMNS.get(name) ?? 0] = MISSING;
  return row;
}

const COLUMNS = new Map(PASSAGE_FEATURES.map(({ name }, column) => [name, column]));
