import { DynaKragError } from "../../errors.js";

/** The knobs of BM25. */
export interface Bm25Settings {
  /** Term frequency saturation, 0 to 10. Higher: repeats of a word count longer. */
  k1: number;
  /** Length normalisation, 0 (none) to 1 (full). */
  b: number;
  /** How often a title term counts, 0 to 10; a term of the text counts once. */
  titleWeight: number;
}

/**
 * Chosen by support recall on the train questions of HotpotQA, 2WikiMultiHopQA and MuSiQue:
 * k1 and b are Lucene's, and nothing from 0.9 to 2 and 0.5 to 0.75 is better by half a point. A
 * title weight of 4 gains 2.5 points over 1; 5 to 7 gain up to 0.4 more, on titles that are all
 * names. `bench/lexical-recall.ts` shows the figures.
 */
export const DEFAULT_BM25: Readonly<Bm25Settings> = { k1: 1.2, b: 0.75, titleWeight: 4 };

const UPPER_BOUNDS: Readonly<Bm25Settings> = { k1: 10, b: 1, titleWeight: 10 };

/**
 * Fills in defaults and checks bounds.
 *
 * @throws DynaKragError `INVALID_SETTINGS` for a value that is no number within its bounds.
 */
export function bm25Settings(given: Partial<Bm25Settings>): Bm25Settings {
  const settings = { ...DEFAULT_BM25 };
  for (const name of ["k1", "b", "titleWeight"] as const) {
    const value = given[name] ?? DEFAULT_BM25[name];
    if (typeof value !== "number" || !(value >= 0 && value <= UPPER_BOUNDS[name])) {
      throw new DynaKragError({
        code: "INVALID_SETTINGS",
        message: `BM25's "${name}" is out of bounds.`,
        remedy: `Give a number from 0 to ${UPPER_BOUNDS[name]}.`,
      });
    }
    settings[name] = value;
  }
  return settings;
}

/**
 * Inverse document frequency: ln(1 + (N − n + 0.5) / (n + 0.5)), the form of Robertson and Zaragoza
 * 2009 with Lucene's 1 +, so that it is never negative.
 *
 * @param passages - N, how many passages there are.
 * @param containing - n, how many of them hold the term.
 */
export function inverseDocumentFrequency(passages: number, containing: number): number {
  return Math.log(1 + (passages - containing + 0.5) / (containing + 0.5));
}

/**
 * The share of a term's idf that a passage earns: f (k1 + 1) / (f + k1 (1 − b + b · length / mean)).
 *
 * @param frequency - f, how often the passage holds the term.
 * @param relativeLength - length of the passage over the mean length.
 */
export function termSaturation(
  frequency: number,
  relativeLength: number,
  { k1, b }: Bm25Settings,
): number {
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * relativeLength));
}
