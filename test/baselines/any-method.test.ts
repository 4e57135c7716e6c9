import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policyByName, POLICY_NAMES } from "../../src/baselines/index.js";
import { expectedCost } from "../../src/policy/cost.js";
import type { PolicyInput, ScoredPreview } from "../../src/policy/policy.js";
import { PASSAGE_FEATURES } from "../../src/retrieval/passage-feature-table.js";
import type { PassageFeatures } from "../../src/retrieval/passage-feature-table.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import type { Settings } from "../../src/state/settings.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { validActions } from "../../src/validity/valid-actions.js";
import { anySettings, anyState, reachableState } from "../fixtures/arbitrary-state.js";
import { BRIDGE_WORLD, fillers } from "../fixtures/bridge-world.js";
import { deepFreeze } from "../fixtures/deep-freeze.js";
import { INPUT, neverContent, thread, world } from "../graph/graph-world.js";

const anyFeatures = fc
  .array(fc.constantFrom(-1, 0, 0.3, 1), {
    minLength: PASSAGE_FEATURES.length,
    maxLength: PASSAGE_FEATURES.length,
  })
  .map(
    (row) =>
      Object.fromEntries(
        PASSAGE_FEATURES.map(({ name }, at) => [name, row[at] ?? -1]),
      ) as unknown as PassageFeatures,
  );
const anyHits = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "__proto__"), anyFeatures), {
  maxLength: 5,
});

function inputOf(
  state: EvidenceState,
  settings: Settings,
  drawn: readonly (readonly [string, PassageFeatures][])[],
): PolicyInput {
  const view = { settings, language: "english" as const, now: 0 };
  const { valid } = validActions(state, view);
  const preview = valid.flatMap((operation, list): ScoredPreview[] => {
    if (operation === "stop_answer" || operation === "sufficiency_check") return [];
    const hits = (drawn[list] ?? []).map(([id, features], at) => ({
      id,
      rank: at + 1,
      scoreRatio: null,
      features,
    }));
    return hits.length > 0 ? [{ operation, query: operation, hits }] : [];
  });
  const costs = new Map(valid.map((name) => [name, expectedCost(state, name, view)]));
  return { state, valid, settings, language: "english", costs, preview };
}

describe.each(POLICY_NAMES)("%s", (name) => {
  test("names a possible operation, the same again, whatever the state and the preview", () => {
    const policy = policyByName(name);
    fc.assert(
      fc.property(
        fc.oneof(anyState, reachableState),
        anySettings,
        fc.array(anyHits, { maxLength: 4 }),
        (state, settings, drawn) => {
          const input = inputOf(deepFreeze(state), settings, drawn);
          const choice = policy.rank(input);
          expect(input.valid).toContain(choice.operation);
          expect(policy.rank(input)).toEqual(choice);
          expect(choice.reason).toMatch(/\w/u);
          const named = choice.args?.passageIds ?? [];
          const own = input.preview.find(({ operation }) => operation === choice.operation);
          if (named.length > 0) expect(own?.hits.map(({ id }) => id)).toContain(named[0]);
          expect(named.length).toBeLessThanOrEqual(settings.passagesPerRetrieval);
        },
      ),
      { numRuns: 150, seed: 20260707 },
    );
  });

  test.each([1, 2, 4, 7])("ends with an answer within %i retrievals", async (maxRetrievals) => {
    let drafts = 0;
    const generator = neverContent({
      answer: ({ evidence }) => ({
        answer: `answer ${drafts++}`,
        answerable: true,
        citedIds: evidence.slice(0, 1).map(({ id }) => id),
      }),
    });
    const retriever = inMemoryRetriever([...BRIDGE_WORLD, ...fillers(20)]);
    const settings = { maxRetrievals };
    const { graph } = world({ retriever, generator, policy: policyByName(name), settings });
    const output = await graph.invoke(INPUT, thread("1"));
    const { history, evidence } = (await graph.getState(thread("1"))).values as EvidenceState;
    expect(output.usage.retrievals).toBeLessThanOrEqual(maxRetrievals);
    expect(history.length).toBeLessThanOrEqual(10);
    expect(evidence.length).toBeLessThanOrEqual(12);
    expect(evidence.length).toBeGreaterThan(0);
    expect(output.answer).toMatch(/^answer /u);
    // No method spends a step on what fails.
    expect(history.map(({ errorCode }) => errorCode)).toEqual(history.map(() => undefined));
  });
});
