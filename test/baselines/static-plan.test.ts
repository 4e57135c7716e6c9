import { describe, expect, test } from "vitest";
import { policyByName } from "../../src/baselines/index.js";
import type { ActionName, Verdict } from "../../src/state/evidence.js";
import { gap, record, withGap } from "../fixtures/states.js";
import { next, trajectory } from "../fixtures/trajectory.js";

const R = "retrieve_more";
const C = "sufficiency_check";
const G = "gap_query";
const W = "rewrite_query";
const B = "bridge_entity_expand";
const S = "stop_answer";

describe("static-plan", () => {
  test.each([
    ["more", "check=1", ["sufficient"], [R, C, S]],
    ["more-more-more", "check=0", [], [R, R, R, S]],
    ["more-gap-more", "check=1", ["insufficient", "sufficient"], [R, C, G, C, S]],
    ["more-rewrite", "check=1", ["insufficient", "insufficient"], [R, C, W, C, S]],
    // Without a gate the rewrite stands for the gap, as in the rule.
    ["more-gap-more", "check=0", [], [R, W, R, S]],
    // A verdict that could not be read has no gap either.
    ["more-gap", "check=1", ["unknown", "insufficient"], [R, C, W, C, S]],
    // The fillers hold no name: after the one of the question no bridge is left, and it is skipped.
    ["more-bridge-bridge-more", "check=0", [], [R, B, R, S]],
  ] as [string, string, Verdict[], ActionName[]][])(
    "%s,%s with %s",
    async (plan, check, verdicts, expected) => {
      const { operations } = await trajectory(`static-plan:plan=${plan},${check}`, verdicts);
      expect(operations).toEqual(expected);
    },
  );

  test("goes on behind what was done, skipped steps included", async () => {
    const state = await withGap();
    const after = (operation: ActionName) => ({
      ...state,
      gap: gap(),
      history: [...state.history, record({ step: 3, operation, evidenceVersion: 1 })],
    });
    const plan = "static-plan:plan=more-gap-bridge-more,check=0";
    expect(next(plan, state).operation).toBe(G);
    expect(next(plan, after(G)).operation).toBe(B);
    // The rewrite stood for the gap.
    expect(next(plan, after(W)).operation).toBe(B);
    // The gap was skipped, so it does not come after the bridge.
    expect(next(plan, after(B)).operation).toBe(R);
    expect(next("static-plan:plan=more-bridge-gap,check=0", after(G)).operation).toBe(S);
  });

  test("there are 85 orders of up to four acquisitions that begin with more, each a policy", () => {
    const steps = ["more", "gap", "bridge", "rewrite"];
    const longer = (plans: string[]) =>
      plans.flatMap((plan) => steps.map((step) => `${plan}-${step}`));
    const two = longer(["more"]);
    const three = longer(two);
    const plans = ["more", ...two, ...three, ...longer(three)];
    const names = new Set(plans.map((plan) => policyByName(`static-plan:plan=${plan}`).name));
    expect(names.size).toBe(85);
  });
});
