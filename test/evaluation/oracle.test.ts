import { beforeAll, describe, expect, test } from "vitest";
import { residualGapQuery } from "../../src/actions/queries.js";
import { samplePassages, sampleQuestions } from "../../src/datasets/sample-world.js";
import type { Question } from "../../src/datasets/question.js";
import { NO_CHOICES } from "../../src/evaluation/choices.js";
import { evaluateQuestion } from "../../src/evaluation/evaluate-question.js";
import type { Prediction } from "../../src/evaluation/prediction.js";
import { embeddedGenerator } from "../../src/generator/offline/embedded-generator.js";
import { directRunner } from "../../src/graph/run-directly.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import type { ActionName } from "../../src/state/evidence.js";

const retriever = await buildLexicalIndex(await samplePassages());
const generator = embeddedGenerator();
const questions = (await sampleQuestions()).filter(({ supporting }) => supporting.length > 0);
const byId = new Map(questions.map((question) => [question.id, question]));
// Chains, where the way matters; one that every way answers; one that no way answers.
const asked = ["chain3-11", "chain4-01", "bridge-01", "comparison-02"].flatMap(
  (id) => byId.get(id) ?? [],
);
const CAPS = [1, 2, 3] as const;

/** They acquire with the queries of the operations alone, which the oracle has too. */
const BOUNDED = [
  "rule:gaps=3,check=1,bridge=1",
  "rule:gaps=3,check=0",
  "uniform",
  "fixed-k:k=12",
  "static-plan:plan=more-bridge-gap-rewrite",
  "greedy-preview",
  "stable-answer",
];

const parts = {
  retriever,
  generatorFor: () => generator,
  choices: NO_CHOICES,
  foldOf: () => undefined,
  replies: () => new Map(),
  settings: {},
};

async function predictions(question: Question): Promise<Map<string, Prediction>> {
  const methods = CAPS.flatMap((cap) =>
    ["oracle", ...BOUNDED].map((name) => `${name}${name.includes(":") ? "," : ":"}cap=${cap}`),
  );
  const found = new Map<string, Prediction>();
  for await (const one of evaluateQuestion(question, methods, parts, { answers: false })) {
    found.set(one.method, one);
  }
  return found;
}

/** Every sequence of acquisitions, written out: the best share of the gold and the fewest steps. */
async function bruteForce({ question, supporting }: Question, cap: number) {
  const runner = directRunner({ retriever, generator });
  const names: ActionName[] = [
    "retrieve_more",
    "gap_query",
    "rewrite_query",
    "bridge_entity_expand",
  ];
  const gold = new Set(supporting);
  const best = { recall: 0, steps: 0 };
  const explore = async (state: EvidenceState, steps: number): Promise<void> => {
    const recall = state.evidence.filter(({ id }) => gold.has(id)).length / gold.size;
    if (recall > best.recall || (recall === best.recall && steps < best.steps)) {
      Object.assign(best, { recall, steps });
    }
    if (steps === cap) return;
    const query = residualGapQuery(state, "english");
    const gap = { text: "", query, slots: [], step: state.history.length, attempts: 0 };
    const open = state.evidence.length === 0 ? state : { ...state, gap };
    for (const operation of names) {
      // What cannot be done is a failed step, which leads nowhere.
      const next = await runner.execute(open, { operation });
      if (next.evidence.length > state.evidence.length) await explore(next, steps + 1);
    }
  };
  await explore(runner.begin(question), 0);
  return best;
}

describe.each(asked)("the oracle on $id", (question) => {
  let found = new Map<string, Prediction>();
  const oracleAt = (cap: number) => found.get(`oracle:cap=${cap}`);

  beforeAll(async () => {
    found = await predictions(question);
  });

  test("finds what trying every sequence finds, in as few steps", async () => {
    for (const cap of CAPS) {
      const { recall, steps } = await bruteForce(question, cap);
      expect(oracleAt(cap)).toMatchObject({
        supportRecall: recall,
        retrievals: steps,
        error: null,
      });
    }
  });

  test("is never below a method that has the same operations and the same cap", () => {
    for (const cap of CAPS) {
      const bound = oracleAt(cap)?.supportRecall ?? -1;
      for (const [name, { supportRecall }] of found) {
        if (name.endsWith(`cap=${cap}`))
          expect(bound, name).toBeGreaterThanOrEqual(supportRecall ?? 0);
      }
    }
  });

  test("rises with the cap, keeps to it and checks nothing", () => {
    const recalls = CAPS.map((cap) => oracleAt(cap)?.supportRecall ?? -1);
    expect(recalls).toEqual(recalls.toSorted((one, other) => one - other));
    for (const cap of CAPS) {
      const { retrievals = 99, operations = [], modelCalls } = oracleAt(cap) ?? {};
      expect(retrievals).toBeLessThanOrEqual(cap);
      expect(operations).not.toContain("sufficiency_check");
      expect(modelCalls).toBe(0);
    }
  });
});

test("a question without gold passages ends at once: there is nothing to look for", async () => {
  const question = { ...(asked[0] ?? fail()), supporting: [] };
  const found = await predictions(question);
  expect(found.get("oracle:cap=3")).toMatchObject({ supportRecall: null, error: null });
});

test("all four questions are there", () => {
  expect(asked.map(({ id }) => id)).toHaveLength(4);
});

function fail(): never {
  throw new Error("The sample questions have changed.");
}
