import type { Question } from "../datasets/question.js";
import { DynaKragError } from "../errors.js";

/** How a data set's official script scores answers. */
export interface AnswerScoring {
  /**
   * F1 is 0 where one side is yes, no or noanswer and the other is not the same (HotpotQA and
   * 2WikiMultiHopQA; MuSiQue has no such rule).
   */
  bareWords: boolean;
}

/** Scores of one answer, each 0 to 1. */
export interface AnswerScore {
  exactMatch: number;
  f1: number;
}

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;
// Word boundaries as Python's, where "ñ" is a letter and a combining mark is none: \b of JavaScript
// knows ASCII only. White space as Python's split() has it, where U+FEFF is none.
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;
// eslint-disable-next-line no-control-regex -- the separators of ASCII are white space to Python
const WHITE_SPACE = /[\p{White_Space}\u001c-\u001f]+/u;
const BARE_WORDS: ReadonlySet<string> = new Set(["yes", "no", "noanswer"]);

/**
 * How the official script of a data set scores: MuSiQue as SQuAD does, HotpotQA, 2WikiMultiHopQA and
 * every other set with the rule of bare words, because "yes, both" is no half of "yes".
 *
 * @param dataset the field `dataset` of a question.
 * @example
 * ```ts
 * import { answerScoring } from "dynakrag";
 *
 * answerScoring("musique"); // { bareWords: false }
 * ```
 */
export function answerScoring(dataset: string): AnswerScoring {
  return { bareWords: dataset !== "musique" };
}

/**
 * The answers that count as right: the annotated one and its aliases; HotpotQA's official script
 * knows no aliases, so there it is the annotated one alone.
 *
 * @example
 * ```ts
 * import { acceptedAnswers } from "dynakrag";
 *
 * acceptedAnswers({ dataset: "musique", answer: "United States", answer_aliases: ["USA"] });
 * // ["United States", "USA"]
 * ```
 */
export function acceptedAnswers(
  question: Pick<Question, "dataset" | "answer" | "answer_aliases">,
): string[] {
  const { dataset, answer, answer_aliases } = question;
  return dataset === "hotpotqa" ? [answer] : [answer, ...answer_aliases];
}

/**
 * Normalises an answer: lower case, without ASCII punctuation, without the words a, an and the, and
 * with single spaces. Texts in other scripts keep their letters; punctuation outside ASCII stays, as
 * in the official scripts.
 *
 * Source: `normalize_answer` of `hotpot_evaluate_v1.py` (HotpotQA), `2wikimultihop_evaluate_v1.1.py`
 * (2WikiMultiHopQA) and `metrics/answer.py` (MuSiQue).
 *
 * @example
 * ```ts
 * import { normaliseAnswer } from "dynakrag";
 *
 * normaliseAnswer("The  U.S."); // "us"
 * ```
 */
export function normaliseAnswer(text: string): string {
  const plain = text.toLowerCase().replace(ASCII_PUNCTUATION, "").replace(ARTICLES, " ");
  return plain.split(WHITE_SPACE).filter(Boolean).join(" ");
}

/**
 * Exact match and token F1 of an answer: the best over the accepted answers, each on its own.
 *
 * Where both sides normalise to nothing ("The The" and "!!!") they match only if they are the same
 * text but for case and outer white space. Two empty strings thus match; their F1 is 1 without the
 * rule of bare words (MuSiQue) and 0 with it, as in the official scripts.
 *
 * Source: `f1_score` and `exact_match_score` of the scripts named at {@link normaliseAnswer}.
 *
 * @param accepted the annotated answer and its aliases, one or more.
 * @throws DynaKragError `INVALID_INPUT` without an accepted answer.
 * @example
 * ```ts
 * import { scoreAnswer } from "dynakrag";
 *
 * scoreAnswer("in New York City", ["New York", "NYC"], { bareWords: true });
 * // { exactMatch: 0, f1: 0.666… }
 * ```
 */
export function scoreAnswer(
  answer: string,
  accepted: readonly string[],
  { bareWords }: AnswerScoring,
): AnswerScore {
  if (accepted.length === 0) throw noAnswer();
  let exactMatch = 0;
  let f1 = 0;
  for (const gold of accepted) {
    exactMatch = Math.max(exactMatch, matches(answer, gold) ? 1 : 0);
    f1 = Math.max(f1, tokenF1(answer, gold, bareWords));
  }
  return { exactMatch, f1 };
}

function noAnswer(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "There is no accepted answer to compare with.",
    remedy: "Give the annotated answer of the question, and its aliases where it has some.",
  });
}

function matches(answer: string, gold: string): boolean {
  const normalised = normaliseAnswer(answer);
  if (normalised !== normaliseAnswer(gold)) return false;
  return normalised !== "" || answer.trim().toLowerCase() === gold.trim().toLowerCase();
}

function tokenF1(answer: string, gold: string, bareWords: boolean): number {
  const [one, other] = [normaliseAnswer(answer), normaliseAnswer(gold)];
  if (one === "" && other === "") return !bareWords && matches(answer, gold) ? 1 : 0;
  if (bareWords && one !== other && (BARE_WORDS.has(one) || BARE_WORDS.has(other))) return 0;
  const answerTokens = one === "" ? [] : one.split(" ");
  const goldTokens = other === "" ? [] : other.split(" ");
  const open = new Map<string, number>();
  for (const token of goldTokens) open.set(token, (open.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of answerTokens) {
    const left = open.get(token) ?? 0;
    if (left === 0) continue;
    open.set(token, left - 1);
    shared += 1;
  }
  if (shared === 0) return 0;
  const [precision, recall] = [shared / answerTokens.length, shared / goldTokens.length];
  return (2 * precision * recall) / (precision + recall);
}
