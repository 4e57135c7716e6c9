import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Passage } from "../state/evidence.js";
import type { Question } from "./question.js";
import { readQuestions } from "./read-questions.js";

// The package ships src/, so this leads there from src/datasets and from dist/datasets alike.
const SAMPLE_FOLDER = new URL("../../src/datasets/sample/", import.meta.url);

const sampleLineSchema = z.object({ id: z.string(), title: z.string(), text: z.string() });

/**
 * The passages of the sample world, a small made-up encyclopaedia of the countries round the
 * Lethmar Sea. Everything in it is invented, so a right answer can only come from the passages.
 *
 * They have 40 to 110 words each. Some titles have two passages (two chunks of one document), and
 * some names are shared by two documents, such as `Tavrin (river)` and `Tavrin (town)`.
 *
 * @example
 * ```ts
 * import { samplePassages } from "dynakrag";
 *
 * const passages = await samplePassages();
 * passages[0]?.metadata["title"]; // "Kellomar"
 * ```
 */
export function samplePassages(): Promise<Passage[]> {
  return readPassages("passages.jsonl");
}

/**
 * The questions over {@link samplePassages}, with gold answers and gold support.
 *
 * Types: `bridge` (2 hops), `comparison`, `chain3`, `chain4`, `same-name` (two documents share the
 * name), `spanish` (asked in Spanish over the English passages) and `unanswerable` (the first hop
 * is there, the fact that is asked for is not).
 *
 * @example
 * ```ts
 * import { sampleQuestions } from "dynakrag";
 *
 * const chains = (await sampleQuestions()).filter((question) => question.hops === 4);
 * ```
 */
export function sampleQuestions(): Promise<Question[]> {
  return collectQuestions("questions.jsonl");
}

/**
 * A few passages of the sample world in Spanish, for the language rules.
 *
 * @example
 * ```ts
 * import { spanishSamplePassages } from "dynakrag";
 *
 * const passages = await spanishSamplePassages();
 * ```
 */
export function spanishSamplePassages(): Promise<Passage[]> {
  return readPassages("passages.es.jsonl");
}

/**
 * Two questions in Spanish over {@link spanishSamplePassages}.
 *
 * @example
 * ```ts
 * import { spanishSampleQuestions } from "dynakrag";
 *
 * const questions = await spanishSampleQuestions();
 * ```
 */
export function spanishSampleQuestions(): Promise<Question[]> {
  return collectQuestions("questions.es.jsonl");
}

async function readPassages(fileName: string): Promise<Passage[]> {
  const content = await readFile(new URL(fileName, SAMPLE_FOLDER), "utf8");
  return content
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { id, title, text } = sampleLineSchema.parse(JSON.parse(line));
      return { id, pageContent: text, metadata: { title } };
    });
}

async function collectQuestions(fileName: string): Promise<Question[]> {
  const questions: Question[] = [];
  const path = fileURLToPath(new URL(fileName, SAMPLE_FOLDER));
  for await (const question of readQuestions(path)) questions.push(question);
  return questions;
}
