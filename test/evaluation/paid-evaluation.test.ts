import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { EvaluateOptions } from "../../src/evaluation/evaluate-options.js";
import type { EvaluationProgress } from "../../src/evaluation/run-jobs.js";
import type { RecordedRequest, ScriptedServer } from "../../src/testing/index.js";
import { codeOf } from "./code-of.js";
import { linesOf, withoutSeconds, writeWorld } from "./evaluation-world.js";
import type { WorldFiles } from "./evaluation-world.js";
import { asked, HARBOURS, PAID, promptOf, startModel } from "./paid-world.js";

// The judge stops the rule at three passages, so it answers from what fixed-k:k=3 has.
const METHODS = ["rule", "fixed-k:k=3", "fixed-k:k=6"];
const QUESTIONS = ["0", "1", "2", "3", "4"].map((id) => asked(id));
// Judge, answer from three passages, answer from six.
const CALLS = 3 * QUESTIONS.length;
const TOKENS = 110;

let world: WorldFiles;
let server: ScriptedServer | undefined;

beforeAll(async () => {
  world = await writeWorld(QUESTIONS, [...HARBOURS]);
});

afterAll(() => world.remove());

afterEach(async () => {
  vi.unstubAllEnvs();
  const running = server;
  server = undefined;
  await running?.close();
});

const inFolder = (name: string): string => join(world.folder, name);

function paidRun(questions: readonly Question[] = QUESTIONS): EvaluateOptions {
  const source = { corpus: world.corpus, generator: PAID, choices: null, settings: {} };
  return { questions, methods: METHODS, source, resamples: 200 };
}

describe("methods of one question", () => {
  test("EV-5: share a reply that is paid for once and counts for each of them", async () => {
    server = await startModel();
    const seen: EvaluationProgress[] = [];
    const { summary } = await evaluate({
      ...paidRun(),
      onProgress: (now) => seen.push({ ...now }),
    });
    expect(server.requests).toHaveLength(CALLS);
    expect(new Set(server.requests.map(promptOf)).size).toBe(CALLS);
    expect(summary.methods["rule"]).toMatchObject({ modelCalls: 2, tokens: 2 * TOKENS, em: 1 });
    expect(summary.methods["fixed-k:k=3"]).toMatchObject({ modelCalls: 1, tokens: TOKENS });
    expect(summary.methods["fixed-k:k=6"]).toMatchObject({ modelCalls: 1, tokens: TOKENS });
    expect(summary.methods["rule"]).toMatchObject({ estimated: false, failed: 0 });
    // EV-6: the price of a model that is in no table is unknown, not 0.
    expect(seen.at(-1)).toEqual({
      done: 15,
      total: 15,
      failed: 0,
      tokens: CALLS * TOKENS,
      price: undefined,
    });
  });

  test("a method added to a run later is paid for what is new only", async () => {
    server = await startModel();
    const out = inFolder("later");
    await evaluate({ ...paidRun(), methods: ["rule"], out });
    expect(server.requests).toHaveLength(10);
    const { summary } = await evaluate({ ...paidRun(), methods: ["rule", "fixed-k:k=3"], out });
    expect(server.requests).toHaveLength(10);
    expect(summary.methods["fixed-k:k=3"]).toMatchObject({ tokens: TOKENS, modelCalls: 1 });
  });

  test("EV-5: another judge's model is another run", async () => {
    server = await startModel();
    const out = inFolder("later");
    vi.stubEnv("DYNAKRAG_JUDGE_MODEL", "another");
    const run = () => evaluate({ ...paidRun(), methods: ["rule"], out });
    expect(await codeOf(run)).toBe("INVALID_INPUT");
    expect(server.requests).toHaveLength(0);
  });
});

describe("a limit", () => {
  test.each([
    { limit: { maxTokens: 5 * TOKENS - 40 }, more: { maxTokens: 100_000 } },
    { limit: { maxCost: 4.5 }, more: { maxCost: 1000 } },
  ])(
    "EV-6: $limit stops at once, holds over resumes, and a higher one goes on",
    async ({ limit, more }) => {
      server = await startModel();
      const out = inFolder(`limit-${Object.keys(limit).join("")}`);
      // One unit of money a call: 100 tokens at 10,000 a million.
      const prices = new Map([[PAID, { inputPerMillion: 10_000, outputPerMillion: 0 }]]);
      const seen: EvaluationProgress[] = [];
      const options = {
        ...paidRun(),
        out,
        prices,
        onProgress: (now: EvaluationProgress) => seen.push({ ...now }),
      };
      expect(await codeOf(() => evaluate({ ...options, ...limit }))).toBe("BUDGET_SPENT");
      // The fifth call goes over the limit: there is no sixth, and the first question is kept.
      expect(server.requests).toHaveLength(5);
      expect((await linesOf(join(out, "predictions.rule.jsonl"))).length).toBeGreaterThanOrEqual(1);

      expect(await codeOf(() => evaluate({ ...options, ...limit }))).toBe("BUDGET_SPENT");
      expect(server.requests).toHaveLength(5);

      const resumed = await evaluate({ ...options, ...more });
      expect(server.requests).toHaveLength(CALLS);
      expect(seen.at(-1)).toMatchObject({
        done: 15,
        total: 15,
        tokens: CALLS * TOKENS,
        price: CALLS,
      });
      const whole = await evaluate(paidRun());
      expect(withoutSeconds(resumed.summary)).toEqual(withoutSeconds(whole.summary));
    },
  );

  test("EV-6: a cost that cannot be known cannot be limited", async () => {
    server = await startModel();
    expect(await codeOf(() => evaluate({ ...paidRun(), maxCost: 1 }))).toBe("INVALID_INPUT");
    expect(server.requests).toHaveLength(0);
  });
});

describe("a bad question", () => {
  const overflow = { code: "context_length_exceeded", message: "maximum context length", type: "" };
  const refuseThird = (request: RecordedRequest) =>
    promptOf(request).includes("Orrel 2?")
      ? { status: 400, body: { error: overflow } }
      : { content: "Ilva Senn [1]" };

  test("EV-7: is a row with its error code; averages count it as 0 and say so", async () => {
    server = await startModel(refuseThird);
    const empty = asked("5", { question: "" });
    const out = inFolder("bad");
    const { summary, predictions } = await evaluate({ ...paidRun([...QUESTIONS, empty]), out });
    const rows = predictions.get("rule") ?? [];
    expect(rows.map(({ id, error, em }) => [id, error, em])).toEqual([
      ["0", null, 1],
      ["1", null, 1],
      ["2", "GENERATOR_FAILED", 0],
      ["3", null, 1],
      ["4", null, 1],
      ["5", "INVALID_QUESTION", 0],
    ]);
    expect(rows[2]).toMatchObject({ supportRecall: 0, allGold: 0, recallAt: { 1: 0, 10: 0 } });
    expect(summary.n).toBe(6);
    expect(summary.methods["rule"]).toMatchObject({
      n: 6,
      failed: 2,
      errors: { GENERATOR_FAILED: 1, INVALID_QUESTION: 1 },
      em: 4 / 6,
      // Neither of the two abstained.
      abstentions: { answered: 4, wrongAbstentions: 0, rightAbstentions: 0, missed: 0 },
    });
    expect(JSON.stringify(rows)).not.toContain("context length");
    const calls = server.requests.length;
    const again = await evaluate({ ...paidRun([...QUESTIONS, empty]), out });
    expect(withoutSeconds(again.summary)).toEqual(withoutSeconds(summary));
    expect(server.requests).toHaveLength(calls);
  });

  test("an account without credit ends the batch at once, with what is done", async () => {
    const body = {
      error: { code: "insufficient_quota", message: "quota", type: "insufficient_quota" },
    };
    let left = 4;
    let isBroke = true;
    const whileCreditLasts = () => {
      left -= 1;
      return isBroke && left < 0 ? { status: 429, body } : { content: "Ilva Senn [1]" };
    };
    server = await startModel(whileCreditLasts);
    const out = inFolder("broke");
    expect(await codeOf(() => evaluate({ ...paidRun(), out }))).toBe("QUOTA_EXHAUSTED");
    // Two questions of three calls, then the judge of the third and one refused answer.
    expect(server.requests).toHaveLength(8);
    const rows = await linesOf(join(out, "predictions.rule.jsonl"));
    expect(rows.map(({ id, error }) => [id, error])).toEqual([
      ["0", null],
      ["1", null],
    ]);
    isBroke = false;
    await evaluate({ ...paidRun(), out });
    expect(server.requests).toHaveLength(CALLS + 1);
  });
});
