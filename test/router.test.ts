import { expect, test } from "vitest";
import type { Policy, PolicyChoice, ScoredPreview } from "../src/policy/policy.js";
import { decide } from "../src/router.js";
import type { ActionName, Decision } from "../src/state/evidence.js";
import type { EvidenceState } from "../src/state/evidence-state.js";
import { resolveSettings } from "../src/state/settings.js";
import { validActions } from "../src/validity/valid-actions.js";
import { VELM } from "./fixtures/bridge-world.js";
import { featuresOf } from "./fixtures/candidates.js";
import { deepFreeze } from "./fixtures/deep-freeze.js";
import { afterFirstHop, withGap } from "./fixtures/states.js";

const view = { settings: resolveSettings(), language: "english" as const, now: 0 };

function policyThat(rank: Policy["rank"]): Policy {
  return { name: "test", rank };
}

function decideBy(state: EvidenceState, choice: PolicyChoice): Decision {
  const policy = policyThat(() => choice);
  return decide(state, { ...validActions(state, view), policy, view });
}

test.each(["gap_query", "compress_answer_evidence", "no_such_thing", "__proto__"])(
  "a choice outside A(s) stops: %s",
  async (name) => {
    const operation = name as ActionName;
    const choice = { operation, variant: "v", args: { passages: 2 }, reason: "because" };
    const decision = decideBy(await afterFirstHop(), choice);
    expect(decision.operation).toBe("stop_answer");
    expect(decision).not.toHaveProperty("variant");
    expect(decision).not.toHaveProperty("args");
    expect(decision.reason).toContain("not possible");
  },
);

test.each([
  ["a promise", Promise.resolve({ operation: "stop_answer", reason: "" })],
  ["nothing", undefined],
  ["a name", "stop_answer"],
])(
  "a policy that gives %s instead of a choice is refused, not taken for a stop",
  async (_l, choice) => {
    const policy = policyThat(() => choice as unknown as PolicyChoice);
    const state = await afterFirstHop();
    const decided = (): Decision => decide(state, { ...validActions(state, view), policy, view });
    expect(decided).toThrow(expect.objectContaining({ code: "INVALID_POLICY" }));
  },
);

test("each valid operation is a candidate, with its value and its cost", async () => {
  const state = await afterFirstHop();
  const values = new Map<ActionName, number>([
    ["retrieve_more", 0.25],
    ["rewrite_query", Number.NaN],
    ["bridge_entity_expand", Number.POSITIVE_INFINITY],
    ["gap_query", 9],
  ]);
  const decision = decideBy(state, { operation: "retrieve_more", values, reason: "best" });
  expect(decision.candidates.map(({ operation }) => operation)).toEqual(decision.valid);
  const byName = new Map(decision.candidates.map((each) => [each.operation, each]));
  expect(byName.get("retrieve_more")?.value).toBe(0.25);
  expect(byName.get("rewrite_query")?.value).toBeNull();
  expect(byName.get("bridge_entity_expand")?.value).toBeNull();
  expect(byName.get("stop_answer")).toEqual({ operation: "stop_answer", value: null, cost: 0 });
  // An acquisition costs a tenth and its passages; a check its prompt and no retrieval.
  expect(byName.get("retrieve_more")?.cost).toBeGreaterThan(0.1);
  expect(byName.get("sufficiency_check")?.cost).toBeGreaterThan(0);
  expect(byName.has("gap_query")).toBe(false);
});

test("a decision is plain JSON, whatever the policy put into it", async () => {
  const strange: PolicyChoice[] = [
    { operation: "retrieve_more", args: { passages: Number.NaN }, reason: "" },
    { operation: "retrieve_more", args: { passages: -1 }, reason: "" },
    { operation: "retrieve_more", args: { passages: 1.5, query: "river" }, reason: "" },
    { operation: "retrieve_more", args: {}, values: new Map([["retrieve_more", NaN]]), reason: "" },
  ];
  for (const choice of strange) {
    const decision = decideBy(await afterFirstHop(), choice);
    expect(JSON.parse(JSON.stringify(decision))).toStrictEqual(decision);
    expect(decision.operation).toBe("retrieve_more");
    expect(decision.args ?? {}).not.toHaveProperty("passages");
    expect(decision.args?.query).toBe(choice.args?.query);
  }
});

test("variant and args of a valid choice are kept; the step counts on", async () => {
  const args = { passages: 2, query: "river of the Iron Bridge" };
  const choice = { operation: "gap_query", variant: "sub-question", args, reason: "r" } as const;
  expect(decideBy(await withGap(), choice)).toMatchObject({ ...choice, step: 3, policy: "test" });
});

test("where only stopping is left the policy is not asked, and the cap is named", async () => {
  const state = await afterFirstHop();
  const asked = policyThat(() => {
    throw new Error("The policy was asked.");
  });
  const capped = { ...view, settings: { ...view.settings, maxSteps: 1 } };
  const decision = decide(state, { ...validActions(state, capped), policy: asked, view: capped });
  expect(decision).toMatchObject({ operation: "stop_answer", limit: "budget_steps" });
});

test("what a policy throws is thrown on: no decision is made up", async () => {
  const state = await afterFirstHop();
  const broken = policyThat(() => {
    throw new Error("forest is gone");
  });
  expect(() => decide(state, { ...validActions(state, view), policy: broken, view })).toThrow(
    "forest is gone",
  );
});

test("the state is not written to, and the same state gives the same decision", async () => {
  const state = deepFreeze(await withGap());
  const choice = { operation: "gap_query", reason: "r" } as const;
  expect(decideBy(state, choice)).toEqual(decideBy(state, choice));
});

test("named passages are kept where the operation's own preview holds the first of them", async () => {
  const state = await afterFirstHop();
  const features = featuresOf(VELM);
  const list = (operation: ActionName, ...ids: string[]): ScoredPreview => ({
    operation,
    query: `query of ${operation}`,
    hits: ids.map((id, at) => ({ id, rank: at + 1, scoreRatio: null, features })),
  });
  const preview = [list("retrieve_more", "a", "b"), list("rewrite_query", "b", "c")];
  const named = (operation: ActionName, passageIds: string[]): string[] | undefined => {
    const policy = policyThat(() => ({ operation, args: { passageIds }, reason: "" }));
    const decision = decide(state, { ...validActions(state, view), policy, view, preview });
    expect(decision.preview?.[0]?.hits[0]).toEqual({ id: "a", rank: 1, scoreRatio: null });
    return decision.args?.passageIds;
  };
  expect(named("rewrite_query", ["x", "c", "a", "c", "b"])).toEqual(["c", "a", "b"]);
  expect(named("retrieve_more", ["c", "a"])).toBeUndefined();
  expect(named("retrieve_more", ["x", "__proto__"])).toBeUndefined();
  expect(named("sufficiency_check", ["a"])).toBeUndefined();
});
