import { DynaKragError } from "../errors.js";

/** The longest question, in characters; more is a document, not a question. */
export const LONGEST_QUESTION = 4000;

/**
 * Refuses what is no question.
 *
 * @throws DynaKragError `INVALID_QUESTION`
 */
export function assertQuestion(value: unknown): value is string {
  if (typeof value !== "string" || value.trim() === "") {
    throw new DynaKragError({
      code: "INVALID_QUESTION",
      message: "There is no question.",
      remedy: 'Give { question: "…" } with a text that is not blank.',
      details: { type: typeof value },
    });
  }
  if (value.length > LONGEST_QUESTION) {
    throw new DynaKragError({
      code: "INVALID_QUESTION",
      message: `The question has more than ${LONGEST_QUESTION} characters.`,
      remedy: "Ask one question; put documents into the index.",
      details: { length: value.length },
    });
  }
  return true;
}
