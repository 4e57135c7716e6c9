import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { createDynaKrag } from "../../src/graph/create-dynakrag.js";
import type { DynaKragOptions } from "../../src/graph/engine-options.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, NEVER_STOPS, thread, world } from "./graph-world.js";

/** Runs what has to be refused, and gives back what it left behind. */
async function refused(input: unknown, config: object) {
  const saver = new MemorySaver();
  const generator = neverContent();
  const { graph, retriever } = world({ generator }, saver);
  const error: unknown = await graph
    .invoke(input as typeof INPUT, {
      ...config,
      configurable: {
        ...thread("1").configurable,
        ...(config as { configurable?: object }).configurable,
      },
    })
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  return { error, saver, generator, retriever };
}

function assertNothingDone({
  saver,
  generator,
  retriever,
}: Awaited<ReturnType<typeof refused>>): void {
  expect(generator.calls).toEqual([]);
  expect(retriever.searches).toEqual([]);
  // Nothing is written to the thread either.
  expect(Object.keys(saver.storage)).toEqual([]);
  expect(Object.keys(saver.writes)).toEqual([]);
}

describe("a question that is none", () => {
  test.each([
    ["nothing", {}],
    ["blank", { question: " \n" }],
    ["a number", { question: 7 }],
    ["null", { question: null }],
    ["a list", { question: ["a"] }],
    ["a book", { question: "why ".repeat(2000) }],
  ])("%s: one INVALID_QUESTION, no call", async (_label, input) => {
    const run = await refused(input, {});
    expect(run.error).toMatchObject({ name: "DynaKragError", code: "INVALID_QUESTION" });
    expect(String(run.error)).not.toContain("why why");
    assertNothingDone(run);
  });
});

describe("ST-2: settings", () => {
  const BAD = [
    { maxSteps: -1 },
    { maxSteps: "3" },
    { maxSteps: 11 },
    { maxRetrievals: 0 },
    { costWeight: Number.NaN },
    { preview: "sometimes" },
    { compression: null },
  ];
  test.each(BAD.flatMap((bad) => [{ context: bad }, { configurable: bad }]))(
    "%j: one INVALID_SETTINGS that names it, no call",
    async (config) => {
      const run = await refused(INPUT, config);
      const [name = ""] = Object.keys(Object.values(config)[0] ?? {});
      expect(run.error).toMatchObject({
        name: "DynaKragError",
        code: "INVALID_SETTINGS",
        details: { setting: name },
      });
      assertNothingDone(run);
    },
  );

  test.each([{ context: { maxStep: 2 } }, { configurable: { max_steps: 2 } }])(
    "%j: one INVALID_SETTINGS that names the setting meant, no call",
    async (config) => {
      const run = await refused(INPUT, config);
      expect(run.error).toMatchObject({
        name: "DynaKragError",
        code: "INVALID_SETTINGS",
        remedy: expect.stringContaining("Write maxSteps."),
        details: { setting: "maxSteps" },
      });
      assertNothingDone(run);
    },
  );

  test.each([{ context: { policy: "nonsense" } }, { configurable: { policy: "rule:gaps=9" } }])(
    "%j: INVALID_POLICY, no call",
    async (config) => {
      const run = await refused(INPUT, config);
      expect(run.error).toMatchObject({ name: "DynaKragError", code: "INVALID_POLICY" });
      assertNothingDone(run);
    },
  );

  test("absent: the default; by either way: in force", async () => {
    const steps = async (config: { context?: object; configurable?: object }) => {
      const { graph } = world({ policy: NEVER_STOPS });
      const configurable = { ...thread("1").configurable, ...config.configurable };
      const { context } = config;
      const options = { configurable, ...(context ? { context } : {}) };
      return (await graph.invoke(INPUT, options)).usage.steps;
    };
    expect(await steps({})).toBeGreaterThan(2);
    expect(await steps({ context: { maxSteps: 2 } })).toBe(2);
    expect(await steps({ configurable: { maxSteps: 2 } })).toBe(2);
    expect(await steps({ configurable: { maxSteps: 3 }, context: { maxSteps: 2 } })).toBe(2);
  });

  test("a host's own context and configurable entries are left alone", async () => {
    const { graph } = world();
    const config = { configurable: { ...thread("1").configurable, user_id: "u" } };
    const context = { tenant: "x" } as object;
    const output = await graph.invoke(INPUT, { ...config, context });
    expect(output.evidence.length).toBeGreaterThan(0);
  });
});

test.each([
  [{ question: "a\0b" }, "INVALID_QUESTION"],
  [{ question: "a\ud800b" }, "INVALID_QUESTION"],
  [{ question: "Who?", filter: { tenant: "a\0b" } }, "INVALID_INPUT"],
  [{ question: "Who?", filter: { ["a\0"]: "b" } }, "INVALID_INPUT"],
])("CK-5: a NUL in what LangGraph itself writes is refused: %j", async (input, code) => {
  const run = await refused(input, {});
  expect(run.error).toMatchObject({ name: "DynaKragError", code });
  assertNothingDone(run);
});

const OWN_CIRCLE: Record<string, unknown> = {};
OWN_CIRCLE["self"] = OWN_CIRCLE;

describe("RT-5: a filter that would not restrict, or not after a checkpoint, is refused", () => {
  test.each([
    ["a text", "a"],
    ["a number", 7],
    ["a list", ["a"]],
    ["a predicate, which no checkpoint holds", () => true],
    ["a field without a value", { tenant: undefined }],
    ["a date", { since: new Date(0) }],
    ["NaN", { since: Number.NaN }],
    ["a BigInt", { since: 1n }],
    ["a circle", OWN_CIRCLE],
  ])("with the question: %s", async (_label, filter) => {
    const run = await refused({ ...INPUT, filter }, {});
    expect(run.error).toMatchObject({ name: "DynaKragError", code: "INVALID_INPUT" });
    assertNothingDone(run);
  });

  const NO_FILTERS = ["a", 7, true, ["a"]];
  test.each(
    NO_FILTERS.flatMap((filter) => [{ context: { filter } }, { configurable: { filter } }]),
  )("at run time: %j", async (config) => {
    const run = await refused(INPUT, config);
    expect(run.error).toMatchObject({ name: "DynaKragError", code: "INVALID_INPUT" });
    assertNothingDone(run);
  });
});

test("what a graph is made of is checked when it is made", () => {
  const retriever = inMemoryRetriever(BRIDGE_WORLD);
  const make = (options: object) => () =>
    createDynaKrag({ retriever, ...options } as DynaKragOptions);
  expect(make({ settings: { maxSteps: 99 } })).toThrow(
    expect.objectContaining({ code: "INVALID_SETTINGS" }),
  );
  expect(make({ settings: { maxStep: 3 } })).toThrow(
    expect.objectContaining({ code: "INVALID_SETTINGS" }),
  );
  expect(make({ policy: "nonsense" })).toThrow(expect.objectContaining({ code: "INVALID_POLICY" }));
  expect(make({ settings: { policy: "nonsense" } })).toThrow(
    expect.objectContaining({ code: "INVALID_POLICY" }),
  );
  expect(make({ policy: {} })).toThrow(expect.objectContaining({ code: "INVALID_POLICY" }));
  const chatModel = { invoke: async () => "text" };
  for (const given of [
    { retriever: {} },
    { llm: "gpt-4o-mini" },
    { generator: chatModel },
    { ranker: { compressDocuments: async () => [] } },
  ]) {
    expect(make(given)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  }
  expect(make({ llm: chatModel })).not.toThrow();
});
