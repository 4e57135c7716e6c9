import { describe, expect, test } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import type { Policy } from "../../src/policy/policy.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import { INPUT, neverContent, thread, world } from "./graph-world.js";

/** retrieve, rewrite as the variant says, then rewrite as the operation itself would. */
function rewritingAs(variant: string): Policy {
  return {
    name: "rewriting",
    rank: ({ state: { history }, valid }) => {
      if (history.length === 0)
        return { operation: "retrieve_more", args: { passages: 1 }, reason: "" };
      const operation = valid.includes("rewrite_query") ? "rewrite_query" : "stop_answer";
      return { operation, reason: "", ...(history.length === 1 ? { variant } : {}) };
    },
  };
}

test("a variant that failed is recorded as itself, and the planned one stays possible", async () => {
  const { rewrite: _none, ...script } = neverContent();
  const generator = {
    ...script,
    rewrite: () => Promise.reject(new Error("connection lost")),
  };
  const retriever = inMemoryRetriever(BRIDGE_WORLD);
  const { graph } = world({ generator, retriever, policy: rewritingAs("model") });
  await graph.invoke(INPUT, thread("1"));
  const { history } = (await graph.getState(thread("1"))).values as EvidenceState;
  expect(history[1]).toMatchObject({
    operation: "rewrite_query",
    variant: "model",
    outcome: "failed",
  });
  expect(history[1]).not.toHaveProperty("query");
  expect(history[2]).toMatchObject({ operation: "rewrite_query", variant: "residual" });
});

describe("errorCode of the output", () => {
  test("a store that throws at every search: no evidence, and why", async () => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD, {
      respond: () => {
        throw new DynaKragError({
          code: "RETRIEVER_FAILED",
          message: "Down.",
          remedy: "Start it.",
        });
      },
    });
    const { graph } = world({ retriever });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ stopReason: "no_evidence", errorCode: "RETRIEVER_FAILED" });
  });

  test("an error of another kind is told by a code of ours, without its text", async () => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD, {
      respond: () => Promise.reject(new Error("secret host is down")),
    });
    const { graph } = world({ retriever });
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ stopReason: "no_evidence", errorCode: "OPERATION_FAILED" });
    expect(JSON.stringify(output)).not.toContain("secret");
  });

  test("is of the last failure, and absent where there was none or nothing to search for", async () => {
    const { graph } = world({ generator: neverContent(), policy: repeating() });
    const output = await graph.invoke(INPUT, thread("1"));
    const { history } = (await graph.getState(thread("1"))).values as EvidenceState;
    expect(history.map(({ errorCode }) => errorCode)).toContain("REPEATED_QUERY");
    expect(output.errorCode).toBeUndefined();

    const judge = () => Promise.reject(new Error("down"));
    const second = world({ generator: { ...neverContent(), judge } });
    expect(await second.graph.invoke(INPUT, thread("2"))).toMatchObject({
      stopReason: "policy",
      errorCode: "OPERATION_FAILED",
    });
  });

  test("a second question on the thread starts without one", async () => {
    let down = true;
    const retriever = inMemoryRetriever([], {
      respond: () => (down ? Promise.reject(new Error("down")) : rankedHits(BRIDGE_WORLD)),
    });
    const { graph } = world({ retriever });
    expect((await graph.invoke(INPUT, thread("1"))).errorCode).toBe("OPERATION_FAILED");
    down = false;
    expect((await graph.invoke(INPUT, thread("1"))).errorCode).toBeUndefined();
  });
});

/** Searches, then asks for the same query again. */
function repeating(): Policy {
  return {
    name: "repeating",
    rank: ({ state: { history }, valid }) => {
      if (history.length === 0) return { operation: "retrieve_more", reason: "" };
      const operation =
        history.length === 1 && valid.includes("rewrite_query") ? "rewrite_query" : "stop_answer";
      return { operation, args: { query: INPUT.question }, reason: "" };
    },
  };
}
