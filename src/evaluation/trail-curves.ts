import type { Question } from "../datasets/question.js";
import { pointAtPassages } from "./curve.js";
import type { CurvePoint } from "./curve.js";
import type { Prediction } from "./prediction.js";

/** Passages and support recall after one, two and so on acquisitions, for each question. */
export interface Trails {
  caps: number;
  /** `caps` numbers a question. */
  passages: Float32Array;
  recall: Float32Array;
}

/**
 * What a method has after each acquisition. A cap ends a run there, so these are its points at caps
 * 1, 2 and so on; a run that ended before stays where it was.
 */
export function trailsOf(predictions: readonly Prediction[], caps = 4): Trails {
  const passages = new Float32Array(predictions.length * caps);
  const recall = new Float32Array(predictions.length * caps);
  for (const [index, { trail }] of predictions.entries()) {
    for (let cap = 0; cap < caps; cap++) {
      const point = trail[Math.min(cap, trail.length - 1)];
      passages[index * caps + cap] = point?.passages ?? 0;
      recall[index * caps + cap] = point?.supportRecall ?? 0;
    }
  }
  return { caps, passages, recall };
}

/** The curve over caps, for some of the questions. */
export function trailCurve(trails: Trails, questions: readonly number[]): CurvePoint[] {
  return Array.from({ length: trails.caps }, (_, cap) => {
    const mean = (column: Float32Array): number =>
      questions.reduce((sum, index) => sum + (column[index * trails.caps + cap] ?? 0), 0) /
      Math.max(1, questions.length);
    return { passages: mean(trails.passages), value: mean(trails.recall), tokens: 0 };
  });
}

/**
 * Support recall where a method has read so many passages on average, its end where it reads fewer:
 * the figure that settings are chosen by.
 */
export function recallAtPassages(
  trails: Trails,
  questions: readonly number[],
  passages: number,
): number {
  const curve = trailCurve(trails, questions);
  return pointAtPassages(curve, passages, { endPoint: true })?.value ?? 0;
}

/** Positions of the questions of a fold, and of all others. */
export function outOfFold(
  questions: readonly Question[],
  foldOf: (question: Question) => number | undefined,
  fold: number | undefined,
): number[] {
  return [...questions.keys()].filter((index) => {
    const question = questions[index];
    return question !== undefined && (fold === undefined || foldOf(question) !== fold);
  });
}
