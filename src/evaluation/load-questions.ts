import { resolve, sep } from "node:path";
import { readQuestionFile } from "../datasets/read-question-file.js";
import type { Question } from "../datasets/question.js";
import { seededRandom } from "../forest/train-random.js";
import { hashOfFile } from "./run-identity.js";

/** Which questions are asked. */
export interface QuestionSelection {
  /** At most so many, drawn with the seed; default: all. */
  limit?: number | undefined;
  /** Default 13. */
  seed?: number | undefined;
  /** `id_aliases.json` of 2WikiMultiHopQA. */
  aliases?: string | undefined;
}

/**
 * Reads question files, official ones too, and, where a limit is given, draws that many of them: the same ones for the
 * same seed, in the order of the files.
 */
export async function loadQuestions(
  files: readonly string[],
  { limit, seed = 13, aliases }: QuestionSelection = {},
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const file of files) {
    const read = await readQuestionFile(file, aliases === undefined ? {} : { aliases });
    questions.push(...read.questions);
  }
  if (limit === undefined || limit >= questions.length) return questions;
  const random = seededRandom(seed);
  const drawn = questions.map((question, index) => ({ question, index, key: random() }));
  drawn.sort((one, other) => one.key - other.key);
  const kept = drawn.slice(0, limit).sort((one, other) => one.index - other.index);
  return kept.map(({ question }) => question);
}

/**
 * SHA-256 of files, so that a summary says what it is about: by base name, and where two have the
 * same by as many folders as tell them apart.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`
 */
export async function hashFiles(files: readonly string[]): Promise<Record<string, string>> {
  const paths = [...new Set(files.map((file) => resolve(file)))].map((file) => file.split(sep));
  const names = paths.map((parts) => {
    let depth = 1;
    const tail = (other: readonly string[]): string => other.slice(-depth).join("/");
    while (paths.filter((other) => tail(other) === tail(parts)).length > 1) depth += 1;
    return tail(parts);
  });
  const hashes: [string, string][] = [];
  for (const [index, parts] of paths.entries()) {
    hashes.push([names[index] ?? "", await hashOfFile(parts.join(sep))]);
  }
  return Object.fromEntries(hashes);
}
