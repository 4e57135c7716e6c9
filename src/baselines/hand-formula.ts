import type { PassageFeatures } from "../retrieval/passage-feature-table.js";
import { CHECK_OPTION } from "./method-options.js";

/** The weights of the formula by which hand-written methods value a passage. */
export interface HandWeights {
  /** Share of the question that it covers and the evidence does not. */
  cover: number;
  /** What a chain of two sentences, one of the evidence and one of its own, adds. */
  chain: number;
  /** Share of the question in two sentences, the one of the evidence naming its title. */
  link: number;
  /** Its title is one of the best bridge candidates. */
  bridge: number;
  /** The question names its title, and no such document was found. */
  title: number;
  /** Share of the question's names that it is the first to hold. */
  names: number;
  /** Its place in the list. */
  rank: number;
}

const weight = (preset: number) => ({ min: 0, max: 10, default: preset, decimal: true }) as const;

/**
 * The weights as options of a method, with the gate. Defaults: a logistic regression of "is a gold
 * passage" on previewed passages of 360 train questions of the three sets, rounded.
 */
export const HAND_OPTIONS = {
  cover: weight(1),
  chain: weight(0.5),
  link: weight(1),
  bridge: weight(0.75),
  title: weight(0.5),
  names: weight(1),
  rank: weight(0.5),
  ...CHECK_OPTION,
};

/** The worth of a passage by hand: a weighted sum of features, each 0 to 1; missing counts 0. */
export function worthByHand(features: PassageFeatures, weights: HandWeights): number {
  const { titleAsked, sameTitle } = features;
  return (
    weights.cover * known(features.coverageAdded) +
    weights.chain * known(features.chainAdded) +
    weights.link * known(features.linkedChain) +
    weights.bridge * known(features.bridgeRank) +
    weights.title * (titleAsked === 1 && sameTitle !== 1 ? 1 : 0) +
    weights.names * known(features.namesAdded) +
    weights.rank * known(features.reciprocalPlace)
  );
}

function known(value: number): number {
  return Math.max(0, value);
}
