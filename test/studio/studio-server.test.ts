import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { OPERATIONS, SETTINGS, USER_ENTRIES } from "./studio-expectations.js";
import { BRIDGE, ids, OTHER_QUESTION, StudioClient } from "./studio-client.js";
import { canStartStudio, startStudioServer } from "./studio-server.js";
import type { StudioServer } from "./studio-server.js";

if (!canStartStudio) console.warn("Skipped: @langchain/langgraph-cli is not installed.");

describe.skipIf(!canStartStudio)("the development server behind LangGraph Studio", () => {
  let server: StudioServer;
  let studio: StudioClient;
  beforeAll(async () => {
    server = await startStudioServer(USER_ENTRIES);
    studio = new StudioClient(server.url);
  }, 60_000);
  afterAll(() => server?.stop());

  it("offers an assistant for each graph", async () => {
    const assistants = await studio.sdk.assistants.search();
    const names = assistants.map((assistant) => assistant.graph_id).sort();
    expect(names).toEqual(["baseline", "dynakrag", "offline", "user.mjs", "user.ts"]);
  });

  it.each(["dynakrag", "offline", "baseline", "user.mjs", "user.ts"])(
    "ST-1: %s shows what goes in and what comes out",
    async (graph) => {
      const { input_schema: input, output_schema: output } =
        await studio.sdk.assistants.getSchemas(graph);
      expect(input?.required).toEqual(["question"]);
      expect(Object.keys(input?.properties ?? {})).toEqual(["question", "filter"]);
      expect(Object.keys(output?.properties ?? {}).sort()).toEqual(
        "answer answerable citations decisions errorCode evidence missing stopReason usage".split(
          " ",
        ),
      );
    },
  );

  it("describes an output as it really is", async () => {
    const { output_schema: schema } = await studio.sdk.assistants.getSchemas("offline");
    const state = await studio.run(null, "offline");
    const shown = Object.keys(schema?.properties ?? {});
    const output = Object.fromEntries(Object.entries(state).filter(([key]) => shown.includes(key)));
    const stated = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    expect(stated.safeParse(output).error).toBeUndefined();
    expect(stated.safeParse({ ...output, stopReason: "bored" }).success).toBe(false);
  });

  it("ST-2: shows every setting with type, default and bounds", async () => {
    for (const graph of ["dynakrag", "offline", "baseline"]) {
      const schemas = await studio.sdk.assistants.getSchemas(graph);
      for (const schema of [schemas.config_schema, schemas.context_schema]) {
        expect(Object.keys(schema?.properties ?? {}).sort()).toEqual(Object.keys(SETTINGS).sort());
        expect(schema?.properties).toMatchObject(SETTINGS);
        expect(schema?.required ?? []).toEqual([]);
      }
    }
  });

  it("draws the operations as nodes", async () => {
    const { nodes, edges } = await studio.sdk.assistants.getGraph("dynakrag");
    const names = nodes.map((node) => String(node.id));
    expect(names).toEqual(expect.arrayContaining([...OPERATIONS, "router", "generate_answer"]));
    const chosen = edges.filter((edge) => edge.source === "router").map((edge) => edge.target);
    const ranked = OPERATIONS.filter((name) => name !== "compress_answer_evidence");
    expect(chosen.sort()).toEqual(ranked.sort());
  });

  it("streams operations and decisions, and keeps the state", async () => {
    const thread = await studio.newThread();
    const { nodes, decisions, errors } = await studio.stream(thread, "dynakrag", {});
    expect(errors).toEqual([]);
    expect(nodes.filter((name) => OPERATIONS.includes(name))).toEqual(
      decisions.map((decision) => decision.operation),
    );
    expect(nodes.at(-1)).toBe("generate_answer");
    const state = await studio.state(thread);
    expect(state.answer).toContain(BRIDGE.answer);
    expect(ids(state)).toEqual(expect.arrayContaining(BRIDGE.support));
    expect(state.decisions).toEqual(decisions);
    expect(decisions.at(-1)?.operation).toBe("stop_answer");
  });

  it("keeps a history in which the evidence grows, and a second question starts clean", async () => {
    const thread = await studio.newThread();
    const first = await studio.run(thread, "offline");
    const history = await studio.history(thread);
    const grown = history.map((checkpoint) => checkpoint.values.evidence.map(({ id }) => id));
    grown.forEach((known) => expect(known).toEqual(ids(first).slice(0, known.length)));
    const sizes = grown.map((known) => known.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBeGreaterThan(2);
    expect(sizes[0]).toBe(0);
    expect(sizes.at(-1)).toBe(first.evidence.length);

    const fresh = await studio.run(null, "offline", { input: { question: OTHER_QUESTION } });
    await studio.run(thread, "offline", { input: { question: OTHER_QUESTION } });
    const second = await studio.state(thread);
    expect(ids(second)).toEqual(ids(fresh));
    expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
    expect(second.decisions).toEqual(fresh.decisions);
    expect(second.usage).toEqual(fresh.usage);
  });

  it("forks from an earlier checkpoint, as it was and edited", async () => {
    const thread = await studio.newThread();
    const first = await studio.run(thread, "offline");
    const history = await studio.history(thread);
    const early = history.find(
      ({ next, values }) => next[0] === "router" && ids(values).length > 0,
    );
    const { checkpoint_id: earlyId } = early?.checkpoint ?? {};
    if (early === undefined || !earlyId) throw new Error("There is no checkpoint to fork from.");
    const again = await studio.run(thread, "offline", { input: null, checkpointId: earlyId });
    expect(ids(again)).toEqual(ids(first));
    expect(again.answer).toBe(first.answer);

    const told = {
      id: "told",
      pageContent: "Emmerik Stolne, the designer of the Gannet Bridge, was born in Quillhaven.",
      metadata: { title: "Emmerik Stolne" },
    };
    await studio.sdk.threads.updateState(thread, {
      values: { evidence: [told], evidenceVersion: early.values.evidenceVersion + 1 },
      checkpointId: earlyId,
      asNode: "retrieve_more",
    });
    const edited = await studio.sdk.threads.getState<typeof first>(thread);
    expect(ids(edited.values)).toEqual([...ids(early.values), "told"]);
    const checkpointId = String(edited.checkpoint.checkpoint_id);
    const forked = await studio.run(thread, "offline", { input: null, checkpointId });
    expect(ids(forked).slice(0, ids(edited.values).length)).toEqual(ids(edited.values));
    expect(forked.answer).toContain("Quillhaven");
    // The first branch is still there, whole.
    const end = String(history.at(-1)?.checkpoint.checkpoint_id);
    const old = await studio.sdk.threads.getState<typeof first>(thread, end);
    expect(ids(old.values)).toEqual(ids(first));
  });

  it.each([
    ["context", { context: { maxSteps: 2 } }],
    ["configurable", { config: { configurable: { maxSteps: 2 } } }],
    [
      "context before configurable",
      { context: { maxSteps: 2 }, config: { configurable: { maxSteps: 1 } } },
    ],
  ])("ST-2: two steps by %s, the default of ten without", async (_way, options) => {
    const limited = await studio.run(null, "dynakrag", options);
    expect(limited.usage?.steps).toBe(2);
    expect(limited.stopReason).toBe("budget_steps");
    const free = await studio.run(null, "dynakrag");
    expect(free.usage?.steps).toBeGreaterThan(2);
    expect(free.stopReason).toBe("policy");
  });

  it.each([
    ["context -1", "maxSteps", { context: { maxSteps: -1 } }],
    ['context "3"', "maxSteps", { context: { maxSteps: "3" } }],
    ["configurable -1", "maxSteps", { config: { configurable: { maxSteps: -1 } } }],
    ['configurable "3"', "maxSteps", { config: { configurable: { maxSteps: "3" } } }],
    ["a misspelt setting", "maxSteps", { context: { maxStep: 1 } }],
    ["a setting in another style", "deadlineMs", { context: { deadline_ms: 5000 } }],
    ["a filter that is none", "filter", { context: { filter: "tenant" } }],
    ["a policy that is none", "policy", { context: { policy: "best" } }],
    ["a blank question", "question", { input: { question: "  " } }],
    ["no question", "question", { input: {} }],
    ["a question that is a number", "question", { input: { question: 7 } }],
  ])("ST-2: %s gives one clear error and no decision", async (_case, name, options) => {
    const thread = await studio.newThread();
    const { nodes, errors } = await studio.stream(thread, "dynakrag", options);
    expect(nodes).toEqual([]);
    expect(errors).toEqual([{ error: "DynaKragError", message: expect.stringContaining(name) }]);
    const state: Partial<Awaited<ReturnType<typeof studio.state>>> | null =
      await studio.state(thread);
    expect(state?.decisions ?? []).toEqual([]);
    expect(state?.ledger ?? []).toEqual([]);
  });

  it("takes another policy by the settings, and the filter of the input", async () => {
    const fixed = await studio.run(null, "dynakrag", { context: { policy: "fixed-k:k=6" } });
    expect(fixed.evidence).toHaveLength(6);
    expect(new Set(fixed.decisions.map(({ policy }) => policy))).toEqual(new Set(["fixed-k:k=6"]));
    const baseline = await studio.run(null, "baseline");
    expect(baseline.decisions[0]?.policy).toMatch(/^fixed-k/);
    const filter = { title: "Gannet Bridge" };
    const input = { question: BRIDGE.question, filter };
    const filtered = await studio.run(null, "dynakrag", { input });
    expect(filtered.evidence.map(({ metadata }) => metadata["title"])).toEqual(["Gannet Bridge"]);
    const bySetting = await studio.run(null, "dynakrag", { context: { filter } });
    expect(ids(bySetting)).toEqual(ids(filtered));
  });

  it("ST-2: an assistant keeps settings of its own, which a run may override", async () => {
    const context = { maxSteps: 1 };
    const { assistant_id: id } = await studio.sdk.assistants.create({
      graphId: "offline",
      context,
    });
    const short = await studio.run(null, id);
    expect([short.usage?.steps, short.stopReason]).toEqual([1, "budget_steps"]);
    const longer = await studio.run(null, id, { context: { maxSteps: 2 } });
    expect([longer.usage?.steps, longer.stopReason]).toEqual([2, "budget_steps"]);
  });

  it("CK-10: a graph compiled with a saver of its own is kept by the server's saver", async () => {
    const thread = await studio.newThread();
    const input = { question: "Which river does the Iron Bridge span?" };
    const { answer } = await studio.run(thread, "user.ts", { input });
    expect(answer).toContain("Orrel");
    const state = await studio.state(thread);
    expect([state.answer, ids(state)]).toEqual([answer, ["1"]]);
    // A stateless run takes the saver away from the graph; the thread must not notice.
    await studio.run(null, "user.ts", { input });
    const later = await studio.state(thread);
    expect(ids(later)).toEqual(["1"]);
  });
});
