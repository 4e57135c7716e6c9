import type { RetrievalHit } from "./evidence-retriever.js";
import { MISSING } from "./passage-feature-table.js";
import { scoreRatio } from "./unseen-search.js";

/** The unseen hits of one search. */
export interface CandidateList {
  query: string;
  /** Best first, with their ranks in the whole list. */
  hits: readonly RetrievalHit[];
  /** Best score of the whole list, null without scores. */
  topScore: number | null;
}

interface Standing {
  lists: number;
  bestRank: number;
}

/** In how many lists each passage stands, by id, and its best rank there. */
export function standingsIn(lists: readonly CandidateList[]): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  for (const { hits } of lists) {
    for (const { passage, rank } of hits) {
      const { lists: before, bestRank } = standings.get(passage.id) ?? { lists: 0, bestRank: rank };
      standings.set(passage.id, { lists: before + 1, bestRank: Math.min(bestRank, rank) });
    }
  }
  return standings;
}

/** Where a hit stands in its list and in the others: ranks and ratios, never a raw score. */
export function listFeatures(
  { hits, topScore }: CandidateList,
  at: number,
  standings: ReadonlyMap<string, Standing>,
) {
  const hit = hits[at];
  const score = hit?.score ?? 0;
  const next = hits[at + 1]?.score ?? null;
  const standing = standings.get(hit?.passage.id ?? "");
  return {
    reciprocalRank: 1 / (hit?.rank ?? 1),
    reciprocalPlace: 1 / (at + 1),
    scoreRatio: hit ? (scoreRatio(hit, topScore) ?? MISSING) : MISSING,
    nextRatio: next === null || !(score > 0) ? MISSING : Math.min(1, Math.max(0, next / score)),
    listCount: standing?.lists ?? 1,
    bestReciprocalRank: 1 / (standing?.bestRank ?? 1),
  };
}
