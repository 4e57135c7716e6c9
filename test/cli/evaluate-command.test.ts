import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../../src/evaluation/summary.js";
import { linesOf, withoutSeconds, writeWorld } from "../evaluation/evaluation-world.js";
import type { WorldFiles } from "../evaluation/evaluation-world.js";
import { asked, HARBOURS, PAID } from "../evaluation/paid-world.js";
import { runHere } from "./run-program.js";

const QUESTIONS = ["0", "1", "2", "3", "4", "5"].map((id) => asked(id));

let world: WorldFiles;

beforeAll(async () => {
  world = await writeWorld(QUESTIONS, [...HARBOURS]);
});

afterAll(() => world.remove());

const inFolder = (name: string): string => join(world.folder, name);

function evaluation(methods: string, ...more: string[]): string[] {
  const files = ["--questions", world.questions, "--corpus", world.corpus];
  return ["evaluate", ...files, "--methods", methods, ...more];
}

async function summaryIn(folder: string): Promise<unknown> {
  return withoutSeconds(JSON.parse(await readFile(join(folder, "summary.json"), "utf8")));
}

describe("dynakrag evaluate", () => {
  test("prints a table with n, keeps predictions and summary, and tells how far it is", async () => {
    const out = inFolder("plain");
    const run = await runHere(evaluation("rule,fixed-k:k=3", "--out", out));
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("harbours, n = 6, generator embedded");
    expect(run.stdout).toMatch(/rule\s+100\.0\s+100\.0/u);
    // EV-6: without a terminal a line with done, total and errors.
    expect(run.stderr).toBe("12/12 0 failed\n");
    expect(await linesOf(join(out, "predictions.fixed-k_k=3.jsonl"))).toHaveLength(6);
    const summary = (await summaryIn(out)) as Summary;
    expect(Object.keys(summary.dataHashes)).toEqual(["questions.jsonl", "corpus.jsonl"]);
  });

  test("--json prints what summary.json holds, and nothing else", async () => {
    const out = inFolder("json");
    const run = await runHere(evaluation("rule", "--out", out, "--json"));
    expect(withoutSeconds(JSON.parse(run.stdout))).toEqual(await summaryIn(out));
  });

  test("--limit with --seed draws the same questions again, another seed others", async () => {
    const drawn = async (seed: string, name: string) => {
      const out = inFolder(name);
      const limits = ["--limit", "3", "--seed", seed, "--out", out];
      expect(await runHere(evaluation("rule", ...limits))).toMatchObject({ code: 0 });
      return (await linesOf(join(out, "predictions.rule.jsonl"))).map(({ id }) => id);
    };
    const first = await drawn("1", "seed-1");
    expect(first).toHaveLength(3);
    expect(first).toEqual(first.toSorted());
    expect(await drawn("1", "seed-1-again")).toEqual(first);
    const others = [await drawn("2", "seed-2"), await drawn("3", "seed-3")];
    expect(others.some((ids) => ids.join() !== first.join())).toBe(true);
  });

  test("several files are one set; lines may end as on Windows; ids may hold anything", async () => {
    const more = inFolder("more.jsonl");
    const odd = asked("7", { dataset: "odd", type: "__proto__" });
    const lines = [
      { ...odd, id: "a\nb" },
      { ...odd, id: "__proto__", supporting: [] },
    ];
    await writeFile(more, lines.map((line) => `${JSON.stringify(line)}\r\n`).join(""));
    const out = inFolder("several");
    const args = evaluation("rule", "--questions", more, "--out", out, "--json");
    const run = await runHere(args);
    expect(run.code).toBe(0);
    const { n, dataset, methods } = JSON.parse(run.stdout) as Summary;
    expect([n, dataset]).toEqual([8, "harbours+odd"]);
    const rule = methods["rule"];
    expect(Object.keys(rule?.byType ?? {}).toSorted()).toEqual(["__proto__", "bridge"]);
    expect(rule?.byDataset["odd"]).toMatchObject({ n: 2, supportRecall: 1 });
    const rows = await linesOf(join(out, "predictions.rule.jsonl"));
    expect(rows.slice(-2).map(({ id, supportRecall }) => [id, supportRecall])).toEqual([
      ["a\nb", 1],
      ["__proto__", null],
    ]);
    // The same command again finds both ids in its folder.
    expect((await runHere(args)).stderr).toBe("");
  });

  test("--curve runs a method over its knob and compares at equal passages", async () => {
    const run = await runHere(evaluation("rule:check=0,fixed-k:k=4", "--curve", "--json"));
    const { curves, comparisons } = JSON.parse(run.stdout) as Summary;
    expect(curves["rule:check=0"]?.map(({ name }) => name)).toEqual([
      "rule:check=0",
      "rule:check=0,cap=1",
      "rule:check=0,cap=2",
      "rule:check=0,cap=3",
    ]);
    expect(curves["fixed-k:k=4"]).toHaveLength(12);
    expect(comparisons.some(({ at }) => at === "equalPassages")).toBe(true);
  });

  test("an official file brings its own passages", async () => {
    const file = inFolder("hotpot.json");
    const record = {
      _id: "h1",
      question: "Who built the harbour of Orrel 1?",
      answer: "Ilva Senn",
      type: "bridge",
      level: "hard",
      supporting_facts: [["Orrel 1", 0]],
      context: HARBOURS.map(({ metadata, pageContent }) => [metadata["title"], [pageContent]]),
    };
    await writeFile(file, JSON.stringify([record]));
    const run = await runHere(["evaluate", "--questions", file, "--methods", "rule", "--json"]);
    expect(run.code).toBe(0);
    const { dataset, methods } = JSON.parse(run.stdout) as Summary;
    expect(dataset).toBe("hotpotqa");
    expect(methods["rule"]).toMatchObject({ n: 1, supportRecall: 1, failed: 0 });
    const aimless = ["evaluate", "--questions", world.questions, "--methods", "rule"];
    expect(await runHere(aimless)).toMatchObject({ code: 2 });
  });

  test("EV-7: a failed question makes the exit code 1, with results and summary", async () => {
    const bad = inFolder("empty-question.jsonl");
    await writeFile(bad, `${JSON.stringify(asked("8", { question: " " }))}\n`);
    const out = inFolder("failed");
    const run = await runHere(evaluation("rule", "--questions", bad, "--out", out));
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("1 failed");
    expect(run.stdout).toContain("n = 7");
    expect(await summaryIn(out)).toMatchObject({
      methods: { rule: { n: 7, failed: 1, errors: { INVALID_QUESTION: 1 }, em: 6 / 7 } },
    });
  });

  test.each<[string[], string]>([
    [["--methods", "guess"], "INVALID_POLICY"],
    [["--methods", "__proto__"], "INVALID_POLICY"],
    [["--methods", ","], "INVALID_INPUT"],
    [["--limit", "0"], "INVALID_INPUT"],
    [["--limit", "-1"], "--limit"],
    [["--concurrency", "0"], "INVALID_INPUT"],
    [["--max-tokens", "0"], "INVALID_INPUT"],
    [["--max-cost", "0"], "INVALID_INPUT"],
    [["--max-cost", "much"], "INVALID_INPUT"],
    [["--corpus", "no-such-file"], "FILE_NOT_FOUND"],
    [["--index", "no-such-index"], "FILE_NOT_FOUND"],
    [["--questions", "no-such-file"], "FILE_NOT_FOUND"],
    [["--prices", "no-such-file"], "FILE_NOT_FOUND"],
    [["--choices", "no-such-file"], "FILE_NOT_FOUND"],
    [["--generator", PAID, "--max-cost", "1"], "INVALID_INPUT"],
    [["--generator", PAID], "MISSING_KEY"],
    [["--nonsense"], "--nonsense"],
  ])("refuses %j before anything runs", async (args, message) => {
    const out = inFolder("refused");
    const named = args[0] === "--methods" ? [] : ["--methods", "rule"];
    const files = ["--questions", world.questions, "--corpus", world.corpus];
    const run = await runHere(["evaluate", ...files, ...named, ...args, "--out", out]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain("    at ");
    expect(existsSync(out)).toBe(false);
  });
});
