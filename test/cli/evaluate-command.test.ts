import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../../src/evaluation/summary.js";
import { startScriptedServer } from "../../src/testing/index.js";
import type { RecordedRequest, ScriptedReply } from "../../src/testing/index.js";
import { linesOf, withoutSeconds, writeWorld } from "../evaluation/evaluation-world.js";
import type { WorldFiles } from "../evaluation/evaluation-world.js";
import { asked, HARBOURS, isJudge, PAID, promptOf } from "../evaluation/paid-world.js";
import { runHere } from "./run-program.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
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

/** Starts the program in a process that can be killed. */
function start(args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  return spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...args], {
    cwd: ROOT,
    env: { PATH, HOME, NO_COLOR: "1", ...env },
    stdio: "ignore",
  });
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.on("exit", (code) => resolve(code));
  });

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

describe("with a paid generator", () => {
  /** Counts the prompts that were answered: what a provider would bill. */
  async function startCounting(onRequest: (count: number) => void = () => undefined) {
    const answered: string[] = [];
    let count = 0;
    const reply = (request: RecordedRequest): ScriptedReply => {
      count += 1;
      onRequest(count);
      answered.push(promptOf(request));
      return { content: isJudge(request) ? '{"sufficient": true}' : "Ilva Senn [1]", delayMs: 20 };
    };
    const server = await startScriptedServer(reply);
    const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.baseURL };
    return { server, env, answered };
  }

  test("EV-6: --dry-run says what it would take, and that the price is unknown, and calls nobody", async () => {
    const { server, env } = await startCounting();
    const out = inFolder("dry");
    const args = evaluation("fixed-k:k=3", "--generator", PAID, "--dry-run", "--out", out);
    const run = await runHere(args, env);
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toMatch(
      /^6 predictions, about [1-9]\d+ \+ [1-9]\d* tokens, at an unknown price/u,
    );
    expect(server.requests).toHaveLength(0);
    expect(existsSync(out)).toBe(false);

    const prices = inFolder("prices.json");
    const price = { inputPerMillion: 1_000_000, outputPerMillion: 0 };
    await writeFile(prices, JSON.stringify({ [PAID]: price }));
    const priced = await runHere([...args, "--curve", "--prices", prices], env);
    // Thirteen names for twelve values of k, one of them the setting itself.
    const [, predictions, tokens, bill] =
      /^(\d+) predictions, about (\d+) \+ \d+ tokens, about ([\d.]+)/u.exec(priced.stderr) ?? [];
    expect(Number(predictions)).toBe(6 * 12);
    expect(Number(bill)).toBe(Number(tokens));
    await server.close();
  });

  test("EV-6: --max-tokens ends with what is done; the same command with more goes on", async () => {
    const { server, env } = await startCounting();
    const out = inFolder("capped");
    const args = evaluation("fixed-k:k=3", "--generator", PAID, "--out", out);
    const capped = await runHere([...args, "--max-tokens", "300"], env);
    expect(capped.code).toBe(1);
    expect(capped.stderr).toContain("BUDGET_SPENT");
    expect(server.requests).toHaveLength(3);
    const whole = await runHere([...args, "--max-tokens", "100000"], env);
    expect(whole.code).toBe(0);
    expect(whole.stderr).toContain("6/6 0 failed, 660 tokens paid");
    expect(server.requests).toHaveLength(6);
    await server.close();
  });

  test("EV-5: after kill -9 in the middle the same command pays nothing twice", async () => {
    let child: ChildProcess | undefined;
    const { server, env, answered } = await startCounting((count) => {
      if (count === 8) child?.kill("SIGKILL");
    });
    const out = inFolder("killed");
    const args = evaluation("rule,fixed-k:k=3,fixed-k:k=6", "--generator", PAID, "--out", out);
    child = start(args, env);
    expect(await ended(child)).toBeNull();
    // The eighth reply found nobody to read it.
    const [unread] = answered.splice(7);
    await appendFile(join(out, "predictions.rule.jsonl"), '{"id":"3","half');
    await appendFile(join(out, "replies.jsonl"), '{"question":"2","key":"half');
    const resumed = await runHere(args, env);
    expect(resumed.code).toBe(0);
    expect(answered).toHaveLength(3 * QUESTIONS.length);
    expect(new Set(answered).size).toBe(3 * QUESTIONS.length);
    expect(answered).toContain(unread);

    const fresh = inFolder("fresh");
    await runHere([...args.slice(0, -1), fresh], env);
    expect(await summaryIn(out)).toEqual(await summaryIn(fresh));
    await server.close();
  }, 60_000);

  test("an interrupt ends it with 130, and the same command goes on", async () => {
    let child: ChildProcess | undefined;
    const { server, env } = await startCounting((count) => {
      if (count === 4) child?.kill("SIGINT");
    });
    const out = inFolder("interrupted");
    const args = evaluation("rule,fixed-k:k=6", "--generator", PAID, "--out", out);
    child = start(args, env);
    expect(await ended(child)).toBe(130);
    const kept = await linesOf(join(out, "predictions.rule.jsonl"));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(QUESTIONS.length);
    expect(existsSync(join(out, "summary.json"))).toBe(false);
    expect((await runHere(args, env)).code).toBe(0);
    await server.close();
  }, 60_000);
});
