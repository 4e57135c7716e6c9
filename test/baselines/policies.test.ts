import { describe, expect, test } from "vitest";
import { policyByName, POLICY_NAMES } from "../../src/baselines/index.js";
import type { ActionName, Verdict } from "../../src/state/evidence.js";
import { fillers } from "../fixtures/bridge-world.js";
import { withGap } from "../fixtures/states.js";
import { next, trajectory } from "../fixtures/trajectory.js";

describe("rule family", () => {
  const R = "retrieve_more";
  const C = "sufficiency_check";
  const G = "gap_query";
  const W = "rewrite_query";
  const S = "stop_answer";

  test.each([
    ["rule", ["sufficient"], [R, C, S]],
    ["rule", ["insufficient", "sufficient"], [R, C, G, C, S]],
    ["rule:gaps=1", ["insufficient", "sufficient"], [R, C, G, C, S]],
    ["rule:gaps=0", ["insufficient"], [R, C, S]],
    ["rule:check=0", [], [R, W, W, S]],
    ["rule:gaps=0,check=0", [], [R, S]],
    ["rule:gaps=3,check=0", [], [R, W, W, W, S]],
  ] as [string, Verdict[], ActionName[]][])("%s with %s", async (policy, verdicts, expected) => {
    expect((await trajectory(policy, verdicts)).operations).toEqual(expected);
  });

  test("unknown reads as insufficient without a gap, also where an older gap stands", async () => {
    const { operations } = await trajectory("rule:gaps=1", ["unknown", "sufficient"]);
    expect(operations).toEqual([R, C, W, C, S]);
    const gapped = await withGap();
    const verdict = { verdict: "unknown" as const, evidenceVersion: 1, step: 3 };
    expect(next("rule", { ...gapped, verdict }).operation).toBe(W);
    expect(next("rule", gapped).operation).toBe(G);
  });

  test("bridge=1 expands a bridge entity first, where there is one", async () => {
    expect(next("rule:bridge=1", await withGap()).operation).toBe("bridge_entity_expand");
    expect(next("rule:bridge=0", await withGap()).operation).toBe(G);
  });

  test("judge: ignore leaves out the check", async () => {
    const { operations } = await trajectory("rule", [], { judge: "ignore" });
    expect(operations).toEqual([R, W, W, S]);
  });
});

describe("fixed-k", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("k = %i reads exactly k", async (k) => {
    const { operations, end } = await trajectory(`fixed-k:k=${k}`, []);
    expect(end.evidence).toHaveLength(k);
    expect(end.evidence.map(({ id }) => id)).toEqual(fillers(k).map(({ id }) => id));
    expect(operations).toHaveLength(Math.ceil(k / 3) + 1);
  });
});

describe("uniform", () => {
  test("draws each valid operation equally often, stopping excepted", async () => {
    const state = await withGap();
    const { valid } = next("uniform", state);
    const counts = new Map<ActionName, number>();
    const draws = 2000;
    for (let seed = 0; seed < draws; seed++) {
      const { operation } = next("uniform", state, { seed });
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(
      valid.filter((name) => name !== "stop_answer").toSorted(),
    );
    const expected = draws / counts.size;
    const chiSquare = [...counts.values()].reduce(
      (sum, n) => sum + (n - expected) ** 2 / expected,
      0,
    );
    // Four operations, three degrees of freedom: 16.27 is passed once in a thousand tries.
    expect(counts.size).toBe(4);
    expect(chiSquare).toBeLessThan(16.27);
  });

  test("draws the same again for the same seed, question and step", async () => {
    const state = await withGap();
    for (const seed of [1, 2, 3, 4, 5]) {
      const once = next("uniform", state, { seed }).operation;
      expect(next("uniform", structuredClone(state), { seed }).operation).toBe(once);
    }
  });

  test("stops only when nothing else is possible", async () => {
    const verdicts = Array<Verdict>(6).fill("insufficient");
    for (const seed of [1, 2, 3]) {
      const { end } = await trajectory("uniform", verdicts, { seed });
      const searched = end.history.filter(({ operation }) => operation !== "sufficiency_check");
      expect(searched.length).toBe(4);
    }
  });
});

describe("policyByName", () => {
  test("each name makes a policy, and the policy's own name makes it again", () => {
    for (const name of POLICY_NAMES) {
      const policy = policyByName(name);
      expect(policyByName(policy.name).name).toBe(policy.name);
    }
  });

  test("options are printed with their defaults, decimals included", () => {
    expect(policyByName("fuse-preview").name).toBe("fuse-preview:c=60,check=1");
    expect(policyByName("static-plan:check=0").name).toBe("static-plan:plan=more-gap-gap,check=0");
    expect(policyByName("hand-passage:link=.25").name).toMatch(/,link=0\.25,/u);
    // Four decimals are kept, so that every name can be read again.
    expect(policyByName("hand-passage:link=.0000001").name).toMatch(/,link=0,/u);
    for (const name of POLICY_NAMES) expect(policyByName(name).name.length).toBeLessThan(200);
  });

  test.each([
    "",
    "nonsense",
    "__proto__",
    "constructor",
    "rule:",
    "rule:gaps",
    "rule:gaps=x",
    "rule:gaps=9",
    "rule:gaps=1.5",
    "rule:check=-1",
    "rule:depth=2",
    "rule:__proto__=1",
    "uniform:seed=3",
    "fixed-k:k=0",
    "fixed-k:k=13",
    "static-plan:plan=gap-more",
    "static-plan:plan=more-check",
    "static-plan:plan=more-toString",
    "static-plan:plan=more-gap-gap-gap-gap",
    "static-plan:plan=3",
    "static-plan:plan=more-gap,check=2",
    "static-plan:check=more",
    "fuse-preview:c=-1",
    "fuse-preview:c=1.5",
    "hand-passage:link=-1",
    "hand-passage:link=11",
    "greedy-preview:luck=1",
    "greedy-preview:cover=much",
    "stable-answer:gaps=1",
    "iter-retgen:iterations=0",
    "iter-retgen:turns=2",
    "s2g:turns=11",
  ])("%j is INVALID_POLICY with a remedy", (name) => {
    expect(() => policyByName(name)).toThrow(
      expect.objectContaining({ code: "INVALID_POLICY", remedy: expect.stringMatching(/\w/) }),
    );
  });
});
