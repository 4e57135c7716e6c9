import type { ActionName } from "../state/evidence.js";
import { MISSING, PREVIEW_FEATURES } from "./feature-table.js";
import type { ScoredHit, ScoredPreview } from "./policy.js";

/** Passages that an acquisition adds. */
const TAKEN = 3;
/** A gain that has no rival stands this much above nothing. */
const MOST_LEAD = 3;

/**
 * What the previewed search of an operation would bring, in the order of `PREVIEW_FEATURES`; all −1
 * where there was no preview of it.
 */
export function previewFeatures(name: ActionName, preview: readonly ScoredPreview[]): number[] {
  const own = preview.find(({ operation }) => operation === name);
  if (!own) return PREVIEW_FEATURES.map(() => MISSING);
  const first = own.hits.slice(0, TAKEN);
  const gain = expectedGain(own);
  const others = preview.filter((one) => one !== own).map(expectedGain);
  return [
    gain,
    mostOf(own.hits, ({ probability = MISSING }) => probability),
    gain < 0 ? MISSING : leadOver(gain, Math.max(0, ...others)),
    mostOf(first, ({ features }) => features.coverageAdded),
    mostOf(first, ({ features }) => features.chainAdded),
    first.filter(({ features }) => features.linkedFrom > 0).length,
    mostOf(first, ({ features }) => features.bridgeRank),
    mostOf(first, ({ features }) => features.namesAdded),
    first.reduce((sum, { features }) => sum + features.novelty, 0) / Math.max(1, first.length),
    own.hits[0]?.features.nextRatio ?? MISSING,
  ];
}

/**
 * Needed passages that a previewed search is expected to bring: the sum of the probabilities of its
 * best three; −1 where no ranker has given any.
 */
export function expectedGain({ hits }: Pick<ScoredPreview, "hits">): number {
  if (!hits.some(({ probability }) => probability !== undefined)) {
    return hits.length === 0 ? 0 : MISSING;
  }
  const best = hits.map(({ probability = 0 }) => probability).sort((one, other) => other - one);
  return best.slice(0, TAKEN).reduce((sum, probability) => sum + probability, 0);
}

function leadOver(gain: number, other: number): number {
  return other <= 0 ? MOST_LEAD : Math.min(MOST_LEAD, gain / other);
}

function mostOf(hits: readonly ScoredHit[], of: (hit: ScoredHit) => number): number {
  return Math.max(MISSING, ...hits.map(of));
}
