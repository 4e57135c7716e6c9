import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readQuestions } from "../datasets/read-questions.js";
import type { Question } from "../datasets/question.js";
import type { Passage } from "../state/evidence.js";

/** The data sets that the shipped models are fitted on, by folder name. */
export const DATA_SETS = ["hotpotqa", "2wikimultihopqa", "musique"] as const;

/** Reads the questions of one split, such as `../shared/data/hotpotqa/questions.train.jsonl`. */
export async function readSplit(
  folder: string,
  dataset: string,
  split: "train" | "dev",
): Promise<Question[]> {
  const questions: Question[] = [];
  const file = join(folder, dataset, `questions.${split}.jsonl`);
  for await (const question of readQuestions(file)) questions.push(question);
  return questions;
}

/** Reads the passages of a data set in the order of its file. */
export async function readCorpus(folder: string, dataset: string): Promise<Passage[]> {
  const text = await readFile(join(folder, dataset, "corpus.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Passage => {
      const { id, title, text }: { id: string; title: string; text: string } = JSON.parse(line);
      return { id, pageContent: text, metadata: { title } };
    });
}
