import type { z } from "zod";
import { DynaKragError } from "../errors.js";
import { readText, splitLines } from "./read-text.js";
import { splitJsonArray } from "./split-json-array.js";

/** One object of a file, and where it stands. */
export interface JsonRecord {
  value: unknown;
  /** For error messages: `Line 3`, counted from 1, or `Entry 3` of an array. */
  place: string;
}

/** At most this many bad fields are named. */
const FIELDS_NAMED = 5;

/**
 * Reads a file of JSON records one at a time, whether it is one JSON array or one object a line, as
 * its first character says. Blank lines are skipped.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` naming the place, never its text.
 */
export async function* readJsonRecords(path: string): AsyncGenerator<JsonRecord, void, undefined> {
  const { isArray, chunks } = await beginning(path);
  const [texts, kind] = isArray ? [splitJsonArray(chunks), "Entry"] : [splitLines(chunks), "Line"];
  let number = 0;
  for await (const text of texts) {
    number += 1;
    if (!isArray && text.trim() === "") continue;
    const place = `${kind} ${number}`;
    yield { value: parseJson(text, place), place };
  }
}

/** Looks at the first character that is no white space, and gives the text back whole. */
async function beginning(path: string) {
  const reader = readText(path);
  let start = "";
  for (let next = await reader.next(); !next.done; next = await reader.next()) {
    start += next.value;
    if (start.trim() !== "") break;
  }
  async function* whole(): AsyncGenerator<string, void, undefined> {
    yield start;
    yield* reader;
  }
  return { isArray: start.trimStart().startsWith("["), chunks: whole() };
}

/**
 * Parses a text as JSON.
 *
 * @throws DynaKragError `INVALID_INPUT` naming the place.
 */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, so it is not passed on as a cause.
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: `${place} is not valid JSON.`,
      remedy: "Write one JSON array, or one JSON object a line without line breaks inside it.",
      details: { ...placeDetails(place), length: text.length },
    });
  }
}

/**
 * Checks a record against a schema.
 *
 * @param what What the record should be: `question`, `passage`.
 * @param remedy What a record needs, in one sentence.
 * @throws DynaKragError `INVALID_INPUT` naming the place and the bad fields.
 */
export function checkRecord<T>(
  schema: z.ZodType<T>,
  { value, place }: JsonRecord,
  what: string,
  remedy: string,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join(".") || "the whole");
  const fields = [...new Set(names)].slice(0, FIELDS_NAMED);
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `${place} is no ${what}: check ${fields.join(", ")}.`,
    remedy,
    details: { ...placeDetails(place), fields: fields.join(",") },
  });
}

/** `Line 3` as `{ line: 3 }`, for programs. */
function placeDetails(place: string): Record<string, number> {
  const [kind = "", number] = place.split(" ");
  return { [kind.toLowerCase()]: Number(number) };
}
