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
// Word boundaries as Python has them, where "ñ" is a letter: \b of JavaScript knows ASCII only.
const ARTICLES = /(?<![\p{L}\p{N}\p{M}_])(?:a|an|the)(?![\p{L}\p{N}\p{M}_])/gu;
const WHITE_SPACE = /\s+/u;
const BARE_WORDS: ReadonlySet<string> = new Set(["yes", "no", "noanswer"]);

/**
 * Normalises an answer: lower case, without ASCII punctuation, without the words a, an and the, and
 * with single spaces. Texts in other scripts keep their letters.
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
 * @throws RangeError without an accepted answer.
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
  if (accepted.length === 0) throw new RangeError("There is no accepted answer.");
  let exactMatch = 0;
  let f1 = 0;
  for (const gold of accepted) {
    exactMatch = Math.max(exactMatch, matches(answer, gold) ? 1 : 0);
    f1 = Math.max(f1, tokenF1(answer, gold, bareWords));
  }
  return { exactMatch, f1 };
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
