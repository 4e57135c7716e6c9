import type { Question } from "../datasets/question.js";
import { acceptedAnswers, answerScoring, scoreAnswer } from "../evaluation/answer-scores.js";
import { CANDIDATE_FEATURES, forEachCandidate } from "../generator/offline/candidate-features.js";
import { sidesOf } from "../generator/offline/comparison-sides.js";
import type { EvidenceView } from "../generator/offline/evidence-view.js";
import { comparedNames } from "../generator/offline/find-answer.js";
import { optionFeatures } from "../generator/offline/option-features.js";
import { yesNoFeatures } from "../generator/offline/yes-no-features.js";
import type { RandomSource } from "../forest/train-random.js";

/** Rows of one question and one evidence, and what they are worth. */
export interface Rows {
  rows: Float32Array[];
  targets: number[];
}

/** How many wrong candidates of an evidence the reader learns from: the rest teaches no more. */
const WRONG_CANDIDATES = 30;
/** A candidate that shares less than this with the answer is wrong. */
const LEAST_F1 = 0.3;

/** Targets are F1 to this power: half an answer is worth far less than half. */
const POWER = 3;

/** How an answer counts in its data set. */
export function f1Of(text: string, question: Question): number {
  return scoreAnswer(text, acceptedAnswers(question), answerScoring(question.dataset)).f1;
}

/** Candidates with the token F1 of each; none where no candidate is right. */
export function readerRows(view: EvidenceView, question: Question, random: RandomSource): Rows {
  const scores = new Map<string, number>();
  const right: { row: Float32Array; target: number }[] = [];
  const wrong: Float32Array[] = [];
  forEachCandidate(view, (features, { folded, text }) => {
    const score = scores.get(folded) ?? f1Of(text, question);
    scores.set(folded, score);
    if (score > LEAST_F1) right.push({ row: features.slice(), target: score });
    else wrong.push(features.slice());
  });
  if (right.length === 0) return { rows: [], targets: [] };
  const kept = drawn(wrong, WRONG_CANDIDATES, random);
  return {
    rows: [...right.map(({ row }) => row), ...kept],
    targets: [...right.map(({ target }) => target ** POWER), ...kept.map(() => 0)],
  };
}

/** One row an option; none where the answer fits both or neither. */
export function optionRows(view: EvidenceView, question: Question): Rows {
  const { options } = view.question.shape;
  if (!options) return { rows: [], targets: [] };
  const scores = options.map((option) => f1Of(option, question));
  const [one = 0, other = 0] = scores;
  if (Math.max(one, other) < 0.5 || one === other) return { rows: [], targets: [] };
  const rows = optionFeatures(view, sidesOf(options, view));
  return { rows, targets: one > other ? [1, 0] : [0, 1] };
}

/** One row for a question that is answered by yes or no. */
export function yesNoRows(view: EvidenceView, { answer }: Question): Rows {
  const target = ["no", "yes"].indexOf(answer.toLowerCase());
  if (target < 0) return { rows: [], targets: [] };
  const sides = sidesOf(comparedNames(view) ?? ["", ""], view);
  return { rows: [yesNoFeatures(view, sides)], targets: [target] };
}

/** The rows side by side, as training reads them. */
export function tableOf(
  rows: readonly Float32Array[],
  featureCount: number = CANDIDATE_FEATURES.length,
): Float32Array {
  const table = new Float32Array(rows.length * featureCount);
  for (const [index, row] of rows.entries()) table.set(row, index * featureCount);
  return table;
}

function drawn<Item>(items: readonly Item[], count: number, random: RandomSource): Item[] {
  const left = [...items];
  for (let index = 0; index < Math.min(count, left.length); index++) {
    const other = index + Math.floor(random() * (left.length - index));
    [left[index], left[other]] = [left[other] as Item, left[index] as Item];
  }
  return left.slice(0, count);
}
