import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { DynaKragOutput } from "../../src/state/evidence-state.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import type { Passage } from "../../src/state/evidence.js";
import { BRIDGE_WORLD, passage } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, NEVER_STOPS, preferring, thread, world } from "./graph-world.js";

const OTHER = { question: "Which market sells wool?" };

/** A corpus with one page for each of n subjects, and the questions about them. */
function subjects(count: number): { pages: Passage[]; questions: string[] } {
  const names = Array.from({ length: count }, (_, n) => `Subject${n}x`);
  return {
    pages: names.map((name) => passage(name, name, `${name} comes from ${name}ville.`)),
    questions: names.map((name) => `Where was ${name} born?`),
  };
}

describe("SUB-9: a second question on a thread", () => {
  test("starts clean: the same output as on a thread of its own", async () => {
    const { graph } = world({ policy: NEVER_STOPS });
    await graph.invoke(INPUT, thread("used"));
    const second = await graph.invoke(OTHER, thread("used"));
    const fresh = await world({ policy: NEVER_STOPS }).graph.invoke(OTHER, thread("new"));
    expect(second).toEqual(fresh);
    expect(second.decisions[0]?.step).toBe(1);
  });

  test("the first question's filter does not outlive it", async () => {
    const { graph, retriever } = world({ policy: preferring("retrieve_more") });
    await graph.invoke({ ...INPUT, filter: { title: "Velm" } }, thread("1"));
    expect(retriever.searches.every(({ filter }) => filter !== undefined)).toBe(true);
    const before = retriever.searches.length;
    await graph.invoke(OTHER, thread("1"));
    expect(retriever.searches.length).toBeGreaterThan(before);
    for (const { filter } of retriever.searches.slice(before)) expect(filter).toBeUndefined();
  });

  test("neither does an answer's missing nor a gap", async () => {
    const answers = [
      { answer: "no", answerable: false, missing: "The river.", citedIds: [] },
      { answer: "Corle Market", answerable: true, citedIds: ["corle"] },
    ];
    const generator = neverContent({ answer: answers });
    const { graph } = world({ policy: NEVER_STOPS, generator });
    expect((await graph.invoke(INPUT, thread("1"))).missing).toBe("The river.");
    const second = await graph.invoke(OTHER, thread("1"));
    expect(second.missing).toBeUndefined();
    expect(second.citations.map(({ passageId }) => passageId)).toEqual(["corle"]);
  });
});

test("SUB-10: twenty questions at once over one graph do not mix", async () => {
  const { pages, questions } = subjects(20);
  let turn = 0;
  const retriever = inMemoryRetriever(pages);
  const search = retriever.search.bind(retriever);
  const slow: typeof retriever = {
    ...retriever,
    search: async (query, options) => {
      await new Promise((resolve) => setTimeout(resolve, (turn++ * 7) % 11));
      return search(query, options);
    },
  };
  const generator = neverContent({
    answer: ({ question, evidence }) => ({
      answer: question,
      answerable: true,
      citedIds: evidence.map(({ id }) => id),
    }),
  });
  const { graph } = world({ retriever: slow, generator });
  const outputs = await Promise.all(
    questions.map((question, n) => graph.invoke({ question }, thread(`user ${n}`))),
  );
  const alone = await world({ retriever: inMemoryRetriever(pages), generator }).graph.invoke(
    { question: questions[0] ?? "" },
    thread("alone"),
  );
  outputs.forEach((output, n) => {
    expect(output.answer).toBe(questions[n]);
    expect(output.evidence.map(({ id }) => id)).toEqual([`Subject${n}x`]);
    expect(output.usage).toEqual(alone.usage);
  });
});

describe("in a graph of the host's", () => {
  const Host = Annotation.Root({
    question: Annotation<string>,
    answer: Annotation<string>,
    evidence: Annotation<Passage[]>,
    answers: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
  });

  test("is a node that shares question and answer, with the host's saver", async () => {
    const { built, retriever } = world({ policy: NEVER_STOPS });
    const host = new StateGraph(Host)
      .addNode("rag", built.compile())
      .addEdge(START, "rag")
      .addEdge("rag", END)
      .compile({ checkpointer: new MemorySaver() });
    const output = await host.invoke(INPUT, thread("1"));
    expect(output.answer).toMatch(/^from ada/);
    expect(new Set(output.evidence.map(({ id }) => id)).size).toBe(output.evidence.length);
    const before = retriever.searches.length;
    const second = await host.invoke({ question: OTHER.question }, thread("1"));
    expect(retriever.searches[before]?.query).toBe(OTHER.question);
    expect(second.answer).toMatch(/^from corle/);
  });

  test("SUB-2: two branches at once do not collide on the question they share", async () => {
    const { built } = world();
    const rag = built.compile();
    const keep = async ({ question }: typeof Host.State) => {
      const { answer } = (await rag.invoke({ question })) as DynaKragOutput;
      return { answers: [answer] };
    };
    const Shared = Annotation.Root({ question: Annotation<string> });
    const fanOut = new StateGraph(Shared)
      .addNode("ragA", built.compile())
      .addNode("ragB", built.compile())
      .addEdge(START, "ragA")
      .addEdge(START, "ragB")
      .compile({ checkpointer: new MemorySaver() });
    expect(await fanOut.invoke(INPUT, thread("1"))).toEqual(INPUT);
    const wrapped = new StateGraph(Host)
      .addNode("ragA", keep)
      .addNode("ragB", keep)
      .addEdge(START, "ragA")
      .addEdge(START, "ragB")
      .compile({ checkpointer: new MemorySaver() });
    const { answers } = await wrapped.invoke(INPUT, thread("1"));
    expect(answers).toHaveLength(2);
    expect(answers[0]).toBe(answers[1]);
  });

  test("SUB-3: three calls inside one node, two turns: six answers of their own", async () => {
    const { pages, questions } = subjects(3);
    const { built } = world({ retriever: inMemoryRetriever(pages) });
    const rag = built.compile();
    const host = new StateGraph(Host)
      .addNode("three", async () => {
        const outputs = await Promise.all(questions.map((question) => rag.invoke({ question })));
        return { answers: outputs.map(({ answer }) => answer) };
      })
      .addEdge(START, "three")
      .compile({ checkpointer: new MemorySaver() });
    const expected = [0, 1, 2].map((n) => `from Subject${n}x`);
    expect((await host.invoke(INPUT, thread("1"))).answers).toEqual(expected);
    expect((await host.invoke(INPUT, thread("1"))).answers).toEqual([...expected, ...expected]);
  });

  test("SUB-5: the largest run is the same with a bound limit and as a node without one", async () => {
    const settings = { maxRetrievals: 10, maxPassages: 50, compression: "always" as const };
    const { built } = world({
      retriever: inMemoryRetriever(BRIDGE_WORLD),
      policy: NEVER_STOPS,
      settings,
    });
    const bound = built.compile().withConfig({ recursionLimit: 100 });
    const alone = (await bound.invoke(INPUT)) as DynaKragOutput;
    const host = new StateGraph(Host)
      .addNode("rag", bound)
      .addEdge(START, "rag")
      .compile({ checkpointer: new MemorySaver() });
    const inside = await host.invoke(INPUT, thread("1"));
    expect(inside.answer).toBe(alone.answer);
    expect(inside.evidence).toEqual(alone.evidence);
  });
});
