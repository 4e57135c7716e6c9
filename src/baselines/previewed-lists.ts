import type { PolicyChoice, PolicyInput, ScoredHit, ScoredPreview } from "../policy/policy.js";
import { firstPossible } from "./gate.js";

/** A passage of the previewed lists and what a method thinks of it. */
export interface RankedPassage {
  id: string;
  score: number;
}

/**
 * Every previewed passage once, best first, with the sum or the best of what its places in the lists
 * are worth. Equal ones keep the order of the lists.
 *
 * @param worth of one hit; `at` counts the unseen hits of its list from 0.
 */
export function rankPreviewed(
  preview: readonly ScoredPreview[],
  worth: (hit: ScoredHit, at: number) => number,
  join: (one: number, other: number) => number,
): RankedPassage[] {
  const scores = new Map<string, number>();
  for (const { hits } of preview) {
    for (const [at, hit] of hits.entries()) {
      const known = scores.get(hit.id);
      const score = worth(hit, at);
      scores.set(hit.id, known === undefined ? score : join(known, score));
    }
  }
  const ranked = [...scores].map(([id, score]): RankedPassage => ({ id, score }));
  return ranked.sort((one, other) => other.score - one.score);
}

/** How many passages one acquisition may add now. */
export function passagesThatFit({ state, settings }: PolicyInput): number {
  return Math.min(settings.passagesPerRetrieval, settings.maxPassages - state.evidence.length);
}

/**
 * Appends the best of these passages, whichever lists they are from: by the operation whose list has
 * the first of them in the best place.
 */
export function appendBest(input: PolicyInput, ranked: readonly RankedPassage[]): PolicyChoice {
  const passageIds = ranked.slice(0, passagesThatFit(input)).map(({ id }) => id);
  const [first] = passageIds;
  const places = input.preview.flatMap(({ operation, hits }) => {
    const at = hits.findIndex(({ id }) => id === first);
    return at < 0 ? [] : [{ operation, at }];
  });
  const [own] = places.sort((one, other) => one.at - other.at);
  if (!own) return withoutPreview(input);
  const reason = `The best ${passageIds.length} of all previewed passages.`;
  return { operation: own.operation, args: { passageIds }, reason };
}

/**
 * What a method that compares lists does where there are none, because only one acquisition is
 * possible or previews are not wanted: that one; else the gap, then what is not covered, then a
 * bridge, then the next page.
 */
export function withoutPreview({ valid }: PolicyInput): PolicyChoice {
  const reason = "There are no previewed lists to compare.";
  return firstPossible(valid, [
    { operation: "gap_query", reason },
    { operation: "rewrite_query", reason },
    { operation: "bridge_entity_expand", reason },
    { operation: "retrieve_more", reason },
  ]);
}
