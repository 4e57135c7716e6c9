import { join } from "node:path";
import { readQuestions } from "../datasets/read-questions.js";
import type { Question } from "../datasets/question.js";

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
