import { appendFileSync, truncateSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseFolds } from "../datasets/folds.js";
import type { Question } from "../datasets/question.js";
import { DynaKragError } from "../errors.js";
import { startThread } from "../worker-threads.js";
import type { JobThread, ThreadJob } from "../worker-threads.js";
import type { CollectedState } from "./collected-state.js";

/** What a thread collects with. */
export interface CollectThread {
  corpus: string;
  foldModels: string;
  seed: number;
}

/** One question for a thread. */
export interface CollectJob extends ThreadJob {
  question: Question;
  fold: number;
}

/** A data set with train questions. */
export interface CollectSet {
  questions: readonly Question[];
  corpus: string;
}

/** Options of {@link collectStates}. */
export interface CollectOptions {
  sets: readonly CollectSet[];
  folds: string;
  foldModels: string;
  /** The file of states; one that is there is gone on with. */
  out: string;
  /** Threads, each with its own index (default 2). */
  workers?: number;
  /** Default 13. */
  seed?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { done: number; total: number; states: number }) => void;
}

const WORKER = new URL("./collect-worker", import.meta.url);

/**
 * Collects the acquisition tree of every question into a file, one state a line, the states of a
 * question together. A run that was killed goes on with the question it was at.
 *
 * @throws DynaKragError `INVALID_INPUT` for a question without a fold: the judge has seen it.
 */
export async function collectStates(options: CollectOptions): Promise<void> {
  const { sets, out, workers = 2, seed = 13, signal, onProgress } = options;
  const folds = parseFolds(await readFile(options.folds, "utf8"));
  const known = await completeQuestions(out);
  const total = sets.reduce((sum, { questions }) => sum + questions.length, 0);
  const jobs = sets.map(({ questions, corpus }) => ({
    corpus,
    jobs: questions.filter(isOpen).map((question) => jobOf(question, folds)),
  }));
  let done = total - jobs.reduce((sum, set) => sum + set.jobs.length, 0);
  let states = 0;
  for (const set of jobs) {
    if (set.jobs.length === 0) continue;
    const data: CollectThread = { corpus: set.corpus, foldModels: options.foldModels, seed };
    const start = () => startThread<CollectJob, CollectedState[]>(WORKER, data, signal);
    const threads = await Promise.all(Array.from({ length: workers }, start));
    try {
      await workThrough(set.jobs, threads, (rows) => {
        appendFileSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
        done += 1;
        states += rows.length;
        onProgress?.({ done, total, states });
      });
    } finally {
      await Promise.all(threads.map((thread) => thread.close()));
    }
  }

  function isOpen({ dataset, id }: Question): boolean {
    return !known.has(keyOf(dataset, id));
  }
}

async function workThrough(
  jobs: readonly CollectJob[],
  threads: readonly JobThread<CollectJob, CollectedState[]>[],
  onRows: (rows: CollectedState[]) => void,
): Promise<void> {
  // The iterator is shared: each job is taken once.
  const queue = jobs.values();
  const work = async (thread: JobThread<CollectJob, CollectedState[]>): Promise<void> => {
    for (const job of queue) await thread.run(job, onRows);
  };
  await Promise.all(threads.map(work));
}

function jobOf(
  question: Question,
  folds: ReadonlyMap<string, ReadonlyMap<string, number>>,
): CollectJob {
  const { dataset, id } = question;
  const fold = folds.get(dataset)?.get(id);
  if (fold !== undefined) return { id: keyOf(dataset, id), question, fold };
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "A question has no fold, so no judge is known that has not seen it.",
    remedy: "Make the folds of these questions first: npm run folds.",
  });
}

/**
 * The questions whose states are all there. Those of the last one may be cut off by a kill, so they
 * are taken off the file and collected again.
 */
async function completeQuestions(path: string): Promise<Set<string>> {
  const found = new Set<string>();
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch {
    return found;
  }
  let start = 0;
  let last = { key: "", from: 0 };
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const { dataset, question } = JSON.parse(
      bytes.subarray(start, end).toString("utf8"),
    ) as CollectedState;
    const key = keyOf(dataset, question);
    if (key !== last.key) {
      found.add(last.key);
      last = { key, from: start };
    }
    start = end + 1;
  }
  found.delete(last.key);
  truncateSync(path, last.from);
  return found;
}

function keyOf(dataset: string, id: string): string {
  return JSON.stringify([dataset, id]);
}
