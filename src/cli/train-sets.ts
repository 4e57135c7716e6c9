import { join } from "node:path";
import { readQuestionFile } from "../datasets/read-question-file.js";
import type { Question } from "../datasets/question.js";

/** The train questions of a data set, and its corpus file. */
export interface TrainSet {
  dataset: string;
  questions: Question[];
  corpus: string;
}

/** Reads `questions.train.jsonl` of each folder; `corpus.jsonl` lies beside it. */
export async function readTrainSets(
  folders: readonly string[],
  limit: number | undefined,
): Promise<TrainSet[]> {
  const sets: TrainSet[] = [];
  for (const folder of folders) {
    const file = join(folder, "questions.train.jsonl");
    const { questions } = await readQuestionFile(file, limit === undefined ? {} : { limit });
    const dataset = questions[0]?.dataset ?? folder;
    sets.push({ dataset, questions, corpus: join(folder, "corpus.jsonl") });
  }
  return sets;
}
