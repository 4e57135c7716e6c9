import { toAdded } from "../actions/acquire.js";
import { evidenceInput } from "../actions/evidence-input.js";
import type { EvidenceRetriever, PassageScorer } from "../retrieval/evidence-retriever.js";
import { FEATURE_DEPTH, passageFeatures } from "../retrieval/passage-features.js";
import type { UnseenSearchResult } from "../retrieval/unseen-search.js";
import type { PreviewedSearch } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { ScoredHit, ScoredPreview } from "./policy.js";

/** A previewed search and what it found. */
export interface FoundAhead extends Omit<PreviewedSearch, "hits"> {
  found: UnseenSearchResult;
}

/**
 * The first ten hits of each previewed search with their features and, where there is a scorer, the
 * probability that they are needed: a pure function of state and hits, the same for the graph's
 * router and for whoever collects training data.
 */
export function scorePreview(
  state: EvidenceState,
  previewed: readonly FoundAhead[],
  retriever: Pick<EvidenceRetriever, "language" | "termWeight">,
  scorer?: PassageScorer,
): ScoredPreview[] {
  const lists = previewed.map(({ query, found }) => ({ ...found, query }));
  const features = passageFeatures({ ...evidenceInput(state, retriever), lists });
  return previewed.map(({ operation, query, found }, list) => {
    const rows = features[list] ?? [];
    const probabilities = scorer?.(rows);
    const hits = found.hits.slice(0, FEATURE_DEPTH).flatMap((hit, at): ScoredHit[] => {
      const row = rows[at];
      const probability = probabilities?.[at];
      if (!row) return [];
      const scored = { ...toAdded(hit, found.topScore), features: row };
      return [probability === undefined ? scored : { ...scored, probability }];
    });
    return { operation, query, hits };
  });
}
