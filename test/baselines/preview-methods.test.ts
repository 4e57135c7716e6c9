import { describe, expect, test } from "vitest";
import { policyByName } from "../../src/baselines/index.js";
import type { ScoredPreview } from "../../src/policy/policy.js";
import type { PassageFeatures } from "../../src/retrieval/passage-feature-table.js";
import { decide } from "../../src/router.js";
import type { ActionName } from "../../src/state/evidence.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { resolveSettings } from "../../src/state/settings.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { validActions } from "../../src/validity/valid-actions.js";
import { CORLE, fillers } from "../fixtures/bridge-world.js";
import { featuresOf } from "../fixtures/candidates.js";
import { afterFirstHop, withGap } from "../fixtures/states.js";
import { next } from "../fixtures/trajectory.js";

/** A passage that is worth nothing by any feature. */
const NOTHING: PassageFeatures = {
  ...featuresOf(CORLE),
  coverageAdded: 0,
  chainAdded: -1,
  linkedChain: 0,
  bridgeRank: 0,
  namesAdded: 0,
  titleAsked: 0,
  sameTitle: 0,
  reciprocalPlace: 0,
};

type Hit = [id: string, features?: Partial<PassageFeatures>, probability?: number];

function list(operation: ActionName, ...hits: Hit[]): ScoredPreview {
  return {
    operation,
    query: `query of ${operation}`,
    hits: hits.map(([id, features, probability], at) => ({
      id,
      rank: at + 1,
      scoreRatio: null,
      features: { ...NOTHING, ...features },
      ...(probability === undefined ? {} : { probability }),
    })),
  };
}

function decideBy(
  name: string,
  state: EvidenceState,
  preview: ScoredPreview[],
  given: SettingsInput = {},
) {
  const view = { settings: resolveSettings(given), language: "english" as const, now: 0 };
  return decide(state, { ...validActions(state, view), policy: policyByName(name), view, preview });
}

describe("fuse-preview", () => {
  const preview = [
    list("retrieve_more", ["a"], ["b"], ["c"], ["d"]),
    list("rewrite_query", ["b"], ["e"], ["c"]),
  ];

  test("appends the top three of the fusion, by the operation whose list has the first highest", async () => {
    const state = await afterFirstHop();
    // c = 0: b 1/2 + 1 = 1.5; a 1; c 1/3 + 1/3; e 1/2; d 1/4.
    const { operation, args } = decideBy("fuse-preview:c=0,check=0", state, preview);
    expect(args?.passageIds).toEqual(["b", "a", "c"]);
    expect(operation).toBe("rewrite_query");
    // c = 60 counts agreement above places: b and c stand in both lists.
    const damped = decideBy("fuse-preview:c=60,check=0", state, preview);
    expect(damped.args?.passageIds).toEqual(["b", "c", "a"]);
  });

  test("takes no more than an acquisition may add", async () => {
    const state = await afterFirstHop();
    const two = decideBy("fuse-preview:check=0", state, preview, { passagesPerRetrieval: 2 });
    expect(two.args?.passageIds).toHaveLength(2);
    const full = { ...state, evidence: fillers(11) };
    expect(decideBy("fuse-preview:check=0", full, preview).args?.passageIds).toHaveLength(1);
  });
});

describe("hand-passage", () => {
  test("appends the best of all lists by the formula", async () => {
    const preview = [
      list("retrieve_more", ["plain"], ["covers", { coverageAdded: 0.5 }]),
      list(
        "bridge_entity_expand",
        ["linked", { linkedChain: 0.75 }],
        ["asked", { titleAsked: 1 }],
        ["again", { titleAsked: 1, sameTitle: 1 }],
      ),
    ];
    const state = await afterFirstHop();
    const weights = "cover=1,chain=0,link=1,bridge=0,title=0.6,names=0,rank=0,check=0";
    // linked 0.75; asked 0.6; covers 0.5; "again" is a document that was found.
    const { operation, args } = decideBy(`hand-passage:${weights}`, state, preview);
    expect(args?.passageIds).toEqual(["linked", "asked", "covers"]);
    expect(operation).toBe("bridge_entity_expand");
    const other = "cover=4,chain=0,link=1,bridge=0,title=0,names=0,rank=0,check=0";
    const covering = decideBy(`hand-passage:${other}`, state, preview);
    expect(covering.args?.passageIds?.slice(0, 2)).toEqual(["covers", "linked"]);
    expect(covering.operation).toBe("retrieve_more");
  });

  test("a passage of two lists counts by its better place; a missing feature counts nothing", async () => {
    const preview = [
      list("retrieve_more", ["a", { reciprocalPlace: 1 }], ["b", { reciprocalPlace: 0.5 }]),
      list("rewrite_query", ["b", { reciprocalPlace: 1, bridgeRank: -1, coverageAdded: 0.1 }]),
    ];
    const weights = "cover=1,chain=9,link=1,bridge=9,title=1,names=1,rank=1,check=0";
    const decision = decideBy(`hand-passage:${weights}`, await afterFirstHop(), preview);
    // b: 1 + 0.1 from its better list, against 1.
    expect(decision.args?.passageIds).toEqual(["b", "a"]);
    expect(decision.operation).toBe("rewrite_query");
  });
});

describe("greedy-preview", () => {
  test("takes the list whose first three are worth most together", async () => {
    const half = { coverageAdded: 0.5 };
    const preview = [
      list(
        "retrieve_more",
        ["a", { coverageAdded: 0.9 }],
        ["b"],
        ["c"],
        ["d", { coverageAdded: 1 }],
      ),
      list("rewrite_query", ["e", half], ["f", half], ["g"]),
    ];
    const weights = "cover=1,chain=0,link=0,bridge=0,title=0,names=0,rank=0,check=0";
    // 0.9 against 1: the fourth passage of the first list would not be added.
    const decision = decideBy(`greedy-preview:${weights}`, await afterFirstHop(), preview);
    expect(decision.operation).toBe("rewrite_query");
    expect(decision.args).toBeUndefined();
  });
});

describe("expected-gain", () => {
  const preview = [
    list("retrieve_more", ["a", {}, 0.9], ["b", {}, 0.1], ["c", {}, 0.1], ["d", {}, 0.1]),
    list("rewrite_query", ["e", {}, 0.1], ["f", {}, 0.4], ["g", {}, 0.5], ["h", {}, 0.3]),
  ];

  test("takes the list whose best three are most likely needed, wherever they stand in it", async () => {
    // 0.9 + 0.1 + 0.1 = 1.1 against 0.5 + 0.4 + 0.3 = 1.2.
    const decision = decideBy("expected-gain:check=0", await afterFirstHop(), preview);
    expect(decision.operation).toBe("rewrite_query");
    expect(decision.args).toBeUndefined();
    expect(decision.reason).toMatch(/1\.20/u);
  });

  test("counts no more passages than an acquisition may add", async () => {
    const one = decideBy("expected-gain:check=0", await afterFirstHop(), preview, {
      passagesPerRetrieval: 1,
    });
    expect(one.operation).toBe("retrieve_more");
  });

  test("of equal lists, and of lists without probabilities, takes the first", async () => {
    const plain = [list("rewrite_query", ["a"]), list("retrieve_more", ["b"])];
    const decision = decideBy("expected-gain:check=0", await afterFirstHop(), plain);
    expect(decision.operation).toBe("rewrite_query");
  });
});

describe.each(["fuse-preview", "hand-passage", "greedy-preview", "expected-gain"])("%s", (name) => {
  const preview = [list("retrieve_more", ["a"]), list("rewrite_query", ["b"])];

  test("wants previews", () => {
    expect(policyByName(name).wantsPreview).toBe(true);
  });

  test("has the shared gate", async () => {
    const state = await afterFirstHop();
    expect(decideBy(name, state, preview).operation).toBe("sufficiency_check");
    expect(decideBy(`${name}:check=0`, state, preview).operation).not.toBe("sufficiency_check");
    const verdict = { verdict: "sufficient", evidenceVersion: 1, step: 2 } as const;
    expect(decideBy(name, { ...state, verdict }, preview).operation).toBe("stop_answer");
    const older = { ...verdict, evidenceVersion: 0 };
    expect(decideBy(name, { ...state, verdict: older }, preview).operation).toBe(
      "sufficiency_check",
    );
  });

  test("takes an acquisition where there is nothing to compare", async () => {
    const state = await withGap();
    expect(next(name, state).operation).toBe("gap_query");
    expect(next(name, { ...state, gap: null }).operation).toBe("rewrite_query");
  });
});
