import { DynaKragError } from "../errors.js";
import type { JsonObject } from "./evidence.js";
import { isPlainJson, isStorableText } from "./plain-json.js";

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
  // LangGraph writes the input into the checkpoint as it is, and PostgreSQL refuses these.
  if (!isStorableText(value)) {
    throw new DynaKragError({
      code: "INVALID_QUESTION",
      message: "The question holds a NUL character or half of a surrogate pair.",
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
 * Refuses a filter that a checkpoint would not give back as it is: a field that is undefined would
 * be gone, and with it the restriction.
 *
 * @throws DynaKragError `INVALID_INPUT`
 */
export function assertFilter(filter: unknown): filter is JsonObject | null | undefined {
  if (filter === undefined || filter === null) return true;
  if (typeof filter === "object" && !Array.isArray(filter) && isPlainJson(filter)) return true;
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "The filter is no JSON object, or holds something that is no JSON.",
    remedy:
      "Give text without NUL, numbers, booleans, lists and objects; hand a predicate or a filter of a store's own kind over as context: { filter }.",
    details: { type: typeof filter },
  });
}
