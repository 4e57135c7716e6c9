import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { DynaKragError } from "../errors.js";
import { questionSchema, type Question } from "./question.js";

/**
 * Reads a file of questions, one JSON object a line ({@link questionSchema}), without holding the
 * whole file in memory. Blank lines are skipped; a byte order mark is allowed.
 *
 * The file is opened when the first question is asked for, and a bad line is met when its turn
 * comes: collect the questions before spending money on the first one.
 *
 * @param path - The `.jsonl` file.
 * @returns The questions in the order of the file.
 * @throws DynaKragError `FILE_NOT_FOUND` where there is no such file, `INVALID_INPUT` where it
 * cannot be read or a line is no question. Names the line, never its text.
 *
 * @example
 * ```ts
 * import { readQuestions, type Question } from "dynakrag";
 *
 * const questions: Question[] = [];
 * for await (const question of readQuestions("questions.dev.jsonl")) questions.push(question);
 * ```
 */
export async function* readQuestions(path: string): AsyncGenerator<Question, void, undefined> {
  let lineNumber = 0;
  for await (const line of readLines(path)) {
    lineNumber += 1;
    const text = lineNumber === 1 ? line.replace(/^\uFEFF/, "") : line;
    if (text.trim() !== "") yield parseQuestionLine(text, lineNumber);
  }
}

/**
 * Reads one line of a question file.
 *
 * @param line - One JSON object.
 * @param lineNumber - Where it stands, 1 = first line; for the error message only.
 * @throws DynaKragError `INVALID_INPUT` where the line is no JSON or no question. The message has
 * the line number and the names of the bad fields, never the text.
 *
 * @example
 * ```ts
 * import { parseQuestionLine } from "dynakrag";
 *
 * const line =
 *   '{"id":"1","dataset":"mine","question":"Who?","answer":"Ilva","type":"bridge","hops":2,"supporting":["p1","p2"]}';
 * parseQuestionLine(line, 1).answerable; // true
 * ```
 */
export function parseQuestionLine(line: string, lineNumber: number): Question {
  const parsed = questionSchema.safeParse(parseJson(line, lineNumber));
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? "line")))];
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `Line ${lineNumber} is no question: check ${fields.join(", ")}.`,
    remedy: "Give each line id, dataset, question, answer, type, hops and supporting.",
    details: { line: lineNumber, fields: fields.join(",") },
  });
}

function parseJson(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The parser's own message quotes the text, so it is not passed on as a cause.
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: `Line ${lineNumber} is not valid JSON.`,
      remedy: "Write one JSON object a line, without line breaks inside it.",
      details: { line: lineNumber, length: line.length },
    });
  }
}

/**
 * Lines end at a line feed only: node:readline also splits at U+2028 and U+2029, which JSON allows
 * inside a string. A carriage return before the line feed is white space to JSON.
 */
async function* readLines(path: string): AsyncGenerator<string, void, undefined> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(path, "utf8")) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw fileError(path, error);
  }
  yield rest;
}

function fileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const missing = error.code === "ENOENT" || error.code === "ENOTDIR";
  return new DynaKragError({
    code: missing ? "FILE_NOT_FOUND" : "INVALID_INPUT",
    message: missing
      ? `The question file ${basename(path)} does not exist.`
      : `The question file ${basename(path)} cannot be read (${String(error.code)}).`,
    remedy: "Name a file that exists and that you may read, with one question a line.",
    details: { path },
    cause: error,
  });
}
