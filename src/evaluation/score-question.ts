import type { Question } from "../datasets/question.js";
import { abstentionOutcome, type AbstentionOutcome } from "./abstention.js";
import { acceptedAnswers, answerScoring, scoreAnswer } from "./answer-scores.js";
import { scoreSupport, type SupportScore } from "./support-scores.js";

/** What a method gave for a question. */
export interface QuestionOutput {
  /** The text, best effort included. */
  answer: string;
  /** False where the method says that the evidence does not hold the answer. */
  answerable: boolean;
  /** Ids of the passages in the evidence, in the order they were added. */
  evidence: readonly string[];
}

/** All scores of one question. */
export interface QuestionScore {
  /** 0 or 1; undefined for an unanswerable question, which has no right answer. */
  exactMatch: number | undefined;
  /** 0 to 1; undefined for an unanswerable question. */
  f1: number | undefined;
  /** undefined where the question has no gold passage. */
  support: SupportScore | undefined;
  abstention: AbstentionOutcome;
}

/**
 * Scores one output by the rules of the question's data set: the text for EM and F1 (abstaining with
 * a best-effort text does not change them), the evidence, and whether abstaining was right.
 *
 * @example
 * ```ts
 * import { scoreQuestion, type Question } from "dynakrag";
 *
 * declare const question: Question;
 * const score = scoreQuestion(question, { answer: "Ondrevik", answerable: true, evidence: ["w033"] });
 * score.support?.recall; // 0.5 where w033 is one of two gold passages
 * ```
 */
export function scoreQuestion(question: Question, output: QuestionOutput): QuestionScore {
  const { exactMatch, f1 } = question.answerable
    ? scoreAnswer(output.answer, acceptedAnswers(question), answerScoring(question.dataset))
    : { exactMatch: undefined, f1: undefined };
  return {
    exactMatch,
    f1,
    support: scoreSupport(output.evidence, question.supporting),
    abstention: abstentionOutcome(question, output),
  };
}
