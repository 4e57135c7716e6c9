import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    // Twelve values of k, one of them the setting itself.
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
