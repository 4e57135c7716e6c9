import { expect, test } from "vitest";
import type { Policy } from "../../src/policy/policy.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
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
