import { describe, expect, test } from "vitest";
import { expectedCost, expectedSpending, METHOD_WEIGHTS } from "../../src/policy/cost.js";
import { operationFeatures, stateFeatures, FEATURE_NAMES } from "../../src/policy/features.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { resolveSettings } from "../../src/state/settings.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { record } from "../fixtures/states.js";

function view(settings: SettingsInput = {}) {
  return { settings: resolveSettings(settings), language: "english" as const };
}

// 40 bytes: 10 tokens. Passages of 396 bytes, a space and a title of 3: 100 tokens and 20 around.
const QUESTION = "Who was it that built the iron bridge ? ";
const PASSAGES = ["a", "b"].map((id) => {
  return { id, pageContent: "word ".repeat(79) + "w", metadata: { title: "abc" } };
});
const STATE: EvidenceState = {
  ...initialState(QUESTION),
  evidence: PASSAGES,
  evidenceVersion: 1,
  history: [record({ added: [{ id: "a", rank: 1, scoreRatio: null }] })],
};

describe("c(s, a), by hand", () => {
  test("a check: its prompt over the present evidence and its reply", () => {
    // 200 of instructions + 10 of the question + 2 × 120 of passages + 40 of the reply.
    expect(expectedSpending(STATE, "sufficiency_check", view())).toEqual({
      tokens: 490,
      retrievals: 0,
    });
    expect(expectedCost(STATE, "sufficiency_check", view())).toBeCloseTo(0.49);
  });

  test("an acquisition: three passages in the answer and in the check that follows", () => {
    expect(expectedSpending(STATE, "retrieve_more", view())).toEqual({
      tokens: 3 * 120 * 2,
      retrievals: 1,
    });
    expect(expectedCost(STATE, "retrieve_more", view())).toBeCloseTo(0.72 + 0.1);
  });

  test("without a check to follow: in the answer only", () => {
    const unread = [2, 3].map((step) =>
      record({ step, operation: "sufficiency_check", outcome: "checked", verdict: "unknown" }),
    );
    const cases: [EvidenceState, SettingsInput][] = [
      [STATE, { judge: "ignore" }],
      [STATE, { maxRetrievals: 2 }],
      [STATE, { maxSteps: 2 }],
      [{ ...STATE, history: [...STATE.history, ...unread] }, {}],
    ];
    for (const [state, settings] of cases) {
      expect(expectedSpending(state, "retrieve_more", view(settings)).tokens).toBe(3 * 120);
    }
  });

  test("a query that the generator writes: its call as well", () => {
    const spent = record({ operation: "rewrite_query", variant: "residual", outcome: "failed" });
    const history = [...STATE.history, { ...spent, step: 2, evidenceVersion: 1 }];
    const { tokens } = expectedSpending({ ...STATE, history }, "rewrite_query", view());
    // 120 of instructions + 10 + 240 + 15 of the query, then the passages.
    expect(tokens).toBe(385 + 720);
    expect(expectedSpending(STATE, "rewrite_query", view()).tokens).toBe(720);
  });

  test("only the passages that there is room for", () => {
    const { tokens } = expectedSpending(STATE, "retrieve_more", view({ maxPassages: 3 }));
    expect(tokens).toBe(120 * 2);
  });

  test("stopping costs nothing", () => {
    expect(expectedCost(STATE, "stop_answer", view())).toBe(0);
  });
});

describe("the weights", () => {
  const dear = { costPerThousandTokens: 2, costPerRetrieval: 1 };

  test("are those of the method by default", () => {
    expect(resolveSettings()).toMatchObject(METHOD_WEIGHTS);
    expect(METHOD_WEIGHTS).toEqual({ costPerThousandTokens: 1, costPerRetrieval: 0.1 });
  });

  test("are settings", () => {
    expect(expectedCost(STATE, "retrieve_more", view(dear))).toBeCloseTo(2 * 0.72 + 1);
    expect(expectedCost(STATE, "sufficiency_check", view(dear))).toBeCloseTo(0.98);
  });

  test("do not reach the feature that a fitted policy sees", () => {
    const cost = (settings: SettingsInput) => {
      const given = view(settings);
      const row = operationFeatures(stateFeatures(STATE, given), STATE, "retrieve_more", given);
      return row[FEATURE_NAMES.indexOf("cost")];
    };
    expect(cost(dear)).toBe(cost({}));
    expect(cost({})).toBeCloseTo(0.82);
  });
});
