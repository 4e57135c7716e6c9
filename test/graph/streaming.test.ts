import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { OperationEvent } from "../../src/graph/action-node.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { scriptedChat } from "../generator/scripted-chat.js";
import { INPUT, neverContent, NEVER_STOPS, preferring, thread, world } from "./graph-world.js";

const Host = Annotation.Root({ question: Annotation<string>, answer: Annotation<string> });

async function eventsOf(subgraphs: boolean): Promise<OperationEvent[]> {
  const { built } = world({ policy: NEVER_STOPS });
  const host = new StateGraph(Host)
    .addNode("rag", built.compile())
    .addEdge(START, "rag")
    .compile({ checkpointer: new MemorySaver() });
  const stream = await host.stream(INPUT, {
    ...thread("1"),
    streamMode: ["updates", "custom"],
    subgraphs,
  });
  const events: OperationEvent[] = [];
  for await (const chunk of stream) {
    const [mode, data] = (subgraphs ? chunk.slice(1) : chunk) as unknown as [string, unknown];
    if (mode === "custom") events.push(data as OperationEvent);
  }
  return events;
}

describe("SUB-7: a host that streams", () => {
  test("gets one event for each operation, the same with and without subgraphs", async () => {
    const inside = await eventsOf(true);
    const outside = await eventsOf(false);
    expect(outside).toEqual(inside);
    expect(inside.map(({ step }) => step)).toEqual(inside.map((_event, n) => n + 1));
    expect(inside[0]).toEqual({
      type: "dynakrag.operation",
      step: 1,
      operation: "retrieve_more",
      outcome: "added",
      query: INPUT.question,
      verdict: undefined,
      newPassages: 3,
      budgetLeft: { steps: 9, retrievals: 3 },
    });
    expect(inside[1]).toMatchObject({ operation: "sufficiency_check", verdict: "insufficient" });
    expect(inside.at(-1)?.budgetLeft.retrievals).toBe(0);
  });

  test("streams the tokens of the answer, and nothing of judges and rewriters", async () => {
    const { generator } = await scriptedChat(({ body }) =>
      "response_format" in body
        ? { content: '{"sufficient":false,"missing":"the river","query":"Velm"}' }
        : { content: "the Velm [1]" },
    );
    const { built } = world({
      generator,
      policy: preferring("retrieve_more", "sufficiency_check"),
    });
    const host = new StateGraph(Host)
      .addNode("rag", built.compile())
      .addEdge(START, "rag")
      .compile({ checkpointer: new MemorySaver() });
    const options = { ...thread("1"), streamMode: "messages" as const, subgraphs: true };
    const pieces: string[] = [];
    for await (const chunk of await host.stream(INPUT, options)) {
      const [, [message]] = chunk as unknown as [string[], [{ content: unknown }, unknown]];
      pieces.push(String(message.content));
    }
    expect(pieces.join("")).toBe("the Velm [1]");
  });

  test("and no page text in any of them", async () => {
    const text = JSON.stringify(await eventsOf(false));
    for (const { pageContent } of BRIDGE_WORLD) expect(text).not.toContain(pageContent);
  });

  test("the names of streamed nodes are the names of the operations", async () => {
    const { graph } = world({ policy: NEVER_STOPS });
    const names: string[] = [];
    const options = { ...thread("1"), streamMode: "updates" as const };
    for await (const chunk of await graph.stream(INPUT, options)) names.push(...Object.keys(chunk));
    const operations = (await eventsOf(false)).map(({ operation }) => operation);
    const known = ["begin_question", "router", "stop_answer", "generate_answer"];
    expect(names.filter((name) => !known.includes(name))).toEqual(operations);
  });
});

describe("SUB-8: a cancelled run", () => {
  const hang = <T>(signals: (AbortSignal | undefined)[], signal?: AbortSignal) => {
    signals.push(signal);
    return new Promise<T>(() => undefined);
  };

  test.each(["retriever", "generator"])("stops at a %s that does not answer", async (who) => {
    const signals: (AbortSignal | undefined)[] = [];
    const base = neverContent();
    const generator: typeof base = {
      ...base,
      judge: (input, options) =>
        who === "generator" ? hang(signals, options?.signal) : base.judge(input, options),
    };
    const plain = inMemoryRetriever(BRIDGE_WORLD);
    const retriever: typeof plain = {
      ...plain,
      search: (query, options) =>
        who === "retriever" && query !== INPUT.question
          ? hang(signals, options.signal)
          : plain.search(query, options),
    };
    const { graph } = world({ retriever, generator, policy: NEVER_STOPS });
    const caller = new AbortController();
    const run = graph.invoke(INPUT, { ...thread("1"), signal: caller.signal });
    await expect.poll(() => signals.length).toBe(1);
    caller.abort();
    await expect(run).rejects.toThrow(/abort/iu);
    expect(signals[0]?.aborted).toBe(true);
    const made = [plain.searches.length, base.calls.length];
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([plain.searches.length, base.calls.length]).toEqual(made);
    expect(signals).toHaveLength(1);
    // Nothing was recorded as a failed step: the run can be resumed where it was cancelled.
    const { next } = await graph.getState(thread("1"));
    expect(next).toEqual([who === "retriever" ? "gap_query" : "sufficiency_check"]);
  });
});
