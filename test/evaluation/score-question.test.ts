import { describe, expect, it } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { DynaKragError } from "../../src/errors.js";
import { abstentionOutcome, summariseAbstentions } from "../../src/evaluation/abstention.js";
import { meanScore } from "../../src/evaluation/mean-score.js";
import { scoreQuestion } from "../../src/evaluation/score-question.js";

const question: Question = {
  id: "q1",
  dataset: "musique",
  question: "Where was the designer of the bridge born?",
  answer: "United States",
  answer_aliases: ["USA"],
  type: "2hop",
  hops: 2,
  supporting: ["p1", "p2"],
  context: [],
  answerable: true,
};

describe("scoreQuestion", () => {
  it("scores text, evidence and abstention together", () => {
    const output = { answer: "the USA.", answerable: true, evidence: ["p2", "p9"] };
    const score = scoreQuestion(question, output);
    expect(score).toMatchObject({ exactMatch: 1, f1: 1, abstention: "answered" });
    expect(score.support?.recall).toBe(0.5);
  });

  it("uses the rules of the data set: HotpotQA accepts no alias and no half of a yes", () => {
    const output = { answer: "USA", answerable: true, evidence: [] };
    expect(scoreQuestion({ ...question, dataset: "hotpotqa" }, output).exactMatch).toBe(0);
    const yes = { ...question, answer: "yes", answer_aliases: [] };
    const both = { answer: "yes, both", answerable: true, evidence: [] };
    expect(scoreQuestion({ ...yes, dataset: "hotpotqa" }, both).f1).toBe(0);
    expect(scoreQuestion(yes, both).f1).toBeCloseTo(2 / 3, 12);
  });

  it("EV-4: scores the best-effort text of an answerable question although it abstained", () => {
    const output = { answer: "USA", answerable: false, evidence: [] };
    const score = scoreQuestion(question, output);
    expect(score).toMatchObject({ exactMatch: 1, abstention: "wrong_abstention" });
  });

  it("EV-4: gives an unanswerable question an abstention, but no EM and no F1", () => {
    const unanswerable = { ...question, answer: "", answerable: false, supporting: [] };
    const score = scoreQuestion(unanswerable, { answer: "", answerable: false, evidence: ["p1"] });
    expect(score).toEqual({
      exactMatch: undefined,
      f1: undefined,
      support: undefined,
      abstention: "right_abstention",
    });
  });
});

describe("abstentions", () => {
  it.each([
    [true, true, "answered"],
    [true, false, "wrong_abstention"],
    [false, false, "right_abstention"],
    [false, true, "missed"],
  ])("EV-4: answerable %s, said to be %s: %s", (annotated, said, outcome) => {
    expect(abstentionOutcome({ answerable: annotated }, { answerable: said })).toBe(outcome);
  });

  it("EV-4: are counted apart, right ones of the unanswerable, wrong ones of the answerable", () => {
    const summary = summariseAbstentions([
      "answered",
      "right_abstention",
      "missed",
      "right_abstention",
      "wrong_abstention",
      "right_abstention",
      "answered",
      "answered",
    ]);
    expect(summary).toEqual({
      answered: 3,
      rightAbstentions: 3,
      wrongAbstentions: 1,
      missed: 1,
      rightRate: 3 / 4,
      wrongRate: 1 / 4,
    });
  });

  it("EV-4: have no rate, rather than NaN, without a question of the kind", () => {
    const none = summariseAbstentions([]);
    expect([none.rightRate, none.wrongRate]).toEqual([undefined, undefined]);
    expect(summariseAbstentions(["missed"])).toMatchObject({ rightRate: 0, wrongRate: undefined });
  });
});

describe("meanScore", () => {
  it("EV-4: averages what is there and says how much that is", () => {
    expect(meanScore([1, undefined, 0, 0.5])).toEqual({ mean: 0.5, n: 3 });
    expect(meanScore([undefined, undefined])).toEqual({ mean: undefined, n: 0 });
    expect(meanScore([])).toEqual({ mean: undefined, n: 0 });
    expect(meanScore([0])).toEqual({ mean: 0, n: 1 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("EV-4: refuses %d", (value) => {
    expect(() => meanScore([1, value])).toThrow(DynaKragError);
  });
});
