/** A value that is not known; all others are ≥ 0. */
export const MISSING = -1;

const TABLE = [
  feature("reciprocalRank", "0…1", "1 / rank in its list: what the search thinks of it."),
  feature("reciprocalPlace", "0…1", "1 / place among the unseen hits of its list."),
  feature("scoreRatio", "0…1", "Its score by the best of its list; −1 without scores."),
  feature("nextRatio", "0…1", "The next hit's score by its own: 1 is no lead; −1 for the last."),
  feature("queryCoverage", "0…1", "Share of the query's terms it holds; −1 without terms."),
  feature("listCount", "1…", "Lists it stands in: several queries agree."),
  feature("bestReciprocalRank", "0…1", "1 / best rank over all lists."),
  feature("questionCoverage", "0…1", "Share of the question it covers."),
  feature("coverageAdded", "0…1", "Share of the question it covers and the evidence does not."),
  feature("residualCovered", "0…1", "Share of what is open that it covers; −1 where nothing is."),
  feature("relatedAdded", "0…1", "As coverageAdded; words of the same relation count as met."),
  feature("sentenceCoverage", "0…1", "Best share of the question in title and one sentence."),
  feature("sentenceResidual", "0…1", "Best share of what is open in one sentence; −1 if none is."),
  feature("chainCoverage", "0…1", "Best share in a sentence of the evidence and one of its own."),
  feature("chainAdded", "0…1", "What that adds to the best sentence of the evidence alone."),
  feature("linkedChain", "0…1", "As chainCoverage, the first sentence naming its title; 0: none."),
  feature("linkedFrom", "0…", "Passages of the evidence that name its title: the next hop."),
  feature("linkedFromNewest", "0, 1", "One of them is new: the chain goes on; −1 if not known."),
  feature("linkedFromAsked", "0, 1", "One of them is named in the question: the chain's start."),
  feature("linkSentence", "0…1", "Share of what is asked that stands where it is named."),
  feature("linkPlace", "0…1", "1 / number of the sentence that names it: first ones matter."),
  feature("bridgeRank", "0…1", "1 / place of its title among the bridge candidates; 0: none."),
  feature("linksBack", "0…", "Titles of the evidence that it names."),
  feature("sameTitle", "0, 1", "Another part of a document that was found."),
  feature("titleAsked", "0, 1", "The question names its title: a side of a comparison."),
  feature("titleOverlap", "0…1", "Share of its title's terms that stand in the question."),
  feature("namesAdded", "0…1", "Share of the question's names it is the first to hold."),
  feature("novelty", "0…1", "1 − largest share of its terms that one passage has already."),
  feature("length", "0…", "Different terms: long passages cover more by chance."),
  feature("evidenceSize", "0…", "Passages of evidence: what is asked for changes with them."),
  feature("openShare", "0…1", "Share of the question that the evidence does not cover."),
  feature("figureFits", "0, 1", "Holds a year or number where one is asked for, else −1."),
] as const;

/** What a passage feature is called, where it lies and why it is there. */
export interface PassageFeatureInfo {
  name: PassageFeatureName;
  /** −1 (missing) is possible everywhere. */
  range: string;
  why: string;
}

/** The name of a passage feature. */
export type PassageFeatureName = (typeof TABLE)[number]["name"];

/**
 * The features of one candidate passage, by name: ≥ 0, or −1 where a value is not known. They see
 * question, evidence and lists, never a gold label, and stay the same when scores are multiplied.
 */
export type PassageFeatures = Readonly<Record<PassageFeatureName, number>>;

/**
 * All passage features, in the order of the vector that a model is trained on.
 *
 * @example
 * ```ts
 * import { PASSAGE_FEATURES } from "dynakrag";
 *
 * for (const { name, range, why } of PASSAGE_FEATURES) console.log(name, range, why);
 * ```
 */
export const PASSAGE_FEATURES: readonly PassageFeatureInfo[] = TABLE;

/** The features in the order of {@link PASSAGE_FEATURES}: a row for a model. */
export function passageVector(features: PassageFeatures): number[] {
  return TABLE.map(({ name }) => features[name]);
}

function feature<const Name extends string>(name: Name, range: string, why: string) {
  return { name, range, why };
}
