import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Question } from "../../src/datasets/question.js";
import { samplePassages, sampleQuestions } from "../../src/datasets/sample-world.js";
import type { EvaluateOptions } from "../../src/evaluation/evaluate-options.js";
import type { Passage } from "../../src/state/evidence.js";

/** The sample world as files, in a folder of its own. */
export interface WorldFiles {
  folder: string;
  corpus: string;
  questions: string;
  asked: Question[];
  remove(): Promise<void>;
}

/** A few questions of the sample world: bridges, comparisons, chains, also unanswerable ones. */
export async function someQuestions(count: number): Promise<Question[]> {
  const all = await sampleQuestions();
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0).slice(0, count);
}

/** Writes corpus and questions as `dynakrag evaluate` reads them. */
export async function writeWorld(asked: Question[], passages?: Passage[]): Promise<WorldFiles> {
  const folder = await mkdtemp(join(tmpdir(), "evaluation-"));
  const corpus = join(folder, "corpus.jsonl");
  const questions = join(folder, "questions.jsonl");
  const lines = (passages ?? (await samplePassages())).map(({ id, pageContent, metadata }) =>
    JSON.stringify({ id, title: metadata["title"] ?? "", text: pageContent }),
  );
  await writeFile(corpus, `${lines.join("\n")}\n`);
  await writeFile(questions, asked.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { folder, corpus, questions, asked, remove };
}

/** An evaluation of a world with the embedded generator and few resamples. */
export function embeddedRun(
  { asked, corpus }: WorldFiles,
  methods: readonly string[],
): EvaluateOptions {
  const source = { corpus, generator: "embedded", choices: null, settings: {} };
  return { questions: asked, methods, source, resamples: 200 };
}

/** The lines of a JSON-lines file, without what may differ between two runs. */
export async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => withoutSeconds(JSON.parse(line)) as Record<string, unknown>);
}

/** A copy without any field called `seconds`. */
export function withoutSeconds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === "seconds" ? undefined : inner)),
  );
}
