import { toAdded } from "../actions/acquire.js";
import { bridgeCandidates } from "../actions/queries.js";
import type { EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { FEATURE_DEPTH, passageFeatures } from "../retrieval/passage-features.js";
import type { UnseenSearchResult } from "../retrieval/unseen-search.js";
import type { PreviewedSearch } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { lastGain } from "../state/history.js";
import type { ScoredHit, ScoredPreview } from "./policy.js";

/** A previewed search and what it found. */
export interface FoundAhead extends Omit<PreviewedSearch, "hits"> {
  found: UnseenSearchResult;
}

/**
 * The first ten hits of each previewed search with their features: a pure function of state and
 * hits, the same for the graph's router and for whoever collects training data.
 */
export function scorePreview(
  state: EvidenceState,
  previewed: readonly FoundAhead[],
  retriever: Pick<EvidenceRetriever, "language" | "termWeight">,
): ScoredPreview[] {
  const { language } = retriever;
  const features = passageFeatures({
    question: state.question,
    evidence: state.evidence,
    language,
    newest: new Set(lastGain(state)?.added.map(({ id }) => id)),
    bridges: bridgeCandidates(state, language).map(({ name }) => name),
    termWeight: retriever.termWeight && ((term) => retriever.termWeight?.(term) ?? 1),
    lists: previewed.map(({ query, found }) => ({ ...found, query })),
  });
  return previewed.map(({ operation, query, found }, list) => {
    const hits = found.hits.slice(0, FEATURE_DEPTH).flatMap((hit, at): ScoredHit[] => {
      const row = features[list]?.[at];
      return row ? [{ ...toAdded(hit, found.topScore), features: row }] : [];
    });
    return { operation, query, hits };
  });
}
