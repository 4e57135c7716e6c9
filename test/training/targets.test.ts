import { describe, expect, test } from "vitest";
import type { ActionName } from "../../src/state/evidence.js";
import type { CollectedState } from "../../src/training/collected-state.js";
import { bestReachable, continuationTargets, valueTargets } from "../../src/training/targets.js";
import type { TargetSettings } from "../../src/training/targets.js";

type Done = readonly [recall: number, child?: string, cost?: number];

function state(
  id: string,
  recall: number,
  operations: Partial<Record<ActionName, Done>>,
  parts: Partial<CollectedState> = {},
): CollectedState {
  const done = Object.entries(operations).map(([name, [after, child = null, cost = 0]]) => [
    name,
    { features: [], recall: after, cost, child },
  ]);
  return {
    question: "q",
    dataset: "d",
    id,
    parent: null,
    operation: null,
    checked: id.endsWith("+"),
    verdict: "judge",
    recall,
    passages: 3,
    retrievalsLeft: 4 - id.replaceAll("+", "").split(".").filter(Boolean).length,
    stepsLeft: 10,
    tokens: 0,
    features: [],
    operations: Object.fromEntries(done),
    ...parts,
  };
}

/**
 * After the first search half is there. Looking further brings nothing, a bridge a quarter, the gap
 * that a check opens all of the rest; below the bridge a rewrite brings all too.
 */
const TREE = new Map(
  [
    state("", 0, { retrieve_more: [0.5, "m", 0.4] }),
    state("m", 0.5, {
      retrieve_more: [0.5],
      bridge_entity_expand: [0.75, "m.b", 0.4],
      sufficiency_check: [0.5, "m+", 0.6],
    }),
    state("m+", 0.5, {
      retrieve_more: [0.5],
      bridge_entity_expand: [0.75, "m.b", 0.4],
      gap_query: [1],
    }),
    state("m.b", 0.75, { rewrite_query: [1], retrieve_more: [0.75] }),
  ].map((one) => [one.id, one] as const),
);

function target(id: string, operation: ActionName, settings: Partial<TargetSettings> = {}) {
  const all = { kind: "gain", discount: 0.8, costWeight: 0, ...settings } as const;
  return valueTargets(TREE, all).find((row) => row.state.id === id && row.operation === operation)
    ?.target;
}

describe("valueTargets, worked by hand", () => {
  test("gain is what one step brings", () => {
    expect(target("", "retrieve_more")).toBe(0.5);
    expect(target("m", "retrieve_more")).toBe(0);
    expect(target("m", "bridge_entity_expand")).toBe(0.25);
    expect(target("m+", "gap_query")).toBe(0.5);
  });

  test("a check is worth what it opens, one step later", () => {
    // .8 × .5 after it, .25 without it.
    expect(target("m", "sufficiency_check")).toBeCloseTo(0.8 * 0.5 - 0.25);
    expect(target("m", "sufficiency_check", { discount: 0.5 })).toBeCloseTo(0);
  });

  test("an advantage is over the mean of the other acquisitions, the check left out", () => {
    expect(target("m+", "gap_query", { kind: "advantage" })).toBeCloseTo(0.5 - 0.125);
    expect(target("m+", "retrieve_more", { kind: "advantage" })).toBeCloseTo(0 - 0.375);
    expect(target("m", "bridge_entity_expand", { kind: "advantage" })).toBe(0.25);
    expect(target("", "retrieve_more", { kind: "advantage" })).toBe(0.5);
  });

  test("a return counts what can follow, discounted", () => {
    const kind = "return";
    expect(target("m.b", "rewrite_query", { kind })).toBeCloseTo(0.25);
    expect(target("m", "bridge_entity_expand", { kind })).toBeCloseTo(0.25 + 0.8 * 0.25);
    expect(target("m", "sufficiency_check", { kind })).toBeCloseTo(0.8 * 0.5);
    // The best of .45 (bridge) and .4 (check) follows.
    expect(target("", "retrieve_more", { kind })).toBeCloseTo(0.5 + 0.8 * 0.45);
    const costly = { kind, costWeight: 0.1 } as const;
    expect(target("m", "sufficiency_check", costly)).toBeCloseTo(-0.06 + 0.8 * 0.5);
  });

  test("the paper's check is worth 1 where nothing is missing", () => {
    expect(target("m", "sufficiency_check", { kind: "paper" })).toBe(0);
    const complete = new Map([["m", state("m", 1, { sufficiency_check: [1], gap_query: [1] })]]);
    const rows = valueTargets(complete, { kind: "paper", discount: 1, costWeight: 0 });
    expect(rows.map((row) => row.target)).toEqual([1, 0]);
  });

  test("where nothing is missing only the check is left, worth the budget that it saves", () => {
    const complete = (verdictOpens: boolean) =>
      new Map(
        [
          state("m", 1, { retrieve_more: [1], sufficiency_check: [1, "m+"] }),
          state("m+", 1, verdictOpens ? { gap_query: [1] } : { retrieve_more: [1] }),
        ].map((one) => [one.id, one] as const),
      );
    const settings = { kind: "gain", discount: 1, costWeight: 0 } as const;
    const rows = (opens: boolean) =>
      valueTargets(complete(opens), settings).map((row) => [row.operation, row.target]);
    // Three of four acquisitions are saved where the judge says "sufficient".
    expect(rows(false)).toEqual([["sufficiency_check", 0.75]]);
    expect(rows(true)).toEqual([["sufficiency_check", 0]]);
  });
});

test("going on is worth the best that can be reached, less what is there", () => {
  expect(bestReachable(TREE, TREE.get("m") as CollectedState)).toBe(1);
  const byId = new Map(continuationTargets(TREE).map((row) => [row.state.id, row.target]));
  expect(Object.fromEntries(byId)).toEqual({ "": 1, m: 0.5, "m+": 0.5, "m.b": 0.25 });
});
