import { describe, expect, test } from "vitest";
import type { Prediction } from "../../src/evaluation/prediction.js";
import { summarise } from "../../src/evaluation/summarise.js";
import { asked } from "./paid-world.js";

/** A prediction of which only the figures matter. */
function row(id: string, figures: Partial<Prediction>): Prediction {
  return {
    id,
    dataset: "d",
    type: "t",
    hops: 2,
    method: "m",
    policy: "m",
    answer: "",
    answerable: true,
    stopReason: "policy",
    error: null,
    em: 0,
    f1: 0,
    abstention: "answered",
    supportRecall: 0,
    supportPrecision: 0,
    supportF1: 0,
    allGold: 0,
    recallAt: null,
    evidence: [],
    passages: 3,
    retrievals: 1,
    searches: 1,
    modelCalls: 1,
    steps: 1,
    inputTokens: 0,
    outputTokens: 0,
    tokens: 0,
    estimated: false,
    operations: [],
    trail: [],
    seconds: 0,
    ...figures,
  };
}

describe("a comparison worked by hand", () => {
  // Two groups: 1 and 2 share a gold passage; 4 has no gold passage and no score.
  const questions = [
    asked("1", { supporting: ["a", "b"] }),
    asked("2", { supporting: ["b", "c"] }),
    asked("3", { supporting: ["d"] }),
    asked("4", { supporting: [] }),
  ];
  const rows = (figures: [passages: number, recall: number | null, tokens: number][]) =>
    figures.map(([passages, supportRecall, tokens], index) =>
      row(String(index + 1), { passages, supportRecall, tokens }),
    );
  const predictions = new Map([
    [
      "rule",
      rows([
        [6, 1, 600],
        [6, 1, 600],
        [6, 0.5, 600],
        [9, null, 900],
      ]),
    ],
    [
      "rule:cap=1",
      rows([
        [3, 0.5, 300],
        [3, 0.5, 300],
        [3, 0, 300],
        [3, null, 300],
      ]),
    ],
    [
      "fixed-k",
      rows([
        [4, 0.5, 500],
        [4, 0.5, 500],
        [4, 0.5, 500],
        [1, null, 100],
      ]),
    ],
  ]);
  const { comparisons } = summarise({
    questions,
    predictions,
    curves: [
      { method: "rule", points: ["rule", "rule:cap=1"] },
      { method: "fixed-k", points: ["fixed-k"] },
    ],
    answers: false,
    generator: "embedded",
    dataHashes: {},
    resamples: 1000,
  });
  const find = (metric: string, at: string) =>
    comparisons.find((one) => one.metric === metric && one.at === at);

  test("at their own settings: the mean of the differences of those that have the score", () => {
    // (1 − .5) + (1 − .5) + (.5 − .5), over three questions in two groups.
    expect(find("supportRecall", "none")).toMatchObject({
      a: "rule",
      b: "fixed-k",
      n: 3,
      groups: 2,
    });
    expect(find("supportRecall", "none")?.diff).toBeCloseTo(1 / 3, 12);
    // Resampled groups are {1, 2} and {3}: the difference is between 0 (only 3) and .5 (only 1, 2).
    expect(find("supportRecall", "none")?.ci).toEqual([0, 0.5]);
    // Tokens have all four: (100 + 100 + 100 + 800) / 4.
    expect(find("tokens", "none")).toMatchObject({ n: 4, groups: 3, diff: 275 });
  });

  test("at equal passages: the curve is read between its points, without unscored questions", () => {
    // The rule's curve is (3, 1/3) to (6, 5/6); the opponent reads 4 and has 1/2.
    const equal = find("supportRecall", "equalPassages");
    expect(equal).toMatchObject({ a: "rule", b: "fixed-k", n: 3, groups: 2 });
    expect(equal?.diff).toBeCloseTo(1 / 3 + (5 / 6 - 1 / 3) / 3 - 1 / 2, 12);
    // Tokens at the same place: 300 + (600 − 300) / 3 = 400, against 500.
    expect(find("tokens", "equalPassages")?.diff).toBeCloseTo(-100, 9);
  });

  test("at equal support: the same curve read the other way", () => {
    // 1/2 is a third of the way from 1/3 to 5/6: 4 passages, 400 tokens.
    expect(find("tokens", "equalSupport")?.diff).toBeCloseTo(-100, 9);
    expect(find("passages", "equalSupport")?.diff).toBeCloseTo(0, 9);
  });
});
