import { describe, expect, test } from "vitest";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import {
  endless,
  INPUT,
  neverContent,
  NEVER_STOPS,
  preferring,
  thread,
  world,
} from "./graph-world.js";
import type { Policy } from "../../src/policy/policy.js";

describe("SUB-4: budgets end the run before the engine does", () => {
  test("ten steps fit the default recursion limit, whatever the policy says", async () => {
    const settings = { maxRetrievals: 10, maxPassages: 50, compression: "always" as const };
    const { graph } = world({ retriever: endless(), policy: NEVER_STOPS, settings });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.usage).toMatchObject({ steps: 10 });
    expect(output.stopReason).toBe("budget_steps");
    expect(output.answer).toMatch(/^from page/);
    expect(output.decisions.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("default settings: an always insufficient judge ends at four retrievals", async () => {
    const { graph } = world({ retriever: endless(), policy: NEVER_STOPS });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("budget_retrievals");
    expect(output.usage.retrievals).toBe(4);
    expect(output.evidence).toHaveLength(12);
    expect(output.answer).toMatch(/^from page/);
  });

  test("a policy that wants what is not possible ends at once", async () => {
    const policy = {
      name: "stubborn",
      rank: () => ({ operation: "gap_query", reason: "" }),
    } as Policy;
    const { graph, retriever } = world({ policy });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ stopReason: "no_evidence", answerable: false });
    expect(retriever.searches).toEqual([]);
  });

  test.each([5, 6, 7, 8, 9, 12, 25])(
    "a caller's limit of %i is kept to, with an answer",
    async (limit) => {
      const settings = { maxRetrievals: 10, maxPassages: 50, compression: "always" as const };
      const { graph } = world({ retriever: endless(), policy: NEVER_STOPS, settings });
      const output = await graph.invoke(INPUT, { ...thread("1"), recursionLimit: limit });
      expect(output.usage.steps).toBe(Math.floor((limit - 5) / 2));
      expect(output.stopReason).toBe("budget_steps");
      expect(output.answer !== "").toBe(limit >= 7);
    },
  );

  test.each([1, 2, 3])("maxSteps %i", async (maxSteps) => {
    const { graph } = world({ retriever: endless(), policy: NEVER_STOPS, settings: { maxSteps } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("budget_steps");
    expect(output.usage.steps).toBe(maxSteps);
  });

  test("a token budget holds back what it cannot pay, and keeps the answer", async () => {
    const maxTokens = 2000;
    const usage = { inputTokens: 320, outputTokens: 20, modelCalls: 1, estimated: false };
    const generator = neverContent({}, { usage });
    const parts = { retriever: endless(), generator, policy: NEVER_STOPS };
    const { graph } = world({ ...parts, settings: { maxTokens, maxRetrievals: 10 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("budget_tokens");
    expect(output.usage.totalTokens).toBeLessThanOrEqual(maxTokens);
    expect(output.answer).toMatch(/^from page/);
    expect(output.usage.steps).toBeGreaterThan(0);
  });
});

test("a token budget that pays for no search is named as the reason", async () => {
  const { graph, retriever } = world({ settings: { maxTokens: 400 } });
  const output = await graph.invoke(INPUT, thread("1"));
  expect(output).toMatchObject({ stopReason: "budget_tokens", answerable: false, evidence: [] });
  expect(retriever.searches).toEqual([]);
});

test("a budget that was spent on searches without a hit is not: there is no evidence", async () => {
  const retriever = inMemoryRetriever([]);
  const { graph } = world({ retriever, settings: { maxRetrievals: 1 } });
  expect(await graph.invoke(INPUT, thread("1"))).toMatchObject({ stopReason: "no_evidence" });
});

describe("LM-8: a deadline wins", () => {
  test("over a retriever that hangs and ignores the signal", async () => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD, {
      respond: () => new Promise(() => undefined),
    });
    const { graph } = world({ retriever, policy: NEVER_STOPS, settings: { deadlineMs: 200 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ stopReason: "deadline", answerable: false, evidence: [] });
    expect(output.usage.steps).toBe(1);
  });

  test("over a judge that hangs: the evidence so far is answered from", async () => {
    const generator = neverContent({}, { delayMs: 0 });
    const judge = () => new Promise<never>(() => undefined);
    const hanging = { ...generator, judge };
    const policy = preferring("sufficiency_check", "retrieve_more");
    const { graph } = world({ generator: hanging, policy, settings: { deadlineMs: 400 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("deadline");
    expect(output.answer).toMatch(/^from ada/);
  });

  test("over an answer that hangs: the evidence and its best sentence are handed over", async () => {
    const answer = () => new Promise<never>(() => undefined);
    const generator = { ...neverContent(), answer };
    const policy = preferring("stop_answer");
    const first = preferring("retrieve_more");
    const once: Policy = {
      name: "once",
      rank: (input) => (input.state.evidence.length > 0 ? policy : first).rank(input),
    };
    const { graph } = world({ generator, policy: once, settings: { deadlineMs: 300 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({
      stopReason: "deadline",
      answerable: false,
      // Of Ada Orrin, by its title, and "built" and "bridge": no other sentence has as much.
      answer: "She built the Iron Bridge.",
      citations: [{ passageId: "ada" }],
    });
    expect(output.evidence.length).toBeGreaterThan(0);
  });

  test("over a preview that hangs", async () => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD, {
      respond: ({ query }) =>
        query === INPUT.question
          ? [{ passage: BRIDGE_WORLD[0], rank: 1, score: 1 }]
          : new Promise(() => undefined),
    });
    const policy = { ...preferring("rewrite_query", "retrieve_more"), wantsPreview: true };
    const { graph } = world({ retriever, policy, settings: { deadlineMs: 300 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("deadline");
    expect(output.answer).toBe("from ada");
  });

  test("and one of more than 24 days does not end the run at once", async () => {
    const { graph } = world({ settings: { deadlineMs: 30 * 24 * 3600 * 1000 } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.evidence.length).toBeGreaterThan(0);
    expect(output.stopReason).not.toBe("deadline");
  });
});
