import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import { LangChainTracer } from "@langchain/core/tracers/tracer_langchain";
import { Client } from "langsmith";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Policy } from "../../src/policy/policy.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD, passage } from "../fixtures/bridge-world.js";
import { preferring, thread, world } from "./graph-world.js";
import { startCollector } from "./langsmith-collector.js";
import type { CollectedRun, LangSmithCollector } from "./langsmith-collector.js";

const QUESTION = "Which river does the bridge that Ada Orrin built span, QSENTINEL?";
const PAGES = [...BRIDGE_WORLD, passage("PSENTINEL", "PSENTINEL", "PSENTINEL says: a river.")];
const SENTINELS = /QSENTINEL|PSENTINEL|WSENTINEL/u;
const POLICY = "rewriting";

/** Retrieves, then rewrites; looks ahead and searches for words of its own. */
const rewriting: Policy = {
  name: POLICY,
  wantsPreview: true,
  rank: (input) => ({
    ...preferring("rewrite_query", "retrieve_more").rank(input),
    args: { passages: 2, query: "WSENTINEL river" },
    values: new Map([["rewrite_query", 0.25]]),
  }),
};

let collector: LangSmithCollector;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

beforeEach(() => {
  collector.clear();
  for (const prefix of ["LANGSMITH", "LANGCHAIN"]) {
    vi.stubEnv(`${prefix}_TRACING`, undefined);
    vi.stubEnv(`${prefix}_TRACING_V2`, undefined);
  }
  vi.stubEnv("LANGSMITH_ENDPOINT", collector.url);
  vi.stubEnv("LANGSMITH_API_KEY", "no-key");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function ask(policy: Policy, callbacks: LangChainTracer[] = []) {
  const settings = { maxRetrievals: 2, maxSteps: 5, costWeight: 0.5 };
  const { graph } = world({ retriever: inMemoryRetriever(PAGES), policy, settings });
  try {
    return await graph.invoke({ question: QUESTION }, { ...thread("1"), callbacks });
  } finally {
    await awaitAllCallbacks();
  }
}

const ranks = () => collector.runs().filter(({ name }) => name === "dynakrag.rank");

describe("with tracing on", () => {
  beforeEach(() => {
    vi.stubEnv("LANGSMITH_TRACING", "true");
  });

  test("LS-2: one question is one root; each decision is a run below the node that took it", async () => {
    const { decisions } = await ask(rewriting);
    const runs = collector.runs();
    const byId = new Map(runs.map((run) => [run.id, run]));
    const isRoot = (run: CollectedRun) => (run.parent_run_id ?? null) === null;
    const roots = runs.filter(isRoot);
    expect(roots).toHaveLength(1);
    expect(runs.every((run) => isRoot(run) || byId.has(run.parent_run_id ?? ""))).toBe(true);
    expect(ranks()).toHaveLength(decisions.length);
    const parents = ranks().map((run) => byId.get(run.parent_run_id ?? "")?.name);
    expect(parents.toSorted()).toEqual(["begin_question", "router", "router"]);
    for (const run of ranks()) {
      expect(run.trace_id).toBe(roots[0]?.id);
      expect(run.end_time).toBeDefined();
      expect(run.error ?? null).toBeNull();
    }
  });

  test("a run shows what was possible, what is left, and what was chosen", async () => {
    await ask(rewriting);
    const [first, second, third] = ranks().toSorted(byStep);
    expect(first?.inputs).toEqual({
      step: 1,
      valid: ["retrieve_more", "stop_answer"],
      limit: null,
      previewed: [],
      policy: POLICY,
      costWeight: 0.5,
      left: { steps: 5, retrievals: 2, passages: 12, tokens: null, milliseconds: null },
    });
    // The first step added two passages, as the policy asked.
    const left = { steps: 4, retrievals: 1, passages: 10, tokens: null, milliseconds: null };
    expect(second?.inputs).toMatchObject({ step: 2, left });
    const previewed = (second?.inputs?.["previewed"] ?? []) as {
      operation: string;
      hits: number;
    }[];
    const looked = previewed.find(({ operation }) => operation === "rewrite_query");
    // Six pages, two of them known.
    expect(looked?.hits).toBeGreaterThan(0);
    expect(looked?.hits).toBeLessThanOrEqual(4);
    expect(second?.outputs).toMatchObject({
      operation: "rewrite_query",
      passages: 2,
      policy: POLICY,
      reason: "The test wants it.",
    });
    expect(second?.outputs?.["candidates"]).toContainEqual({
      operation: "rewrite_query",
      value: 0.25,
      cost: expect.any(Number) as number,
    });
    expect(second?.extra?.metadata).toMatchObject({ policy: POLICY });
    expect(third?.inputs).toMatchObject({ valid: ["stop_answer"], limit: "budget_retrievals" });
  });

  test("LS-3: no question, page or query in the run, nor in any name, tag or metadata", async () => {
    const { decisions } = await ask(rewriting);
    // They are there to leak: in the state, in the decision and in what the nodes upload.
    expect(JSON.stringify(decisions)).toMatch(SENTINELS);
    expect(JSON.stringify(collector.runs())).toMatch(SENTINELS);
    expect(ranks()).toHaveLength(3);
    expect(JSON.stringify(ranks())).not.toMatch(SENTINELS);
    for (const { name, tags, extra } of collector.runs()) {
      expect(JSON.stringify([name, tags, extra?.metadata])).not.toMatch(SENTINELS);
    }
  });

  test("the decisions are those that are taken without tracing", async () => {
    const traced = await ask(rewriting);
    vi.stubEnv("LANGSMITH_TRACING", undefined);
    const plain = await ask(rewriting);
    expect(traced.decisions).toEqual(plain.decisions);
  });

  test("a policy that throws: its own error for the caller, none of its text in the run", async () => {
    const failing: Policy = {
      name: "failing",
      rank: ({ state }) => {
        throw new TypeError(`cannot read ${state.question}`);
      },
    };
    await expect(ask(failing)).rejects.toThrow(/cannot read .*QSENTINEL/u);
    expect(ranks()).toHaveLength(1);
    expect(ranks()[0]?.error).toContain("The policy failed.");
    expect(JSON.stringify(ranks())).not.toMatch(SENTINELS);
  });
});

describe("with tracing off", () => {
  test("nothing is uploaded", async () => {
    const { decisions } = await ask(rewriting);
    expect(decisions).toHaveLength(3);
    expect(collector.runs()).toEqual([]);
  });

  test("a tracer among the callbacks is enough", async () => {
    const client = new Client({ apiUrl: collector.url, apiKey: "no-key" });
    await ask(rewriting, [new LangChainTracer({ client })]);
    await client.awaitPendingTraceBatches();
    expect(ranks()).toHaveLength(3);
  });
});

function byStep(a: CollectedRun, b: CollectedRun): number {
  return Number(a.inputs?.["step"]) - Number(b.inputs?.["step"]);
}
