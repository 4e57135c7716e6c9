import { describe, expect, test } from "vitest";
import { sampleQuestions, samplePassages } from "../../src/datasets/sample-world.js";
import type { Question } from "../../src/datasets/question.js";
import { seededRandom } from "../../src/forest/train-random.js";
import { layOut, logOdds } from "../../src/forest/tree-model.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import { PASSAGE_FEATURES } from "../../src/retrieval/passage-feature-table.js";
import { scoreOrder } from "../../src/retrieval/rerank.js";
import { areaUnderCurve } from "../../src/training/calibrate.js";
import { fitRankerModel } from "../../src/training/fit-ranker-model.js";
import { rankedRows, taughtRows } from "../../src/training/ranker-rows.js";
import { candidateStates } from "../../src/training/ranker-states.js";

const retriever = await buildLexicalIndex(await samplePassages());
const questions = (await sampleQuestions()).filter((_, index) => index % 3 === 0);
const ranker = scoreOrder();

function statesOf(question: Question, seed = 1, breadths: readonly number[] = [2, 1]) {
  const walk = { retriever, ranker, breadths, random: seededRandom(seed) };
  return candidateStates(question, walk);
}

const [first] = questions as [Question];
const column = (name: string): number => PASSAGE_FEATURES.findIndex((one) => one.name === name);

describe("the states that the ranker learns from", () => {
  test("are the empty one, the one after the question's own search, and the children drawn", async () => {
    const states = await statesOf(first);
    expect(states.map(({ depth }) => depth)).toEqual([0, 1, 2, 2, 3, 3]);
    expect(states[0]?.lists.map(({ operation }) => operation)).toEqual(["retrieve_more"]);
    const operations = states[1]?.lists.map(({ operation }) => operation);
    expect(operations).toContain("gap_query");
    expect(operations).toContain("rewrite_query");
  });

  test("are the same for the same seed", async () => {
    expect(await statesOf(first, 5)).toEqual(await statesOf(first, 5));
  });
});

describe("rows", () => {
  test("another gold passage changes labels, no feature", async () => {
    const states = await statesOf(first);
    const other: Question = { ...first, supporting: ["nowhere"] };
    // The states themselves are reached without gold.
    expect(await statesOf(other)).toEqual(states);
    const told = rankedRows(states, first);
    const misled = rankedRows(states, other);
    expect(misled.rows).toEqual(told.rows);
    expect(told.labels).toContain(1);
    expect(misled.labels).not.toContain(1);
    const taught = taughtRows(states, first, seededRandom(3));
    expect(taughtRows(states, other, seededRandom(3)).rows).toEqual(taught.rows);
  });

  test("as an acquisition sees them lack what compares lists; half of the taught lists have it", async () => {
    const states = (await Promise.all(questions.map((one) => statesOf(one)))).flat();
    const listCount = column("listCount");
    const ranked = rankedRows(states, first).rows.map((row) => row[listCount]);
    expect(new Set(ranked)).toEqual(new Set([-1]));
    const taught = taughtRows(states, first, seededRandom(2)).rows;
    const known = taught.filter((row) => (row[listCount] ?? -1) > 0).length / taught.length;
    expect(known).toBeGreaterThan(0.35);
    expect(known).toBeLessThan(0.65);
    const scored = taught.filter((row) => (row[column("scoreRatio")] ?? -1) >= 0).length;
    expect(scored / taught.length).toBeGreaterThan(0.65);
    expect(scored / taught.length).toBeLessThan(0.95);
  });
});

test("the fitted model tells gold passages of other questions, and is the same every time", async () => {
  const rowsOf = async (some: readonly Question[]) =>
    Promise.all(some.map(async (one) => taughtRows(await statesOf(one), one, seededRandom(1))));
  const half = questions.length >> 1;
  const taught = await rowsOf(questions.slice(0, half));
  const model = fitRankerModel(taught);
  expect(fitRankerModel(taught)).toEqual(model);
  const trees = layOut(model, PASSAGE_FEATURES.length);
  const others = await rowsOf(questions.slice(half));
  const scores = others.flatMap(({ rows }) => rows.map((row) => logOdds(trees, row)));
  const labels = others.flatMap((one) => one.labels);
  expect(areaUnderCurve(scores, labels)).toBeGreaterThan(0.8);
});
