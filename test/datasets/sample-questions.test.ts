import MiniSearch from "minisearch";
import { beforeAll, describe, expect, it } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import {
  samplePassages,
  sampleQuestions,
  spanishSamplePassages,
  spanishSampleQuestions,
} from "../../src/datasets/sample-world.js";
import type { Passage } from "../../src/state/evidence.js";
import { goldOf, nameOf, repeated, says, titleOf } from "./sample-helpers.js";

let passages: Passage[];
let questions: Question[];

beforeAll(async () => {
  passages = await samplePassages();
  questions = await sampleQuestions();
});

function ofType(...types: string[]): Question[] {
  return questions.filter(({ type }) => types.includes(type));
}

/** The questions that are answered by following names from passage to passage. */
function hopQuestions(): Question[] {
  return ofType("bridge", "chain3", "chain4", "same-name", "spanish");
}

/** The gold passages form a chain that the question does not give away. */
function expectChain(question: Question, gold: Passage[]): void {
  expect(gold, question.id).toHaveLength(question.hops);
  expect(gold.at(-1)?.pageContent, question.id).toContain(question.answer);
  expect(says(question.question, question.answer), question.id).toBe(false);
  for (const [index, passage] of gold.slice(0, -1).entries()) {
    const next = gold[index + 1];
    if (!next) throw new Error("unreachable");
    expect(says(passage.pageContent, nameOf(next)), `${question.id}: ${titleOf(next)}`).toBe(true);
    expect(says(question.question, nameOf(next)), `${question.id}: ${titleOf(next)}`).toBe(false);
    expect(says(passage.pageContent, question.answer), `${question.id}: answer`).toBe(false);
  }
}

describe("the sample questions", () => {
  it.each([
    ["bridge", 14],
    ["comparison", 8],
    ["chain3", 7],
    ["chain4", 4],
    ["same-name", 4],
    ["unanswerable", 6],
    ["spanish", 1],
  ])("hold %s questions, at least %i", (type, count) => {
    expect(ofType(type).length).toBeGreaterThanOrEqual(count);
  });

  it("are of these types only, with ids and texts that are all different", () => {
    expect(questions).toHaveLength(
      hopQuestions().length + ofType("comparison", "unanswerable").length,
    );
    expect(repeated(questions.map(({ id }) => id))).toEqual([]);
    expect(repeated(questions.map(({ question }) => question))).toEqual([]);
    expect(new Set(questions.map(({ dataset }) => dataset))).toEqual(new Set(["sample"]));
  });

  it("name gold passages that exist, each once", () => {
    for (const question of questions) {
      expect(repeated(goldOf(question, passages).map(({ id }) => id)), question.id).toEqual([]);
    }
  });

  it("lead from name to name to an answer that stands in the last gold passage alone", () => {
    for (const question of hopQuestions()) expectChain(question, goldOf(question, passages));
  });

  it("have 2, 3 or 4 hops as their type says", () => {
    expect(ofType("bridge", "same-name", "spanish").every(({ hops }) => hops === 2)).toBe(true);
    expect(ofType("chain3").every(({ hops }) => hops === 3)).toBe(true);
    expect(ofType("chain4").every(({ hops }) => hops === 4)).toBe(true);
  });

  it("start from one of two namesakes where they are of type same-name", () => {
    for (const question of ofType("same-name")) {
      const [first] = goldOf(question, passages);
      const titles = passages
        .map(titleOf)
        .filter((title) => first && title.startsWith(`${nameOf(first)} (`));
      expect(new Set(titles).size, question.id).toBe(2);
    }
  });

  it("are not solved by one search with the question: under half find all gold in the top 3", () => {
    const index = new MiniSearch<{ id: string; title: string; text: string }>({
      fields: ["title", "text"],
    });
    index.addAll(
      passages.map((each) => ({ id: each.id, title: titleOf(each), text: each.pageContent })),
    );
    const complete = (question: Question): boolean => {
      const top = index
        .search(question.question)
        .slice(0, 3)
        .map(({ id }) => String(id));
      return question.supporting.every((id) => top.includes(id));
    };
    const bridges = ofType("bridge");
    expect(bridges.filter(complete).length).toBeLessThan(bridges.length / 2);
    expect(ofType("chain3", "chain4").filter(complete).length).toBeLessThan(3);
  });
});

describe("the Spanish sample questions", () => {
  it("HP-10: lead from name to name over the Spanish passages", async () => {
    const spanish = await spanishSamplePassages();
    const asked = await spanishSampleQuestions();
    expect(asked).toHaveLength(2);
    for (const question of asked) expectChain(question, goldOf(question, spanish));
  });
});
