import { beforeAll, describe, expect, test } from "vitest";
import { samplePassages, sampleQuestions } from "../../src/datasets/sample-world.js";
import type { Question } from "../../src/datasets/question.js";
import { embeddedGenerator } from "../../src/generator/offline/embedded-generator.js";
import { directRunner } from "../../src/graph/run-directly.js";
import { FEATURES, STATE_FEATURE_COUNT } from "../../src/policy/features.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import type { LexicalIndex } from "../../src/retrieval/lexical/lexical-index.js";
import { collectQuestion } from "../../src/training/collect-question.js";
import type { CollectedState } from "../../src/training/collected-state.js";
import { supportRecall } from "../../src/training/evidence-states.js";

const ACQUISITIONS = ["retrieve_more", "gap_query", "bridge_entity_expand", "rewrite_query"];

let retriever: LexicalIndex;
let question: Question;
let states: CollectedState[];

beforeAll(async () => {
  retriever = await buildLexicalIndex(await samplePassages());
  const chain = (await sampleQuestions()).find(({ hops }) => hops === 3);
  if (!chain) throw new Error("The sample world has three-hop questions.");
  question = chain;
  states = await collectQuestion(question, { retriever, generator: embeddedGenerator() });
}, 60_000);

describe("the acquisition tree of a question", () => {
  test("has 21 inner states at most, each at most twice, and the first search is given", () => {
    const unchecked = states.filter(({ checked, id }) => !checked && id !== "");
    expect(unchecked.length).toBeLessThanOrEqual(21);
    expect(states.length).toBeLessThanOrEqual(1 + 2 * 21);
    expect(new Set(states.map(({ id }) => id)).size).toBe(states.length);
    expect(Object.keys(states[0]?.operations ?? {})).toEqual(["retrieve_more"]);
  });

  test("gap_query goes on from checked states only", () => {
    const byId = new Map(states.map((state) => [state.id, state]));
    const gaps = states.filter(({ operation }) => operation === "gap_query");
    expect(gaps.length).toBeGreaterThan(0);
    for (const { parent } of gaps) expect(byId.get(parent ?? "")?.checked).toBe(true);
  });

  test("what an operation is said to bring is what running the way again brings", async () => {
    const runner = directRunner({ retriever, generator: embeddedGenerator() });
    const names: Record<string, "retrieve_more" | "bridge_entity_expand" | "rewrite_query"> = {
      m: "retrieve_more",
      b: "bridge_entity_expand",
      r: "rewrite_query",
    };
    const plain = states.filter(({ id }) => id !== "" && /^[mbr.]+$/u.test(id));
    expect(plain.length).toBeGreaterThan(5);
    for (const { id, recall, passages } of plain) {
      let state = runner.begin(question.question);
      for (const letter of id.split(".")) {
        const operation = names[letter];
        if (operation) state = await runner.execute(state, { operation });
      }
      expect({ id, recall, passages }).toEqual({
        id,
        recall: supportRecall(question, state.evidence),
        passages: state.evidence.length,
      });
    }
  });

  test("a child has the support recall that its parent was promised", () => {
    const byId = new Map(states.map((state) => [state.id, state]));
    for (const { operations } of states) {
      for (const [name, { child, recall }] of Object.entries(operations)) {
        if (child === null || !ACQUISITIONS.includes(name)) continue;
        expect(byId.get(child)?.recall).toBe(recall);
      }
    }
  });

  test("a checked state knows of each acquisition what the unchecked one knows", () => {
    for (const state of states.filter(({ checked }) => checked)) {
      const before = states.find(({ id }) => id === state.parent);
      for (const name of ["retrieve_more", "rewrite_query"] as const) {
        expect(state.operations[name]?.recall).toBe(before?.operations[name]?.recall);
      }
    }
  });

  test("vectors are whole", () => {
    for (const { features, operations } of states) {
      expect(features).toHaveLength(STATE_FEATURE_COUNT);
      for (const one of Object.values(operations)) {
        expect(one.features).toHaveLength(FEATURES.length - STATE_FEATURE_COUNT);
      }
    }
  });
});

test("other gold changes what is reached and no feature", async () => {
  const other = { ...question, supporting: ["w001"], answer: "nobody" };
  const changed = await collectQuestion(other, { retriever, generator: embeddedGenerator() });
  const features = (rows: readonly CollectedState[]) =>
    rows.map(({ id, features: own, operations }) => [
      id,
      own,
      Object.entries(operations).map(([name, one]) => [name, one.features, one.cost]),
    ]);
  expect(features(changed)).toEqual(features(states));
  expect(changed.map(({ recall }) => recall)).not.toEqual(states.map(({ recall }) => recall));
}, 60_000);

test("the same seed replaces the same verdicts, about 45 % of them", async () => {
  const again = await collectQuestion(question, { retriever, generator: embeddedGenerator() });
  expect(again).toEqual(states);
  const all: CollectedState[] = [];
  for (const one of (await sampleQuestions()).slice(0, 6)) {
    all.push(...(await collectQuestion(one, { retriever, generator: embeddedGenerator() })));
  }
  const inner = all.filter(({ checked, id }) => !checked && id !== "");
  const replaced = inner.filter(({ verdict }) => verdict !== "judge").length / inner.length;
  // Six standard deviations of a share of .45 over some hundred states.
  expect(Math.abs(replaced - 0.45)).toBeLessThan(6 * Math.sqrt(0.2475 / inner.length));
}, 60_000);
