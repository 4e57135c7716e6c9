import type { JsonValue } from "./evidence.js";

/** Nested deeper than this, or into itself, a value is refused. */
const DEEPEST = 20;

/** What PostgreSQL and UTF-8 cannot hold: NUL, and halves of surrogate pairs. */
const NO_TEXT = /\0|\p{Cs}/u;

/** True for a text that every checkpointer stores and gives back unchanged. */
export function isStorableText(text: string): boolean {
  return !NO_TEXT.test(text);
}

/**
 * True for a value that a checkpoint gives back unchanged. A field that is undefined is none: it
 * would be gone afterwards.
 */
export function isPlainJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return isStorableText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth + 1));
  return (
    isPlainObject(value) &&
    Object.entries(value).every(([key, field]) => isPlainJson(key) && isPlainJson(field, depth + 1))
  );
}

/** An object literal, also one of another realm: what it inherits from inherits from nothing. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
