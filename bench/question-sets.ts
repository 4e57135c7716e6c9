import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Passage } from "../src/state/evidence.js";

/** A train question and the passages that support its answer. */
export interface BenchQuestion {
  id: string;
  question: string;
  /** As the data set names it: bridge, comparison, 2hop and so on. */
  type: string;
  supporting: string[];
}

/** The whole corpus of a data set and its train questions. Dev questions stay unread. */
export interface BenchData {
  passages: Passage[];
  questions: BenchQuestion[];
}

export const DATA_SETS = ["hotpotqa", "2wikimultihopqa", "musique"] as const;

/** Reads a data set from a folder such as `../shared/data`; undefined where it is not there. */
export function readBenchData(folder: string, name: string): BenchData | undefined {
  const corpus = join(folder, name, "corpus.jsonl");
  if (!existsSync(corpus)) return undefined;
  const passages = readLines<{ id: string; title: string; text: string }>(corpus).map(
    ({ id, title, text }): Passage => ({ id, pageContent: text, metadata: { title } }),
  );
  const questions = readLines<BenchQuestion>(join(folder, name, "questions.train.jsonl"));
  return { passages, questions };
}

function readLines<Row>(file: string): Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
}
