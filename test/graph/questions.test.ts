import { describe, expect, test } from "vitest";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import { embeddedGenerator } from "../../src/generator/offline/embedded-generator.js";
import type { Passage } from "../../src/state/evidence.js";
import type { RetrievalFilter } from "../../src/retrieval/evidence-retriever.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import { ADA, BRIDGE_WORLD, fillers, IRON_BRIDGE, passage } from "../fixtures/bridge-world.js";
import {
  endless,
  INPUT,
  neverContent,
  NEVER_STOPS,
  preferring,
  thread,
  world,
} from "./graph-world.js";

describe("RT-4: nothing to be found", () => {
  const empty = inMemoryRetriever([]);
  const noList = inMemoryRetriever([], { respond: () => undefined });
  const broken = inMemoryRetriever([], {
    respond: () => {
      throw new Error("no route to the index");
    },
  });
  test.each([
    ["an empty index", empty, undefined],
    ["a filter that nothing passes", inMemoryRetriever(BRIDGE_WORLD), { tenant: "nobody" }],
    ["a retriever that returns undefined", noList, undefined],
    ["a retriever that throws", broken, undefined],
  ])("%s: no evidence, and no call to the generator", async (_label, retriever, filter) => {
    const generator = neverContent();
    const { graph } = world({ retriever, generator, policy: NEVER_STOPS });
    const output = await graph.invoke({ ...INPUT, filter }, thread("1"));
    expect(output).toMatchObject({
      answer: "",
      answerable: false,
      stopReason: "no_evidence",
      evidence: [],
      citations: [],
    });
    expect(generator.calls).toEqual([]);
    expect(output.usage.steps).toBeLessThanOrEqual(2);
  });

  test("closedBook opts into the model's memory", async () => {
    const generator = neverContent({
      answer: ({ closedBook }) => ({
        answer: `memory ${closedBook}`,
        answerable: true,
        citedIds: [],
      }),
    });
    const { graph } = world({ retriever: empty, generator, settings: { closedBook: true } });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ answer: "memory true", answerable: true });
    expect(output.stopReason).not.toBe("no_evidence");
  });
});

describe("RT-5: the filter reaches every retrieval", () => {
  const mine = [...BRIDGE_WORLD, ...fillers(5)].map((each): Passage => ({
    ...each,
    metadata: { ...each.metadata, tenant: "a" },
  }));
  const theirs = [...BRIDGE_WORLD, ...fillers(5)].map((each): Passage => ({
    ...each,
    id: `secret-${each.id}`,
    pageContent: `SECRET ${each.pageContent}`,
    metadata: { ...each.metadata, tenant: "b" },
  }));
  const operations = [
    "retrieve_more",
    "gap_query",
    "rewrite_query",
    "bridge_entity_expand",
  ] as const;
  const byPredicate: RetrievalFilter = ({ metadata }) => metadata["tenant"] === "a";

  test.each(
    operations.flatMap(
      (name) =>
        [
          [name, "object"],
          [name, "predicate"],
        ] as const,
    ),
  )("%s, as an %s", async (name, kind) => {
    const retriever = inMemoryRetriever([...theirs, ...mine]);
    const generator = neverContent();
    const policy = preferring(name, "sufficiency_check", "retrieve_more");
    const once = { ...policy, wantsPreview: true };
    const { graph } = world({ retriever, generator, policy: once });
    const object = { ...INPUT, filter: { tenant: "a" } };
    const output =
      kind === "object"
        ? await graph.invoke(object, thread("1"))
        : await graph.invoke(INPUT, { ...thread("1"), context: { filter: byPredicate } });
    const state = await graph.getState(thread("1"));
    expect(output.decisions.some(({ operation }) => operation === name)).toBe(true);
    expect(output.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify([state.values, output, generator.calls])).not.toMatch(/SECRET/iu);
    expect(retriever.searches.every(({ filter }) => filter !== undefined)).toBe(true);
  });

  test.each(["context", "configurable"])("handed over by %s", async (way) => {
    const retriever = inMemoryRetriever([...theirs, ...mine]);
    const { graph } = world({ retriever });
    const filter = { tenant: "a" };
    const { configurable } = thread("1");
    const config =
      way === "context"
        ? { configurable, context: { filter } }
        : { configurable: { ...configurable, filter } };
    const output = await graph.invoke(INPUT, config);
    expect(output.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(output)).not.toContain("SECRET");
  });

  test("a predicate of the host and an object of the question both hold", async () => {
    const retriever = inMemoryRetriever([...theirs, ...mine]);
    const { graph } = world({ retriever });
    const notAda: RetrievalFilter = ({ id }) => id !== "ada";
    const output = await graph.invoke(
      { ...INPUT, filter: { tenant: "a" } },
      { ...thread("1"), context: { filter: notAda } },
    );
    const ids = output.evidence.map(({ id }) => id);
    expect(ids).toContain("iron");
    expect(ids.some((id) => id === "ada" || id.startsWith("secret"))).toBe(false);
  });
});

test("HP-1: the same rewrite for ever is searched once, and the run ends inside the budget", async () => {
  const forms = ["The river, below", "the RIVER below", "the  river -- below?", "The river below."];
  let turn = 0;
  const again = () => forms[turn++ % forms.length] ?? "";
  const generator = neverContent({
    rewrite: again,
    gapQuery: again,
    judge: () => ({ verdict: "insufficient", gap: { text: "x", query: again(), slots: [] } }),
  });
  const retriever = inMemoryRetriever(BRIDGE_WORLD);
  const policy = preferring("sufficiency_check", "gap_query", "rewrite_query", "retrieve_more");
  const settings = { maxRetrievals: 10 };
  const { graph } = world({ retriever, generator, policy, settings });
  const output = await graph.invoke(INPUT, thread("1"));
  const folded = retriever.searches.map(({ query }) =>
    query.toLowerCase().replace(/\W+/gu, " ").trim(),
  );
  expect(folded.filter((query) => query === "the river below").length).toBe(1);
  expect(output.answer).not.toBe("");
  expect(output.usage.steps).toBeLessThanOrEqual(10);
});

test("HP-6: a comparison aims one retrieval at the side that was not found", async () => {
  const question = "Who was born first, Ada Orrin or Brun Tavel?";
  const allAda = Array.from({ length: 10 }, (_, n) =>
    passage(`ada${n}`, "Ada Orrin", `Ada Orrin was born first in 17${40 + n}, says source ${n}.`),
  );
  const brun = passage("brun", "Brun Tavel", "Brun Tavel came to the world in 1731.");
  const index = inMemoryRetriever([...allAda, brun]);
  const retriever: typeof index = {
    ...index,
    search: async (query, options) =>
      query === question ? rankedHits(allAda).slice(0, options.k) : index.search(query, options),
  };
  const { graph } = world({ retriever, policy: "rule:bridge=1,check=0,gaps=1" });
  const { evidence } = await graph.invoke({ question }, thread("1"));
  expect(evidence.map(({ id }) => id)).toContain("brun");
  expect(evidence.map(({ id }) => id)).toContain("ada0");
});

describe("HP-8: a question that the corpus does not answer", () => {
  const ships = ["frigate", "brig", "cutter"].map((kind) =>
    passage(kind, kind, `A ${kind} is a ship with sails.`),
  );

  test("about something else: not answerable", async () => {
    const retriever = await buildLexicalIndex(ships);
    const { graph } = world({ retriever, generator: embeddedGenerator() });
    const output = await graph.invoke({ question: "Does Mars have life?" }, thread("1"));
    expect(output).toMatchObject({ answerable: false, answer: "", stopReason: "no_evidence" });
  });

  test("with only the first hop: not answerable, and the missing fact is named", async () => {
    const retriever = await buildLexicalIndex([ADA, ...ships]);
    const { graph } = world({ retriever, generator: embeddedGenerator() });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.answerable).toBe(false);
    expect(output.missing).toMatch(/river|span/u);
    expect(output.usage.steps).toBeLessThanOrEqual(10);
  });

  test("the missing fact comes from the last verdict where the answer names none", async () => {
    const generator = neverContent({
      answer: () => ({ answer: "perhaps the Velm", answerable: false, citedIds: ["ada", "ada"] }),
    });
    const { graph } = world({ generator, policy: NEVER_STOPS });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.missing).toBe("The river is missing.");
    expect(output.answer).toBe("perhaps the Velm");
    expect(output.citations).toEqual([{ number: 1, passageId: "ada", title: "Ada Orrin" }]);
  });
});

test.each(["refusal", "content_filter", "generator_failed"] as const)(
  "stopReason %s, with the evidence that was found",
  async (failure) => {
    const generator = neverContent({
      answer: () => ({ answer: "", answerable: false, citedIds: [], failure }),
    });
    const { graph } = world({ generator });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ stopReason: failure, answerable: false, answer: "" });
    expect(output.evidence.map(({ id }) => id)).toContain(IRON_BRIDGE.id);
  },
);

test("LM-3: a generator that answers with nothing has failed, whatever it says", async () => {
  const generator = neverContent({
    answer: () => ({ answer: " ", answerable: true, citedIds: [] }),
  });
  const { graph } = world({ generator });
  const output = await graph.invoke(INPUT, thread("1"));
  expect(output).toMatchObject({ stopReason: "generator_failed", answerable: false });
});

test("unknown verdicts: the judge is asked twice at most", async () => {
  const generator = neverContent({ judge: () => ({ verdict: "unknown" }) });
  const settings = { maxRetrievals: 10, maxPassages: 50 };
  const { graph } = world({ retriever: endless(), generator, policy: NEVER_STOPS, settings });
  await graph.invoke(INPUT, thread("1"));
  expect(generator.calls.filter(({ task }) => task === "judge")).toHaveLength(2);
});
