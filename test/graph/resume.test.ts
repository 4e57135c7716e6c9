import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { DynaKragOutput, EvidenceState } from "../../src/state/evidence-state.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import type { AnswerValue } from "../../src/generator/generator.js";
import type { Policy } from "../../src/policy/policy.js";
import { ADA, BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, NEVER_STOPS, thread, world } from "./graph-world.js";

const Host = Annotation.Root({ question: Annotation<string>, answer: Annotation<string> });

/** A generator whose first answer throws, as where a process dies at the answer. */
function failsOnce() {
  const good = (): AnswerValue => ({ answer: "the Velm", answerable: true, citedIds: ["ada"] });
  return neverContent({ answer: [new Error("connection lost"), good, good] });
}

/** A run that nothing disturbs, to compare with. */
async function undisturbed(): Promise<DynaKragOutput> {
  const good = (): AnswerValue => ({ answer: "the Velm", answerable: true, citedIds: ["ada"] });
  const { graph } = world({ policy: NEVER_STOPS, generator: neverContent({ answer: good }) });
  return graph.invoke(INPUT, thread("undisturbed"));
}

describe("CK-7: the answer step throws once", () => {
  test("(a) resumed: no search is repeated, the result as if nothing had happened", async () => {
    const { graph, retriever } = world({ policy: NEVER_STOPS, generator: failsOnce() });
    await expect(graph.invoke(INPUT, thread("1"))).rejects.toThrow("connection lost");
    const searched = retriever.searches.length;
    const output = await graph.invoke(null, thread("1"));
    expect(retriever.searches.length).toBe(searched);
    expect(output).toEqual(await undisturbed());
  });

  test("(b) the same input again: a clean start, nothing doubled", async () => {
    const { graph } = world({ policy: NEVER_STOPS, generator: failsOnce() });
    await expect(graph.invoke(INPUT, thread("1"))).rejects.toThrow("connection lost");
    expect(await graph.invoke(INPUT, thread("1"))).toEqual(await undisturbed());
  });

  test("as a node of a host graph", async () => {
    const { built, retriever } = world({ policy: NEVER_STOPS, generator: failsOnce() });
    const host = new StateGraph(Host)
      .addNode("rag", built.compile())
      .addEdge(START, "rag")
      .compile({ checkpointer: new MemorySaver() });
    await expect(host.invoke(INPUT, thread("1"))).rejects.toThrow("connection lost");
    const searched = retriever.searches.length;
    expect((await host.invoke(null, thread("1"))).answer).toBe("the Velm");
    expect(retriever.searches.length).toBe(searched);
  });
});

test("CK-7: resumed long after its deadline, the answer still gets its share of the time", async () => {
  const good: AnswerValue = { answer: "the Velm", answerable: true, citedIds: ["ada"] };
  const answer = [new Error("connection lost"), good];
  const generator = neverContent({ answer }, { delayMs: 20 });
  const { graph } = world({ policy: NEVER_STOPS, generator, settings: { deadlineMs: 8000 } });
  await expect(graph.invoke(INPUT, thread("1"))).rejects.toThrow("connection lost");
  const { values } = await graph.getState(thread("1"));
  const startedAt = (values as EvidenceState).startedAt - 24 * 3600 * 1000;
  await graph.updateState(thread("1"), { startedAt }, "stop_answer");
  expect(await graph.invoke(null, thread("1"))).toMatchObject({
    answer: "the Velm",
    answerable: true,
  });
});

test("CK-1: stopped after the first retrieval, resumed by another process", async () => {
  const saver = new MemorySaver();
  const parts = { policy: NEVER_STOPS };
  const first = world(parts, saver);
  await first.graph.invoke(INPUT, { ...thread("1"), interruptAfter: ["retrieve_more"] });
  const paused = await first.graph.getState(thread("1"));
  expect((paused.values as EvidenceState).evidence[0]).toEqual(ADA);
  // What another process has is the saver's bytes and a graph of its own.
  const second = world(parts, saver);
  const output = await second.graph.invoke(null, thread("1"));
  expect(output).toEqual(await world(parts).graph.invoke(INPUT, thread("alone")));
});

describe("SUB-6: paused before the answer", () => {
  const options = { ...thread("1"), interruptBefore: ["generate_answer" as const] };

  test("resumed with null: nothing is searched or judged again", async () => {
    const { graph, retriever } = world({ policy: NEVER_STOPS });
    await graph.invoke(INPUT, options);
    const searched = retriever.searches.length;
    const { values, next } = await graph.getState(thread("1"));
    expect(next).toEqual(["generate_answer"]);
    expect((values as EvidenceState).evidence.length).toBeGreaterThan(0);
    const output = await graph.invoke(null, thread("1"));
    expect(output.answer).toMatch(/^from ada/);
    expect(retriever.searches.length).toBe(searched);
  });

  test("resumed at an explicit checkpoint, as Studio does it", async () => {
    const generator = neverContent();
    const { graph, retriever } = world({ policy: NEVER_STOPS, generator });
    await graph.invoke(INPUT, options);
    const searched = retriever.searches.length;
    const { config } = await graph.getState(thread("1"));
    expect(config.configurable?.["checkpoint_id"]).toBeTypeOf("string");
    const output = await graph.invoke(null, config);
    expect(output.evidence.length).toBeGreaterThan(0);
    expect(retriever.searches.length).toBe(searched);
    expect(generator.calls.filter(({ task }) => task === "answer")).toHaveLength(1);
  });

  test("mounted in a host graph: the evidence is visible while paused", async () => {
    const generator = neverContent();
    const { built, retriever } = world({ policy: NEVER_STOPS, generator });
    const host = new StateGraph(Host)
      .addNode("rag", built.compile({ interruptBefore: ["generate_answer"] }))
      .addEdge(START, "rag")
      .compile({ checkpointer: new MemorySaver() });
    await host.invoke(INPUT, thread("1"));
    const searched = retriever.searches.length;
    const paused = await host.getState(thread("1"), { subgraphs: true });
    const inner = paused.tasks[0]?.state as { values: EvidenceState } | undefined;
    expect(inner?.values.evidence[0]).toEqual(ADA);
    expect((await host.invoke(null, thread("1"))).answer).toMatch(/^from ada/);
    expect(retriever.searches.length).toBe(searched);
    expect(generator.calls.filter(({ task }) => task === "answer")).toHaveLength(1);
  });
});

describe("CK-9: the policy throws once", () => {
  test.each([1, 3])("at decision %i: the choice is made again on resume", async (broken) => {
    let asked = 0;
    const policy: Policy = {
      name: "throws once",
      rank: (input) => {
        asked += 1;
        if (asked === broken) throw new Error("forest is gone");
        return NEVER_STOPS.rank(input);
      },
    };
    const { graph, retriever } = world({ policy });
    await expect(graph.invoke(INPUT, thread("1"))).rejects.toThrow("forest is gone");
    const searched = retriever.searches.length;
    const output = await graph.invoke(null, thread("1"));
    const smooth = await world({ policy: NEVER_STOPS }).graph.invoke(INPUT, thread("2"));
    expect(output.answer).toBe(smooth.answer);
    expect(output.usage).toEqual(smooth.usage);
    expect(retriever.searches[searched - 1]).not.toEqual(retriever.searches[searched]);
  });
});

test("SUB-6: called from inside a node function, a resumed host repeats its own node only", async () => {
  const { built, retriever } = world({ policy: NEVER_STOPS });
  const rag = built.compile();
  const host = new StateGraph(Host)
    .addNode("ask", async ({ question }) => ({ answer: (await rag.invoke({ question })).answer }))
    .addNode("polish", ({ answer }) => ({ answer: `${answer}!` }))
    .addEdge(START, "ask")
    .addEdge("ask", "polish")
    .compile({ checkpointer: new MemorySaver(), interruptBefore: ["polish"] });
  await host.invoke(INPUT, thread("1"));
  const searched = retriever.searches.length;
  expect((await host.invoke(null, thread("1"))).answer).toMatch(/^from ada.*!$/);
  expect(retriever.searches.length).toBe(searched);
});

test("a failing search is a failed step, and the loop goes on", async () => {
  let calls = 0;
  const good = inMemoryRetriever(BRIDGE_WORLD);
  const retriever = inMemoryRetriever(BRIDGE_WORLD, {
    respond: ({ query, k }) => {
      calls += 1;
      if (calls === 2) throw new Error("timeout of the index");
      return good.search(query, { k });
    },
  });
  const { graph } = world({ retriever, policy: NEVER_STOPS });
  await graph.invoke(INPUT, thread("1"));
  const { history, gap } = (await graph.getState(thread("1"))).values as EvidenceState;
  const failed = history.filter(({ outcome }) => outcome === "failed");
  expect(failed[0]).toMatchObject({ operation: "gap_query", errorCode: "OPERATION_FAILED" });
  expect(JSON.stringify(failed)).not.toContain("timeout of the index");
  expect(history.length).toBeGreaterThan(failed.length + 2);
  expect(gap?.attempts).toBeLessThanOrEqual(2);
});

test("a query that was paid for is counted although its search fails", async () => {
  const good = inMemoryRetriever(BRIDGE_WORLD);
  const retriever = inMemoryRetriever(BRIDGE_WORLD, {
    respond: ({ query, k }) => {
      if (query === "written by the model") throw new Error("the index is down");
      return good.search(query, { k });
    },
  });
  const generator = neverContent({ rewrite: () => "written by the model" });
  const policy: Policy = {
    name: "rewrites once",
    rank: ({ state }) => {
      if (state.history.length === 0) return { operation: "retrieve_more", reason: "first" };
      if (state.history.length > 1) return { operation: "stop_answer", reason: "enough" };
      return { operation: "rewrite_query", variant: "model", reason: "then" };
    },
  };
  const { graph } = world({ retriever, generator, policy, settings: { compression: "never" } });
  const { usage } = await graph.invoke(INPUT, thread("1"));
  // The scripted generator charges 100 + 10 a call: the rewrite and the answer.
  expect(usage).toMatchObject({ modelCalls: 2, inputTokens: 200, outputTokens: 20 });
});
