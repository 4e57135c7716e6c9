import { DynaKragError } from "../errors.js";
import type { JsonObject } from "./evidence.js";

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
  // LangGraph writes the input into the checkpoint as it is, and PostgreSQL refuses a NUL.
  if (value.includes("\0")) {
    throw new DynaKragError({
      code: "INVALID_QUESTION",
      message: "The question holds a NUL character.",
      remedy: "Remove it.",
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

/**
 * Refuses a filter that PostgreSQL cannot store.
 *
 * @throws DynaKragError `INVALID_INPUT`
 */
export function assertFilter(filter: JsonObject | null | undefined): true {
  if (JSON.stringify(filter ?? null).includes("\\u0000")) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: "The filter holds a NUL character.",
      remedy: "Remove it.",
    });
  }
  return true;
}
