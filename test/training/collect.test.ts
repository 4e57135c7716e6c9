import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { samplePassages, sampleQuestions } from "../../src/datasets/sample-world.js";
import type { Question } from "../../src/datasets/question.js";
import { collectStates } from "../../src/training/collect.js";
import type { CollectedState } from "../../src/training/collected-state.js";

let folder: string;
let corpus: string;
let folds: string;
let questions: Question[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dynakrag-collect-"));
  corpus = join(folder, "corpus.jsonl");
  folds = join(folder, "folds.json");
  questions = (await sampleQuestions()).slice(0, 3);
  const lines = (await samplePassages()).map(({ id, pageContent, metadata }) =>
    JSON.stringify({ id, title: metadata["title"], text: pageContent }),
  );
  await writeFile(corpus, lines.join("\n"));
  const table = Object.fromEntries(questions.map(({ id }, at) => [id, at]));
  await writeFile(folds, JSON.stringify({ sample: table }));
});

afterAll(() => rm(folder, { recursive: true }));

function collect(out: string, asked: readonly Question[] = questions): Promise<void> {
  const foldModels = "policies/offline-folds.json";
  return collectStates({
    sets: [{ questions: asked, corpus }],
    folds,
    foldModels,
    out,
    workers: 1,
  });
}

async function statesIn(path: string): Promise<CollectedState[]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as CollectedState);
}

test("a run that was killed while it wrote goes on to the same file", async () => {
  const whole = join(folder, "whole.jsonl");
  await collect(whole);
  const text = await readFile(whole, "utf8");
  expect([...new Set((await statesIn(whole)).map(({ question }) => question))]).toEqual(
    questions.map(({ id }) => id),
  );

  const cut = join(folder, "cut.jsonl");
  await appendFile(cut, text);
  await truncate(cut, Math.floor(0.7 * Buffer.byteLength(text)));
  await collect(cut);
  expect(await readFile(cut, "utf8")).toBe(text);
}, 90_000);

test("no text of question or passage is in it", async () => {
  const path = join(folder, "one.jsonl");
  const [first] = questions;
  if (!first) throw new Error("The sample world has questions.");
  await collect(path, [first]);
  const text = await readFile(path, "utf8");
  expect(text).not.toContain(first.question);
  for (const { pageContent } of await samplePassages()) expect(text).not.toContain(pageContent);
}, 60_000);

test("a question without a fold is refused, and nothing is written", async () => {
  const path = join(folder, "none.jsonl");
  const stranger = { ...(questions[0] as Question), id: "stranger" };
  await expect(collect(path, [stranger])).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
});
