import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { readQuestionFile } from "../datasets/read-question-file.js";
import type { Question } from "../datasets/question.js";
import { seededRandom } from "../forest/train-random.js";

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

/** SHA-256 of files, by base name, so that a summary says what it is about. */
export async function hashFiles(files: readonly string[]): Promise<Record<string, string>> {
  const hashes: [string, string][] = [];
  for (const file of files) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    hashes.push([basename(file), hash.digest("hex")]);
  }
  return Object.fromEntries(hashes);
}
