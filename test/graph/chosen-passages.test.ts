import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { Policy, PolicyInput, ScoredPreview } from "../../src/policy/policy.js";
import { PASSAGE_FEATURES } from "../../src/retrieval/passage-feature-table.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import { ADA, BRIDGE_WORLD, fillers, IRON_BRIDGE } from "../fixtures/bridge-world.js";
import { INPUT, preferring, thread, world } from "./graph-world.js";

const pages = [...BRIDGE_WORLD, ...fillers(20)];
const corpus = () => inMemoryRetriever(pages);

/** Every query but the question has a list of its own. */
const differing = () =>
  inMemoryRetriever(pages, {
    respond: ({ query, k }) =>
      rankedHits(query === INPUT.question ? pages : fillers(15, `${query} `)).slice(0, k),
  });
const settings = { maxRetrievals: 2, passagesPerRetrieval: 2 };

/** Retrieves first; then takes what the test says of what was previewed. */
function choosing(ids: (preview: readonly ScoredPreview[]) => string[]): Policy {
  return {
    name: "choosing",
    wantsPreview: true,
    rank: (input: PolicyInput) => {
      const { preview, valid } = input;
      const passageIds = ids(preview);
      const own = preview.find(({ hits }) => hits.some(({ id }) => id === passageIds[0]));
      const operation = own?.operation ?? valid[0] ?? "stop_answer";
      return { operation, args: { passageIds }, reason: "The test wants it." };
    },
  };
}

/** The worst hit of each list, the last list first. */
const worstOfEach = (preview: readonly ScoredPreview[]): string[] => [
  ...new Set(preview.toReversed().flatMap(({ hits }) => hits.slice(-1).map(({ id }) => id))),
];

describe("passages chosen from any previewed list", () => {
  test("are appended in the order given, without a further search, and the history says whence", async () => {
    const retriever = differing();
    const policy = choosing(worstOfEach);
    const { graph } = world({ retriever, policy, settings });
    const output = await graph.invoke(INPUT, thread("1"));
    const { history } = (await graph.getState(thread("1"))).values as EvidenceState;
    const [, decision] = output.decisions;
    const ids = decision?.args?.passageIds ?? [];
    expect(ids.length).toBeGreaterThan(1);
    expect(output.evidence.slice(2).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    // One search for the first operation, one for each list that was previewed.
    const lists = decision?.preview ?? [];
    expect(retriever.searches).toHaveLength(1 + lists.length);
    expect(output.usage.searches).toBe(1 + lists.length);
    const own = lists.find(({ operation }) => operation === decision?.operation);
    expect(own?.hits.map(({ id }) => id)).toContain(ids[0]);
    expect(history[1]?.query).toBe(own?.query);
    const elsewhere = lists.filter(
      ({ query, hits }) => query !== own?.query && hits.some(({ id }) => id === ids[1]),
    );
    expect(elsewhere.map(({ query }) => query)).toContain(history[1]?.otherQueries?.[0]);
  });

  test("are looked for again after a crash between router and operation", async () => {
    const saver = new MemorySaver();
    const policy = choosing(worstOfEach);
    const parts = { policy, settings };
    const smooth = await world({ ...parts, retriever: differing() }).graph.invoke(
      INPUT,
      thread("2"),
    );
    const before = world({ ...parts, retriever: differing() }, saver);
    const chosen = smooth.decisions[1]?.operation ?? "stop_answer";
    // The first operation is retrieve_more as well, so the pause may come before it.
    await before.graph.invoke(INPUT, { ...thread("1"), interruptBefore: [chosen] });
    let paused = (await before.graph.getState(thread("1"))).values as EvidenceState;
    while (paused.decisions.length < 2) {
      await before.graph.invoke(null, { ...thread("1"), interruptBefore: [chosen] });
      paused = (await before.graph.getState(thread("1"))).values as EvidenceState;
    }
    const retriever = differing();
    const after = world({ ...parts, retriever }, saver);
    const output = await after.graph.invoke(null, thread("1"));
    expect(output.evidence).toEqual(smooth.evidence);
    expect(retriever.searches.length).toBeGreaterThan(0);
  });

  test.each([
    ["unknown ids", () => ["nobody", "__proto__"]],
    ["no ids", () => []],
  ])("%s are no choice: the operation takes its own best", async (_label, ids) => {
    const run = async (policy: Policy) =>
      (await world({ retriever: corpus(), policy, settings }).graph.invoke(INPUT, thread("1")))
        .evidence;
    expect(await run(choosing(ids))).toEqual(await run(preferring("retrieve_more")));
  });
});

describe("what a policy sees of a preview", () => {
  test("features of at most ten hits a list, which the checkpoint does not keep", async () => {
    const seen: ScoredPreview[] = [];
    const policy: Policy = {
      ...preferring("retrieve_more"),
      wantsPreview: true,
      rank: ({ valid, preview }) => {
        seen.push(...preview);
        return { operation: valid[0] ?? "stop_answer", reason: "" };
      },
    };
    const { graph } = world({ retriever: corpus(), policy, settings });
    const { decisions } = await graph.invoke(INPUT, thread("1"));
    const names = PASSAGE_FEATURES.map(({ name }) => name);
    const hits = seen.flatMap((list) => list.hits);
    expect(hits.length).toBeGreaterThan(10);
    for (const { features } of hits) expect(Object.keys(features)).toEqual(names);
    expect(Math.max(...seen.map((list) => list.hits.length))).toBe(10);
    // With Ada's page found, the bridge that it names is linked from the newest evidence.
    expect(decisions[0]?.operation).toBe("retrieve_more");
    const bridge = hits.find(({ id }) => id === IRON_BRIDGE.id);
    if (bridge) expect(bridge.features.linkedFrom).toBe(1);
    expect(hits.some(({ id }) => id === ADA.id)).toBe(false);
    expect(JSON.stringify(decisions)).not.toContain("linkedFrom");
  });

  test("a predicate beside a filter of the input: each previewed search is made once", async () => {
    const run = async (filtered: boolean) => {
      const retriever = inMemoryRetriever(
        pages.map((page) => ({ ...page, metadata: { ...page.metadata, tenant: "a" } })),
      );
      const policy: Policy = {
        ...preferring("rewrite_query", "retrieve_more"),
        wantsPreview: true,
      };
      const { graph } = world({ retriever, policy, settings });
      const filter = (): boolean => true;
      const given = filtered ? { ...INPUT, filter: { tenant: "a" } } : INPUT;
      const output = await graph.invoke(given, {
        ...thread("1"),
        ...(filtered ? { context: { filter } } : {}),
      });
      return { searches: retriever.searches.length, counted: output.usage.searches };
    };
    expect(await run(true)).toEqual(await run(false));
  });
});
