import { checkRecord, parseJson } from "./json-records.js";
import { questionSchema, type Question } from "./question.js";
import { readText, splitLines } from "./read-text.js";

/** What every line of a question file needs. */
export const QUESTION_REMEDY =
  "Give each line id, dataset, question, answer, type, hops and supporting.";

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
  for await (const line of splitLines(readText(path))) {
    lineNumber += 1;
    if (line.trim() !== "") yield parseQuestionLine(line, lineNumber);
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
  const place = `Line ${lineNumber}`;
  const record = { value: parseJson(line, place), place };
  return checkRecord(questionSchema, record, "question", QUESTION_REMEDY);
}
