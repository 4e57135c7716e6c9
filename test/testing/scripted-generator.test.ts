import { describe, expect, test } from "vitest";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { METROPOLIS } from "../generator/metropolis.js";

const QUERY = { ...METROPOLIS, queries: [] };

describe("scriptedGenerator", () => {
  test("gives each task its replies in order and records the calls", async () => {
    const generator = scriptedGenerator({
      judge: [{ verdict: "insufficient" }, () => ({ verdict: "sufficient" })],
      gapQuery: ({ queries }) => `query ${queries.length}`,
    });
    expect((await generator.judge(METROPOLIS)).value.verdict).toBe("insufficient");
    expect((await generator.gapQuery(QUERY)).value).toBe("query 0");
    expect((await generator.judge(METROPOLIS)).value.verdict).toBe("sufficient");
    expect(generator.calls.map(({ task }) => task)).toEqual(["judge", "gapQuery", "judge"]);
    expect(generator.calls[0]?.input).toBe(METROPOLIS);
    generator.assertDone();
  });

  test("reports the usage it is told to", async () => {
    const usage = { inputTokens: 1, outputTokens: 2, modelCalls: 3, estimated: true };
    const generator = scriptedGenerator({ rewrite: ["q"] }, { usage });
    expect((await generator.rewrite(QUERY)).usage).toEqual(usage);
  });

  test("an unexpected call throws, and again at the end", async () => {
    const generator = scriptedGenerator({ judge: [] });
    await expect(generator.judge(METROPOLIS)).rejects.toThrow('no step left for "judge"');
    await expect(generator.answer(METROPOLIS)).rejects.toThrow('no step left for "answer"');
    expect(() => generator.assertDone()).toThrow("unexpected calls of judge, answer");
  });

  test("steps that are left over fail at the end", async () => {
    const generator = scriptedGenerator({ rewrite: ["a", "b"] });
    await generator.rewrite(QUERY);
    expect(() => generator.assertDone()).toThrow('1 step(s) of "rewrite" are left');
  });

  test("an error as a step is thrown as it is", async () => {
    const error = new Error("quota");
    const generator = scriptedGenerator({ judge: [error] });
    await expect(generator.judge(METROPOLIS)).rejects.toBe(error);
    generator.assertDone();
  });

  test("an abort ends a slow call and starts no other", async () => {
    const generator = scriptedGenerator(
      { judge: [{ verdict: "sufficient" }] },
      { delayMs: 60_000 },
    );
    const controller = new AbortController();
    const { signal } = controller;
    const call = generator.judge(METROPOLIS, { signal });
    controller.abort();
    await expect(call).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    await expect(generator.judge(METROPOLIS, { signal })).rejects.toThrow();
    expect(generator.calls).toHaveLength(1);
  });
});
