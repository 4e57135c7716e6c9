import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FEATURE_NAMES, FEATURES, operationFeatures } from "../../src/policy/features.js";
import { stateFeatures } from "../../src/policy/state-features.js";
import { expectedGain, previewFeatures } from "../../src/policy/preview-features.js";
import { PREVIEW_FEATURES, STATE_FEATURES } from "../../src/policy/feature-table.js";
import type { ScoredHit, ScoredPreview } from "../../src/policy/policy.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { resolveSettings } from "../../src/state/settings.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { reachableState } from "../fixtures/arbitrary-state.js";
import { ADA, CORLE, IRON_BRIDGE, QUESTION, VELM } from "../fixtures/bridge-world.js";
import { featuresOf } from "../fixtures/candidates.js";
import { gap, record, withGap } from "../fixtures/states.js";

const view = (settings: SettingsInput = {}) => ({
  settings: resolveSettings(settings),
  language: "english" as const,
});

/** The features of a state by name. */
function named(state: EvidenceState, settings?: SettingsInput): Record<string, number> {
  const row = stateFeatures(state, view(settings));
  return Object.fromEntries(STATE_FEATURES.map(({ name }, at) => [name, row[at] ?? Number.NaN]));
}

describe("stateFeatures", () => {
  test("before anything was found", () => {
    // Content words: river, bridge, Ada, Orrin, built, span; one name; "which" asks.
    expect(named(initialState(QUESTION))).toMatchObject({
      question_terms: 6,
      question_names: 1,
      question_kind: 7,
      passages: 0,
      last_rank: -1,
      overlap: 0,
      residual_terms: 6,
      best_passage: 0,
      links: 0,
      chain_length: 0,
      verdict: 0,
      verdict_age: -1,
      gap_attempts_left: -1,
      gap_terms: -1,
      steps_left: 10,
      retrievals_left: 4,
      room: 12,
    });
  });

  test("a chain of three documents and one beside it", () => {
    const state: EvidenceState = {
      ...initialState(QUESTION),
      evidence: [ADA, IRON_BRIDGE, VELM, CORLE],
      evidenceVersion: 2,
      history: [
        record({ added: [{ id: "ada", rank: 1, scoreRatio: 1 }] }),
        record({
          step: 2,
          operation: "bridge_entity_expand",
          added: [
            { id: "iron", rank: 2, scoreRatio: 0.5 },
            { id: "velm", rank: 3, scoreRatio: null },
            { id: "corle", rank: 4, scoreRatio: null },
          ],
        }),
      ],
    };
    // Ada names the Iron Bridge, that one the Velm; Corle Market is named by nobody.
    expect(named(state)).toMatchObject({
      passages: 4,
      titles: 4,
      links: 2,
      chain_length: 3,
      asked_titles: 1,
      isolated: 1 / 4,
      last_added: 3,
      last_linked: 2 / 3,
      last_rank: 2,
      last_score_ratio: 0.5,
      open_names: 0,
      residual_terms: 0,
      overlap: 1,
      retrievals_left: 2,
      room: 8,
    });
  });

  test("verdict and gap", async () => {
    const state = { ...(await withGap()), gap: gap({ slots: ["river"], attempts: 1 }) };
    // "river below the Iron Bridge": "below" and "Iron" are not in the question.
    expect(named(state)).toMatchObject({
      verdict: 2,
      verdict_age: 0,
      gap_attempts_left: 1,
      gap_slots: 1,
    });
    expect(named(state)["gap_terms"]).toBeGreaterThanOrEqual(1);
    expect(named(state, { judge: "ignore" })["verdict"]).toBe(-1);
  });

  test("every number is at least 0, or −1 for missing, in any state", () => {
    fc.assert(
      fc.property(reachableState, (state) => {
        for (const value of stateFeatures(state, view())) {
          expect(value === -1 || (Number.isFinite(value) && value >= 0)).toBe(true);
        }
      }),
    );
  });
});

describe("previewFeatures", () => {
  const hit = (probability: number | undefined, parts: Partial<ScoredHit> = {}): ScoredHit => ({
    id: "velm",
    rank: 1,
    scoreRatio: 1,
    features: featuresOf(VELM, { evidence: [IRON_BRIDGE] }),
    ...(probability === undefined ? {} : { probability }),
    ...parts,
  });
  const preview = (hits: ScoredHit[], operation: ScoredPreview["operation"] = "gap_query") => ({
    operation,
    query: "river",
    hits,
  });

  test("the gain is the sum of the best three probabilities, wherever they stand", () => {
    expect(expectedGain(preview([hit(0.1), hit(0.5), hit(0.2), hit(0.9)]))).toBeCloseTo(1.6);
    expect(expectedGain(preview([hit(undefined)]))).toBe(-1);
    expect(expectedGain(preview([]))).toBe(0);
  });

  test("the lead is over the best of the other operations", () => {
    const lists = [preview([hit(0.6)]), preview([hit(0.2)], "rewrite_query")];
    const at = PREVIEW_FEATURES.findIndex(({ name }) => name === "preview_lead");
    expect(previewFeatures("gap_query", lists)[at]).toBeCloseTo(3);
    expect(previewFeatures("rewrite_query", lists)[at]).toBeCloseTo(1 / 3);
  });

  test("an operation that was not previewed has none", () => {
    expect(previewFeatures("retrieve_more", [preview([hit(0.5)])])).toEqual(
      PREVIEW_FEATURES.map(() => -1),
    );
  });
});

test("names are unique, and a vector has one number for each", () => {
  expect(new Set(FEATURE_NAMES).size).toBe(FEATURES.length);
  const state = initialState(QUESTION);
  const row = operationFeatures(stateFeatures(state, view()), state, "retrieve_more", view());
  expect(row).toHaveLength(FEATURES.length);
  expect(row[FEATURE_NAMES.indexOf("is_retrieve_more")]).toBe(1);
  expect(row[FEATURE_NAMES.indexOf("is_gap_query")]).toBe(0);
});
