import type { PassageFeatures } from "../retrieval/passage-feature-table.js";
import { CHECK_OPTION } from "./method-options.js";

/** The weights of the formula by which hand-written methods value a passage. */
export interface HandWeights {
  /** Share of the question that it covers and the evidence does not. */
  cover: number;
  /** What a chain of two sentences, one of the evidence and one of its own, adds. */
  chain: number;
  /** The evidence names its title, more so where what is asked stands beside it. */
  link: number;
  /** Its title is one of the best bridge candidates. */
  bridge: number;
  /** The question names its title, and no such document was found. */
  title: number;
  /** Its place in the list. */
  rank: number;
}

const weight = (preset: number) => ({ min: 0, max: 10, default: preset, decimal: true }) as const;

/** The weights as options of a method, with the gate. */
export const HAND_OPTIONS = {
  cover: weight(1),
  chain: weight(0.5),
  link: weight(0.5),
  bridge: weight(0.5),
  title: weight(0.5),
  rank: weight(0.3),
  ...CHECK_OPTION,
};

/** The worth of a passage by hand: a weighted sum of features, each 0 to 1; missing counts 0. */
export function worthByHand(features: PassageFeatures, weights: HandWeights): number {
  const { linkedFrom, linkSentence, titleAsked, sameTitle } = features;
  return (
    weights.cover * known(features.coverageAdded) +
    weights.chain * known(features.chainAdded) +
    weights.link * (linkedFrom > 0 ? (1 + known(linkSentence)) / 2 : 0) +
    weights.bridge * known(features.bridgeRank) +
    weights.title * (titleAsked === 1 && sameTitle !== 1 ? 1 : 0) +
    weights.rank * known(features.reciprocalPlace)
  );
}

function known(value: number): number {
  return Math.max(0, value);
}
