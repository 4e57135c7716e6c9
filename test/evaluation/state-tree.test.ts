import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policyByName, POLICY_NAMES } from "../../src/baselines/index.js";
import { sampleQuestions, samplePassages } from "../../src/datasets/sample-world.js";
import { sharedGenerator, sharedRetriever } from "../../src/evaluation/shared-calls.js";
import { StateTree, treeRunner } from "../../src/evaluation/state-tree.js";
import { embeddedGenerator } from "../../src/generator/offline/embedded-generator.js";
import { directRunner } from "../../src/graph/run-directly.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { stepsTaken, totalUsage } from "../../src/state/history.js";
import type { SettingsInput } from "../../src/state/settings.js";

const retriever = await buildLexicalIndex(await samplePassages());
const questions = (await sampleQuestions()).map(({ question }) => question);
const generator = embeddedGenerator();

/** What a method did and what it cost, the times left out. */
function told(state: EvidenceState, previewSearches: number) {
  const { searches, ...usage } = state.usage ?? totalUsage(state.ledger, stepsTaken(state));
  return {
    history: state.history,
    evidence: state.evidence.map(({ id }) => id),
    answer: state.answer,
    answerable: state.answerable,
    stopReason: state.stopReason,
    usage,
    searches: searches + previewSearches,
  };
}

async function alone(question: string, method: string, settings: SettingsInput) {
  const runner = directRunner({ retriever, generator, policy: policyByName(method) });
  return told(await runner.run(question, { settings }), 0);
}

/** All methods on one tree, one after another, as evaluation runs them. */
async function together(question: string, methods: readonly string[], settings: SettingsInput) {
  const runner = treeRunner({
    retriever: sharedRetriever(retriever),
    generator: sharedGenerator(generator, new Map()),
  });
  const tree = new StateTree(runner, question);
  const results = [];
  for (const method of methods) {
    const { state, searches } = await tree.walk(policyByName(method), settings);
    results.push(told(await runner.finish(state, { settings }), searches));
  }
  return results;
}

const SETTINGS: readonly SettingsInput[] = [
  {},
  { maxRetrievals: 2 },
  { preview: "none" },
  { judge: "ignore" },
  { compression: "always" },
  { maxTokens: 2500 },
  { maxSteps: 3, seed: 5 },
];

describe("a walk through shared states", () => {
  test("does what the method would have done alone, whichever methods went before", async () => {
    const method = fc.shuffledSubarray([...POLICY_NAMES, "fixed-k:k=9", "rule:gaps=3,bridge=1"], {
      minLength: 1,
      maxLength: 4,
    });
    const cases = fc.tuple(fc.constantFrom(...questions), method, fc.constantFrom(...SETTINGS));
    await fc.assert(
      fc.asyncProperty(cases, async ([question, methods, settings]) => {
        const shared = await together(question, methods, settings);
        for (const [index, name] of methods.entries()) {
          expect({ name, ...shared[index] }).toEqual({
            name,
            ...(await alone(question, name, settings)),
          });
        }
      }),
      { numRuns: 12, seed: 4 },
    );
  });

  test.each(SETTINGS)("holds for every method with %o", async (settings) => {
    const question = questions[11] ?? "";
    const shared = await together(question, POLICY_NAMES, settings);
    const own = [];
    for (const name of POLICY_NAMES) own.push(await alone(question, name, settings));
    expect(shared).toEqual(own);
  });

  test("methods with different settings share no state that the settings change", async () => {
    const question = questions[3] ?? "";
    const runner = treeRunner({ retriever, generator });
    const tree = new StateTree(runner, question);
    const policy = policyByName("rule:gaps=3");
    for (const settings of SETTINGS) {
      const { state, searches } = await tree.walk(policy, settings);
      const walked = told(await runner.finish(state, { settings }), searches);
      expect(walked).toEqual(await alone(question, "rule:gaps=3", settings));
    }
  });
});
