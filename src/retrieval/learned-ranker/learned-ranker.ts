import type { EvidenceRanker } from "../evidence-retriever.js";
import { singleListFeatures } from "../passage-features.js";
import { passageScorer } from "./passage-scorer.js";
import type { RankerModel } from "./ranker-model.js";

/** Settings of {@link learnedRanker}. */
export interface LearnedRankerOptions {
  /** A model of one's own, such as one of `readRankerFolds`; default: that of the package. */
  model?: RankerModel | undefined;
}

/** Unseen hits that are ranked for each search: deeper ones were rarely needed on train. */
const POOL = 10;

/**
 * Orders the first ten unseen hits of a search by the probability that the question needs them,
 * given what the evidence holds already: what they add to the question's coverage, how they are
 * linked from the evidence, where they stand in their list. Boosted trees over the passage features
 * (`PASSAGE_FEATURES`), fitted on train questions; no model call, about a millisecond a search.
 * Positive rescaling of the scores changes nothing, and scores may be missing, so it works with any
 * retriever.
 *
 * @throws DynaKragError `INVALID_ARTIFACT` from `rank` where the model of the package is damaged.
 * @example
 * ```ts
 * import { buildLexicalIndex, createDynaKrag, learnedRanker } from "dynakrag";
 *
 * const retriever = await buildLexicalIndex([
 *   { id: "1", pageContent: "Ada built the Iron Bridge.", metadata: { title: "Ada" } },
 * ]);
 * const graph = createDynaKrag({ retriever, ranker: learnedRanker() }).compile();
 * ```
 */
export function learnedRanker({ model }: LearnedRankerOptions = {}): EvidenceRanker {
  return {
    name: "learned",
    pool: POOL,
    rank: async (input, signal) => {
      const score = await passageScorer(model);
      signal?.throwIfAborted();
      return score(singleListFeatures(input));
    },
    scorer: () => passageScorer(model),
  };
}
