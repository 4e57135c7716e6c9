import { describe, expect, test } from "vitest";
import { resolveSettings } from "../../src/state/settings.js";
import { assertQuestion, LONGEST_QUESTION } from "../../src/state/question.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { totalUsage } from "../../src/state/history.js";

describe("resolveSettings", () => {
  test("the defaults of the method", () => {
    expect(resolveSettings()).toMatchObject({
      maxSteps: 10,
      maxRetrievals: 4,
      maxPassages: 12,
      passagesPerRetrieval: 3,
      maxPerTitle: null,
      maxTokens: null,
      deadlineMs: null,
      judge: "use",
      preview: "auto",
      compression: "auto",
      costWeight: 0,
      closedBook: false,
    });
  });

  test("later layers are in force; undefined overrides nothing", () => {
    const settings = resolveSettings(
      { maxSteps: 6, judge: "ignore" },
      undefined,
      { maxSteps: 4, maxRetrievals: undefined },
      { maxSteps: undefined },
    );
    expect(settings).toMatchObject({ maxSteps: 4, maxRetrievals: 4, judge: "ignore" });
  });

  test.each([
    [{ maxSteps: 0 }, "maxSteps"],
    [{ maxSteps: 10.5 }, "maxSteps"],
    [{ maxSteps: 11 }, "maxSteps"],
    [{ maxRetrievals: "4" }, "maxRetrievals"],
    [{ costWeight: Number.NaN }, "costWeight"],
    [{ costWeight: Infinity }, "costWeight"],
    [{ seed: -1 }, "seed"],
    [{ judge: "maybe" }, "judge"],
    [{ maxHops: 4 }, "maxHops"],
    [JSON.parse('{"__proto__": 1, "constructor": 2}'), "constructor"],
  ])("%j is INVALID_SETTINGS that names %s", (given, setting) => {
    expect(() => resolveSettings(given as SettingsInput)).toThrow(
      expect.objectContaining({ code: "INVALID_SETTINGS", details: { setting } }),
    );
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

test("a question of the longest length is one; a character more is not", () => {
  expect(assertQuestion("a".repeat(LONGEST_QUESTION))).toBe(true);
  const refusal = expect.objectContaining({ code: "INVALID_QUESTION" });
  for (const none of ["a".repeat(LONGEST_QUESTION + 1), "", " \t\n", undefined, 4, null, {}]) {
    expect(() => assertQuestion(none)).toThrow(refusal);
  }
});

test("usage adds up, and is estimated where any part of it is", () => {
  const entry = (id: string, estimated: boolean) => ({
    id,
    inputTokens: 100,
    outputTokens: 7,
    modelCalls: 1,
    searches: 2,
    retrievals: 1,
    estimated,
  });
  expect(totalUsage([entry("a", false), entry("b", true)], 5)).toEqual({
    inputTokens: 200,
    outputTokens: 14,
    totalTokens: 214,
    modelCalls: 2,
    searches: 4,
    retrievals: 2,
    steps: 5,
    estimated: true,
  });
  expect(totalUsage([entry("a", false)], 1).estimated).toBe(false);
});
