import { describe, expect, test } from "vitest";
import { gapQueryAction } from "../../src/actions/gap-query.js";
import { rewriteQueryAction } from "../../src/actions/rewrite-query.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { actionContext, step } from "../fixtures/action-context.js";
import { ADA, BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { afterFirstHop, gap, record, withGap } from "../fixtures/states.js";

const view = actionContext();
const possible = (state: EvidenceState): boolean => gapQueryAction.isPossible(state, view);

describe("gap_query", () => {
  test("attempt 1 searches the recorded query without a model call", async () => {
    const retriever = inMemoryRetriever([ADA]);
    const state = await step(gapQueryAction, await withGap(), { retriever });
    expect(retriever.searches.map(({ query }) => query)).toEqual(["river below the Iron Bridge"]);
    expect(state.gap?.attempts).toBe(1);
    expect(state.history.at(-1)).toMatchObject({ variant: "recorded", gapStep: 2 });
    expect(state.ledger.at(-1)).toMatchObject({ modelCalls: 0, searches: 1, retrievals: 1 });
  });

  test("attempt 2 searches what the generator writes; then the gap is exhausted", async () => {
    const generator = scriptedGenerator({
      gapQuery: [
        ({ gap: asked, queries }) => `${asked?.slots.length} ${queries.length} course of the Velm`,
      ],
    });
    const retriever = inMemoryRetriever(BRIDGE_WORLD);
    const parts = { retriever, generator };
    let state = await step(gapQueryAction, await withGap({ slots: ["river"] }), parts);
    expect(possible(state)).toBe(true);
    state = await step(gapQueryAction, state, parts);
    expect(retriever.searches.at(-1)?.query).toBe("1 2 course of the Velm");
    expect(state.gap?.attempts).toBe(2);
    expect(state.ledger.at(-1)).toMatchObject({ modelCalls: 1, inputTokens: 100 });
    expect(possible(state)).toBe(false);
    generator.assertDone();
  });

  test("a recorded query that was searched before goes straight to the generator, once", async () => {
    const before = await withGap();
    const state = { ...before, queries: [...before.queries, "RIVER below the iron bridge!"] };
    expect(gapQueryAction.plan?.(state, view)).toEqual({ variant: "model" });
    const generator = scriptedGenerator({ gapQuery: ["course of the Velm"] });
    const after = await step(gapQueryAction, state, { generator });
    expect(possible(after)).toBe(false);
  });

  test("a new gap opens it again", async () => {
    const state = await withGap({ attempts: 2 });
    expect(possible(state)).toBe(false);
    expect(possible({ ...state, gap: gap({ step: 5, query: "source of the Velm" }) })).toBe(true);
  });

  test("no gap, no query", async () => {
    expect(possible(await afterFirstHop())).toBe(false);
  });

  test("an attempt that throws is an attempt", async () => {
    const state = await withGap();
    const left = gapQueryAction.afterFailure?.(state, view);
    expect(left?.update.gap).toMatchObject({ attempts: 1, step: 2 });
    const second = await withGap({ attempts: 1 });
    expect(gapQueryAction.afterFailure?.(second, view).update.gap?.attempts).toBe(2);
  });
});

describe("rewrite_query", () => {
  test("residual first, without a model call", async () => {
    const retriever = inMemoryRetriever([ADA]);
    const state = await step(rewriteQueryAction, await afterFirstHop(), { retriever });
    expect(retriever.searches.map(({ query }) => query)).toEqual(["river span Iron Bridge"]);
    expect(state.history.at(-1)).toMatchObject({ variant: "residual", outcome: "nothing_new" });
  });

  test("then the generator's, once for this evidence", async () => {
    const generator = scriptedGenerator({ rewrite: ["what spans the Velm"] });
    const retriever = inMemoryRetriever([ADA]);
    const parts = { retriever, generator };
    let state = await step(rewriteQueryAction, await afterFirstHop(), parts);
    expect(rewriteQueryAction.plan?.(state, view)).toEqual({ variant: "model" });
    state = await step(rewriteQueryAction, state, parts);
    expect(state.history.at(-1)).toMatchObject({ variant: "model", outcome: "nothing_new" });
    expect(rewriteQueryAction.isPossible(state, view)).toBe(false);
    generator.assertDone();
  });

  test("new evidence opens it again", async () => {
    const state = await afterFirstHop();
    const spent = (variant: string) =>
      record({
        step: 2,
        operation: "rewrite_query",
        variant,
        outcome: "failed",
        evidenceVersion: 1,
      });
    const history = [...state.history, spent("residual"), { ...spent("model"), step: 3 }];
    expect(rewriteQueryAction.isPossible({ ...state, history }, view)).toBe(false);
    const later = { ...state, history, evidenceVersion: 2 };
    expect(rewriteQueryAction.isPossible(later, view)).toBe(true);
  });

  test("a new gap opens it again too", async () => {
    const state = await withGap();
    const spent = record({
      step: 3,
      operation: "rewrite_query",
      outcome: "failed",
      evidenceVersion: 1,
      gapStep: 2,
    });
    const history = [
      ...state.history,
      { ...spent, variant: "residual" },
      { ...spent, step: 4, variant: "model" },
    ];
    expect(rewriteQueryAction.isPossible({ ...state, history }, view)).toBe(false);
    expect(rewriteQueryAction.isPossible({ ...state, history, gap: gap({ step: 5 }) }, view)).toBe(
      true,
    );
  });

  test("another variant of the policy's asks the generator at once", async () => {
    const generator = scriptedGenerator({ rewrite: ["the Velm flows where"] });
    const retriever = inMemoryRetriever(BRIDGE_WORLD);
    const decision = { variant: "reasoning-sentence" };
    const parts = { generator, retriever, decision };
    const state = await step(rewriteQueryAction, await afterFirstHop(), parts);
    expect(retriever.searches[0]?.query).toBe("the Velm flows where");
    expect(state.history.at(-1)?.variant).toBe("reasoning-sentence");
  });
});
