import { existsSync, readFileSync } from "node:fs";
import type { Passage } from "../src/state/evidence.js";

/** The question sets of ../shared/data. */
export const SETS = ["hotpotqa", "2wikimultihopqa", "musique"] as const;

export interface BenchQuestion {
  id: string;
  question: string;
  supporting: string[];
  type: string;
  hops: number;
}

const ROOT = new URL("../../shared/data/", import.meta.url);

/** True where the question sets are there. */
export const hasSharedData = existsSync(ROOT);

export function readCorpus(set: string): Passage[] {
  return lines<{ id: string; title: string; text: string }>(`${set}/corpus.jsonl`).map(
    ({ id, title, text }) => ({ id, pageContent: text, metadata: { title } }),
  );
}

export function readTrain(set: string): BenchQuestion[] {
  return lines<BenchQuestion>(`${set}/questions.train.jsonl`);
}

/** Share of the gold ids among the ids: support recall. */
export function share(ids: readonly string[], gold: readonly string[]): number {
  const held = new Set(ids);
  return gold.filter((id) => held.has(id)).length / gold.length;
}

function lines<T>(path: string): T[] {
  return readFileSync(new URL(path, ROOT), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
