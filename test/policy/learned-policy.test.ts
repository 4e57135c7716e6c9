import { describe, expect, it } from "vitest";
import { learnedPolicy } from "../../src/policy/learned-policy.js";
import type { ActionName } from "../../src/state/evidence.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { resolveSettings } from "../../src/state/settings.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { handMadeArtifact, leaf, mutable, stump } from "./hand-made-artifact.js";

const VALID: ActionName[] = ["retrieve_more", "gap_query", "stop_answer"];

function choose(
  policy: ReturnType<typeof learnedPolicy>,
  { passages = 1, settings = {} as SettingsInput, valid = VALID, costs = new Map() } = {},
) {
  const evidence = Array.from({ length: passages }, (_, index) => ({
    id: `p${index}`,
    pageContent: `Passage ${index}.`,
    metadata: {},
  }));
  const state: EvidenceState = { ...initialState("Who built the bridge?"), evidence };
  const resolved = resolveSettings(settings);
  return policy.rank({ state, valid, settings: resolved, language: "english", costs, preview: [] });
}

describe("learnedPolicy", () => {
  it("takes the operation of the highest mean over the trees while going on is worth it", () => {
    const choice = choose(learnedPolicy(handMadeArtifact()));
    expect(choice.operation).toBe("gap_query");
    expect(choice.values?.get("gap_query")).toBeCloseTo(0.3, 12);
    expect(choice.values?.get("retrieve_more")).toBeCloseTo(0.1, 12);
  });

  it("stops where the continuation is worth no more than tau", () => {
    expect(choose(learnedPolicy(handMadeArtifact()), { passages: 4 }).operation).toBe(
      "stop_answer",
    );
    const lenient = learnedPolicy(handMadeArtifact({ tau: 0.5 }));
    expect(choose(lenient).operation).toBe("stop_answer");
  });

  it("subtracts the cost times its weight", () => {
    const costs = new Map<ActionName, number>([
      ["gap_query", 0.5],
      ["retrieve_more", 0.1],
    ]);
    const policy = learnedPolicy(handMadeArtifact());
    // gap .3 − λ·.5 against more .1 − λ·.1: they meet at λ = .5.
    expect(choose(policy, { costs, settings: { costWeight: 0.49 } }).operation).toBe("gap_query");
    expect(choose(policy, { costs, settings: { costWeight: 0.51 } }).operation).toBe(
      "retrieve_more",
    );
  });

  it("lets stopping compete by its own value without a continuation model", () => {
    const trees = [stump("is_stop_answer", 0.5, 0.2, 0.9)].map(mutable);
    const policy = learnedPolicy(
      handMadeArtifact({ actionValue: { trees }, continuation: undefined }),
    );
    expect(choose(policy).operation).toBe("stop_answer");
  });

  it("breaks ties by the order of A(s)", () => {
    const trees = [mutable(leaf(0.4))];
    const policy = learnedPolicy(handMadeArtifact({ actionValue: { trees } }));
    expect(choose(policy).operation).toBe("retrieve_more");
    const turned: ActionName[] = ["gap_query", "retrieve_more", "stop_answer"];
    expect(choose(policy, { valid: turned }).operation).toBe("gap_query");
  });
});
