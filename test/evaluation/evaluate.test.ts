import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, readdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { EvaluateOptions } from "../../src/evaluation/evaluate-options.js";
import type { EvaluationProgress } from "../../src/evaluation/run-jobs.js";
import { codeOf } from "./code-of.js";
import {
  embeddedRun,
  linesOf,
  someQuestions,
  withoutSeconds,
  writeWorld,
} from "./evaluation-world.js";
import type { WorldFiles } from "./evaluation-world.js";

const METHODS = ["rule", "uniform:cap=3", "fuse-preview", "oracle:cap=2"];
let world: WorldFiles;
let options: EvaluateOptions;

beforeAll(async () => {
  world = await writeWorld(await someQuestions(6));
  options = embeddedRun(world, METHODS);
});

afterAll(() => world.remove());

const inFolder = (name: string): string => join(world.folder, name);

/** All files of a run, without times. */
async function contentOf(folder: string): Promise<Map<string, unknown>> {
  const content = new Map<string, unknown>();
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    const isLines = name.endsWith(".jsonl");
    const text = isLines ? await linesOf(path) : JSON.parse(await readFile(path, "utf8"));
    content.set(name, withoutSeconds(text));
  }
  return content;
}

/** Ends a run after so many predictions, as a kill would: nothing is put in order. */
async function runUntil(count: number, out: string, more: Partial<EvaluateOptions> = {}) {
  const stop = new AbortController();
  const onProgress = ({ done }: EvaluationProgress): void => {
    if (done >= count) stop.abort();
  };
  const run = evaluate({ ...options, out, signal: stop.signal, onProgress, ...more });
  await expect(run).rejects.toThrow(/abort/iu);
}

describe("two runs", () => {
  test("EV-5: with one seed differ in times only, however many questions at a time", async () => {
    await evaluate({ ...options, out: inFolder("one") });
    await evaluate({ ...options, out: inFolder("two"), concurrency: 4 });
    const first = await contentOf(inFolder("one"));
    expect([...first.keys()]).toEqual([
      "predictions.fuse-preview.jsonl",
      "predictions.oracle_cap=2.jsonl",
      "predictions.rule.jsonl",
      "predictions.uniform_cap=3.jsonl",
      "run.json",
      "summary.json",
    ]);
    expect(await contentOf(inFolder("two"))).toEqual(first);
    // The lines stand in the order of the questions.
    const ids = (first.get("predictions.rule.jsonl") as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(world.asked.map(({ id }) => id));
  });

  test("what a method did does not depend on the methods that ran beside it", async () => {
    const out = inFolder("alone");
    await evaluate({ ...options, methods: ["fuse-preview"], out });
    const name = "predictions.fuse-preview.jsonl";
    expect(await linesOf(join(out, name))).toEqual(await linesOf(inFolder(`one/${name}`)));
  });

  // Each thread loads this package from source: seconds, on a busy machine many.
  test("EV-5: worker threads find the same; more than there are questions are not started", async () => {
    const out = inFolder("threads");
    const questions = world.asked.slice(0, 2);
    const here = await evaluate({ ...options, questions });
    const there = await evaluate({ ...options, questions, workers: 3, concurrency: 2, out });
    expect(withoutSeconds(there.summary)).toEqual(withoutSeconds(here.summary));
    const predicted = Object.fromEntries(here.predictions);
    expect(withoutSeconds(Object.fromEntries(there.predictions))).toEqual(
      withoutSeconds(predicted),
    );
  }, 120_000);
});

describe("an interrupted run", () => {
  test("EV-5: goes on where it was, the torn line is made again, totals cover all", async () => {
    const out = inFolder("torn");
    await runUntil(9, out);
    const file = join(out, "predictions.rule.jsonl");
    const kept = await linesOf(file);
    await appendFile(file, '{"id":"torn","answer":"half a li');
    const seen: EvaluationProgress[] = [];
    await evaluate({ ...options, out, onProgress: (progress) => seen.push({ ...progress }) });
    expect(seen[0]?.done).toBeGreaterThan(9);
    expect(seen.at(-1)).toMatchObject({ done: 24, total: 24, failed: 0, tokens: 0, price: 0 });
    expect(kept.length).toBeGreaterThan(0);
    expect(await contentOf(out)).toEqual(await contentOf(inFolder("one")));
  });

  test("EV-5: a last line cut anywhere, also in the middle of a character", async () => {
    const out = inFolder("cut");
    await runUntil(4, out, { methods: ["rule"] });
    const file = join(out, "predictions.rule.jsonl");
    const bytes = await readFile(file);
    await truncate(file, bytes.length - 5);
    await appendFile(file, Buffer.from([0xe2, 0x82]));
    await evaluate({ ...options, methods: ["rule"], out });
    const name = "predictions.rule.jsonl";
    expect(await linesOf(join(out, name))).toEqual(await linesOf(inFolder(`one/${name}`)));
  });

  test("that was finished asks nothing again; methods may be added", async () => {
    const out = inFolder("added");
    await evaluate({ ...options, methods: ["rule"], out });
    const seen: EvaluationProgress[] = [];
    const onProgress = (progress: EvaluationProgress) => seen.push(progress);
    await evaluate({ ...options, methods: ["rule"], out, onProgress });
    expect(seen).toEqual([]);
    await evaluate({ ...options, out, onProgress });
    expect(seen).toHaveLength(18);
    expect(await contentOf(out)).toEqual(await contentOf(inFolder("one")));
  });

  test("a line that was deleted is made again", async () => {
    const out = inFolder("added");
    const file = join(out, "predictions.rule.jsonl");
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.filter((_, index) => index !== 2).join("\r\n"));
    await evaluate({ ...options, out });
    expect(await contentOf(out)).toEqual(await contentOf(inFolder("one")));
  });

  test("a damaged line in the middle is named, not its text", async () => {
    const out = inFolder("damaged");
    await evaluate({ ...options, methods: ["rule"], out });
    const file = join(out, "predictions.rule.jsonl");
    const lines = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, lines.with(1, '{"secret words').join("\n"));
    const run = evaluate({ ...options, methods: ["rule"], out });
    await expect(run).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(run).rejects.toThrow(/Line 2 of predictions\.rule\.jsonl/u);
    await expect(run).rejects.not.toThrow(/secret/u);
  });
});

describe("a folder with another run", () => {
  const other = async (change: Partial<EvaluateOptions>): Promise<string | undefined> => {
    const out = inFolder("one");
    const before = await contentOf(out);
    const code = await codeOf(() => evaluate({ ...options, out, ...change }));
    expect(await contentOf(out)).toEqual(before);
    return code;
  };
  const source = () => options.source;

  test("EV-5: other settings, data or questions are refused, and nothing is overwritten", async () => {
    expect(await other({ source: { ...source(), settings: { seed: 5 } } })).toBe("INVALID_INPUT");
    expect(await other({ answers: false })).toBe("INVALID_INPUT");
    expect(await other({ questions: world.asked.slice(1) })).toBe("INVALID_INPUT");
    // The same number of questions with the same ids.
    const reworded = world.asked.map((asked): Question => ({ ...asked, answer: "another" }));
    expect(await other({ questions: reworded })).toBe("INVALID_INPUT");
  });

  test("EV-5: files are told apart by what is in them, not by where they lie", async () => {
    const corpus = inFolder("moved.jsonl");
    const text = await readFile(world.corpus, "utf8");
    await writeFile(corpus, text);
    expect(await other({ source: { ...source(), corpus } })).toBeUndefined();
    await writeFile(corpus, text.replace("Kellomar", "Kellomir"));
    expect(await other({ source: { ...source(), corpus } })).toBe("INVALID_INPUT");
    const choices = inFolder("choices.json");
    await writeFile(choices, '{"madeOn":"nothing","gate":0.5,"methods":{}}');
    expect(await other({ source: { ...source(), choices } })).toBe("INVALID_INPUT");
  });

  test("a folder with results of which nothing says what they are is left alone", async () => {
    const out = inFolder("foreign");
    await mkdir(out);
    await writeFile(join(out, "summary.json"), '"mine"');
    expect(await codeOf(() => evaluate({ ...options, out }))).toBe("INVALID_INPUT");
    expect(await readdir(out)).toEqual(["summary.json"]);
    await writeFile(join(out, "run.json"), "no JSON");
    expect(await codeOf(() => evaluate({ ...options, out }))).toBe("INVALID_INPUT");
    expect(await readFile(join(out, "summary.json"), "utf8")).toBe('"mine"');
  });

  test("a file is no folder", async () => {
    expect(await codeOf(() => evaluate({ ...options, out: world.corpus }))).toBe("INVALID_INPUT");
  });
});

test("bad input fails before anything is opened or written", async () => {
  const out = inFolder("never");
  const codes: (string | undefined)[] = [];
  const [first] = world.asked;
  const bad: Partial<EvaluateOptions>[] = [
    { questions: [] },
    { questions: first ? [first, first] : [] },
    { methods: [] },
    { concurrency: 0 },
    { concurrency: 1.5 },
    { workers: -1 },
    { maxTokens: 0 },
    { maxCost: 0 },
    { maxCost: Number.NaN },
    { maxCost: 1, source: { ...options.source, generator: "openai:unpriced" } },
    { resamples: 0 },
    { methods: ["rule", "guess"] },
    { methods: ["rule:cap=99"] },
    { source: { ...options.source, choices: "no-such-file" } },
    { source: { ...options.source, corpus: "no-such-file" } },
    { source: { ...options.source, corpus: "no-such-file" }, workers: 2 },
    { source: { generator: "embedded", settings: {}, choices: null } },
    { source: { ...options.source, folds: "no-such-file" } },
  ];
  for (const change of bad)
    codes.push(await codeOf(() => evaluate({ ...options, ...change, out })));
  expect(codes).toEqual([
    ...Array.from({ length: 10 }, () => "INVALID_INPUT"),
    "INVALID_SETTINGS",
    "INVALID_POLICY",
    "INVALID_SETTINGS",
    "FILE_NOT_FOUND",
    "FILE_NOT_FOUND",
    "FILE_NOT_FOUND",
    "INVALID_INPUT",
    "FILE_NOT_FOUND",
  ]);
  expect(existsSync(out)).toBe(false);
});
