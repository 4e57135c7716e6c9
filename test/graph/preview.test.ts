import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/policy/policy.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { MemorySaver } from "@langchain/langgraph";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import type { InMemoryRetrieverOptions } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD, fillers, QUESTION } from "../fixtures/bridge-world.js";
import { INPUT, NEVER_STOPS, preferring, thread, world } from "./graph-world.js";

const looking = (policy: Policy): Policy => ({ ...policy, wantsPreview: true });
const pages = [...BRIDGE_WORLD, ...fillers(6)];
const corpus = (options: InMemoryRetrieverOptions = {}) => inMemoryRetriever(pages, options);
const TWO_HOPS = { maxRetrievals: 2 };

/** Retrieves first, then rewrites: the second decision has acquisitions to look at. */
const rewrites = looking(preferring("rewrite_query", "retrieve_more"));

describe("preview", () => {
  test("searches for each operation whose query costs no model call; the chosen one reuses its hits", async () => {
    const retriever = corpus();
    const { graph } = world({ retriever, policy: rewrites, settings: TWO_HOPS });
    const output = await graph.invoke(INPUT, thread("1"));
    const [first, second] = output.decisions;
    // A single acquisition is no choice: nothing to look at.
    expect(first?.preview).toBeUndefined();
    const seen = second?.preview?.map(({ operation }) => operation).toSorted();
    expect(seen).toEqual(["bridge_entity_expand", "retrieve_more", "rewrite_query"]);
    // One search to start with and three looks; the rewrite itself searched no more.
    expect(retriever.searches).toHaveLength(4);
    expect(output.usage).toMatchObject({ searches: 4, retrievals: 2, modelCalls: 1 });
    const looked = second?.preview?.find(({ operation }) => operation === "rewrite_query");
    const added = output.evidence.slice(3).map(({ id }) => id);
    expect(looked?.hits.slice(0, added.length).map(({ id }) => id)).toEqual(added);
  });

  test("keeps ids, ranks and ratios only, and no page text", async () => {
    const { graph } = world({ retriever: corpus(), policy: rewrites, settings: TWO_HOPS });
    const { decisions } = await graph.invoke(INPUT, thread("1"));
    for (const { pageContent } of pages) {
      expect(JSON.stringify(decisions)).not.toContain(pageContent);
    }
    for (const hit of decisions[1]?.preview?.flatMap(({ hits }) => hits) ?? []) {
      expect(Object.keys(hit).toSorted()).toEqual(["id", "rank", "scoreRatio"]);
    }
  });

  test("changes nothing of the result: the same evidence as without it", async () => {
    const run = async (policy: Policy) => {
      const { graph } = world({ retriever: corpus(), policy, settings: TWO_HOPS });
      return (await graph.invoke(INPUT, thread("1"))).evidence;
    };
    expect(await run(rewrites)).toEqual(await run(preferring("rewrite_query", "retrieve_more")));
  });

  test("an operation without an unseen passage leaves A(s) and costs no step", async () => {
    const good = corpus();
    const retriever = corpus({
      respond: ({ query, k }) => (query === QUESTION ? good.search(query, { k }) : []),
    });
    const policy = looking(preferring("sufficiency_check", "rewrite_query", "retrieve_more"));
    const { graph } = world({ retriever, policy });
    const { decisions } = await graph.invoke(INPUT, thread("1"));
    expect(decisions[1]?.valid).not.toContain("rewrite_query");
    expect(decisions[1]?.valid).not.toContain("bridge_entity_expand");
    expect(decisions[1]?.valid).toContain("retrieve_more");
    // A check changes no evidence: what held nothing holds nothing still.
    expect(decisions[1]?.operation).toBe("sufficiency_check");
    expect(decisions[2]?.valid).not.toContain("bridge_entity_expand");
    const lookedAgain = decisions[2]?.preview?.map(({ operation }) => operation);
    expect(lookedAgain).not.toContain("bridge_entity_expand");
    const executed = decisions.map(({ operation }) => operation);
    expect(executed).not.toContain("rewrite_query");
  });

  test.each([
    ["billed", undefined, 0],
    ["billed", "auto", 0],
    ["billed", "free", 1],
    ["free", undefined, 1],
    ["free", "none", 0],
    ["free", "auto", 1],
  ] as const)("%s retriever, setting %s: made or not", async (searchCost, preview, made) => {
    const retriever = corpus({ searchCost });
    const settings = { ...TWO_HOPS, ...(preview ? { preview } : {}) };
    const { graph } = world({ retriever, policy: rewrites, settings });
    const { decisions } = await graph.invoke(INPUT, thread("1"));
    expect(decisions.filter((each) => each.preview !== undefined)).toHaveLength(made);
  });

  test("is not made where the policy does not ask for it", async () => {
    const { graph } = world({ retriever: corpus(), policy: NEVER_STOPS });
    const { decisions } = await graph.invoke(INPUT, thread("1"));
    expect(decisions.some((each) => each.preview !== undefined)).toBe(false);
  });

  test("a look that fails is no look: the run goes on and the operation is ranked without", async () => {
    const good = corpus();
    const retriever = corpus({
      respond: ({ query, k }) => {
        if (query !== QUESTION) throw new Error("index is busy");
        return good.search(query, { k });
      },
    });
    const policy = looking(preferring("retrieve_more"));
    const { graph } = world({ retriever, policy, settings: TWO_HOPS });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.stopReason).toBe("budget_retrievals");
    const [, second] = output.decisions;
    expect(second?.valid).toContain("rewrite_query");
    expect(second?.preview?.map(({ operation }) => operation)).toEqual(["retrieve_more"]);
  });

  test("after a crash between router and operation the search is made again, the decision stands", async () => {
    const saver = new MemorySaver();
    const parts = { policy: rewrites, settings: TWO_HOPS };
    const before = world({ ...parts, retriever: corpus() }, saver);
    await before.graph.invoke(INPUT, { ...thread("1"), interruptBefore: ["rewrite_query"] });
    const paused = (await before.graph.getState(thread("1"))).values as EvidenceState;
    expect(paused.decisions.at(-1)?.operation).toBe("rewrite_query");
    // A new process: the same saver, another graph, so an empty cache.
    const retriever = corpus();
    const after = world({ ...parts, retriever }, saver);
    const output = await after.graph.invoke(null, thread("1"));
    expect(retriever.searches.map(({ query }) => query)).toEqual([
      paused.decisions.at(-1)?.preview?.find((each) => each.operation === "rewrite_query")?.query,
    ]);
    expect(output.decisions[1]).toEqual(paused.decisions[1]);
    const smooth = await world({ ...parts, retriever: corpus() }).graph.invoke(INPUT, thread("2"));
    expect(output.evidence).toEqual(smooth.evidence);
  });

  test("an abort during a look ends the run", async () => {
    const good = corpus();
    const caller = new AbortController();
    const retriever = corpus({
      respond: ({ query, k }) => {
        if (query === QUESTION) return good.search(query, { k });
        caller.abort();
        return new Promise(() => undefined);
      },
    });
    const { graph } = world({ retriever, policy: rewrites });
    const run = graph.invoke(INPUT, { ...thread("1"), signal: caller.signal });
    await expect(run).rejects.toThrow(/abort/iu);
  });
});
