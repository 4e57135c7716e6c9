import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import {
  acceptedAnswers,
  answerScoring,
  normaliseAnswer,
  scoreAnswer,
} from "../../src/evaluation/answer-scores.js";
import { ANSWER_PAIRS } from "./answer-pairs.js";
import { slowNormalise, slowScore } from "./slow-scores.js";

const HOTPOT = { bareWords: true };
const MUSIQUE = { bareWords: false };

describe("normaliseAnswer", () => {
  it.each([
    ["The United States of America", "united states of america"],
    ["U.S.", "us"],
    ["  an  apple\ta day ", "apple day"],
    ["rock-n-roll", "rocknroll"],
    // Punctuation goes first, so that what it leaves can be an article.
    ["(A) Theatre", "theatre"],
    ["Doña Ana", "doña ana"],
    ["ña a", "ña"],
    ["東京 (曖昧さ回避)", "東京 曖昧さ回避"],
    ["Ångström’s “law”", "ångström’s “law”"],
    ["…the", "…"],
    ["!?", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(normaliseAnswer(text)).toBe(expected);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = normaliseAnswer(text);
        expect(normaliseAnswer(once)).toBe(once);
      }),
    );
  });
});

describe("the table of worked answers", () => {
  it("has at least 60 different pairs", () => {
    const different = new Set(ANSWER_PAIRS.map((pair) => `${pair.answer} ${pair.accepted.join()}`));
    expect(different.size).toBeGreaterThanOrEqual(60);
  });

  it.each(ANSWER_PAIRS)("$rules: $answer for $accepted: $why", (pair) => {
    const { answer, accepted, rules, exactMatch, f1 } = pair;
    for (const scoring of [HOTPOT, MUSIQUE]) {
      if (rules === (scoring.bareWords ? "squad" : "bare")) continue;
      const score = scoreAnswer(answer, accepted, scoring);
      expect(score.exactMatch).toBe(exactMatch);
      expect(score.f1).toBeCloseTo(f1, 12);
      const slow = slowScore(answer, accepted, scoring.bareWords);
      expect(slow.exactMatch).toBe(exactMatch);
      expect(slow.f1).toBeCloseTo(f1, 12);
    }
  });
});

describe("a second computation, letter by letter", () => {
  const words = [
    "The",
    "a",
    "an",
    "yes",
    "no",
    "No-Answer",
    "A.",
    "rock",
    "Ünder",
    "東京",
    "’",
    "_",
  ];
  const marks = [" ", " ", ",", "\t", "\u00a0", "\u0301", "-", "\ufeff", "\u001c", "\u0085", "½"];
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.array(fc.constantFrom(...words, ...marks), { maxLength: 8 }).map((parts) => parts.join("")),
  );

  it("normalises any text alike", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normaliseAnswer(text)).toBe(slowNormalise(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("scores any texts alike", () => {
    const accepted = fc.array(anyText, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyText, accepted, fc.boolean(), (answer, golds, bareWords) => {
        const score = scoreAnswer(answer, golds, { bareWords });
        const slow = slowScore(answer, golds, bareWords);
        expect(score.exactMatch).toBe(slow.exactMatch);
        expect(score.f1).toBeCloseTo(slow.f1, 12);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the rules of a data set", () => {
  it("are those of its official script", () => {
    expect(answerScoring("hotpotqa")).toEqual(HOTPOT);
    expect(answerScoring("2wikimultihopqa")).toEqual(HOTPOT);
    expect(answerScoring("musique")).toEqual(MUSIQUE);
    expect(answerScoring("sample")).toEqual(HOTPOT);
  });

  it("EV-3: accept aliases, but for HotpotQA, which has a single answer", () => {
    const question = { answer: "United States", answer_aliases: ["USA", "U.S."] };
    const all = ["United States", "USA", "U.S."];
    expect(acceptedAnswers({ ...question, dataset: "musique" })).toEqual(all);
    expect(acceptedAnswers({ ...question, dataset: "2wikimultihopqa" })).toEqual(all);
    expect(acceptedAnswers({ ...question, dataset: "hotpotqa" })).toEqual(["United States"]);
  });
});

describe("scoreAnswer", () => {
  it("counts shared words, repeated ones as often as both have them", () => {
    // 2 of 3 words are right, 2 of 2 are found: 2 · 2/3 · 1 / (5/3).
    expect(scoreAnswer("new york city", ["New York"], HOTPOT)).toEqual({ exactMatch: 0, f1: 0.8 });
    // "to be" twice in the gold (6 words), once in the answer (2): precision 1, recall 1/3.
    expect(scoreAnswer("to be", ["to be or not to be"], HOTPOT).f1).toBeCloseTo(0.5, 12);
    expect(scoreAnswer("to to", ["to be"], HOTPOT).f1).toBeCloseTo(0.5, 12);
    expect(scoreAnswer("Rome", ["Paris"], HOTPOT)).toEqual({ exactMatch: 0, f1: 0 });
  });

  it.each([
    ["Yes.", "yes", 1, 1],
    ["yes, both are", "yes", 0, 0],
    ["no", "yes", 0, 0],
    ["No doubt", "no", 0, 0],
    ["no", "No doubt", 0, 0],
    ["noanswer", "no answer", 0, 0],
  ])("EV-1: %j for %j scores as in the official script", (answer, gold, exactMatch, f1) => {
    expect(scoreAnswer(answer, [gold], HOTPOT)).toEqual({ exactMatch, f1 });
  });

  it("EV-1: MuSiQue has no rule of bare words", () => {
    // Precision 1/2, recall 1.
    expect(scoreAnswer("No doubt", ["no"], MUSIQUE).f1).toBeCloseTo(2 / 3, 12);
  });

  it("EV-3: takes the best score over gold and aliases", () => {
    const accepted = ["United States", "USA", "U.S."];
    expect(scoreAnswer("U.S.", accepted, HOTPOT)).toEqual({ exactMatch: 1, f1: 1 });
    expect(scoreAnswer("the United States", accepted, HOTPOT)).toEqual({ exactMatch: 1, f1: 1 });
  });

  it("does not match two different texts that both normalise to nothing", () => {
    for (const scoring of [HOTPOT, MUSIQUE]) {
      expect(scoreAnswer("!!!", ["The The"], scoring)).toEqual({ exactMatch: 0, f1: 0 });
      expect(scoreAnswer("", ["The The"], scoring)).toEqual({ exactMatch: 0, f1: 0 });
      expect(scoreAnswer("the the ", ["The The"], scoring).exactMatch).toBe(1);
    }
    expect(scoreAnswer("", [""], MUSIQUE)).toEqual({ exactMatch: 1, f1: 1 });
    expect(scoreAnswer("", [""], HOTPOT)).toEqual({ exactMatch: 1, f1: 0 });
  });

  it("is symmetric in F1, 1 for the same text, and never outside 0 to 1", () => {
    const words = fc
      .array(fc.constantFrom("red", "blue", "the", "green", "no"), { minLength: 1, maxLength: 5 })
      .map((list) => list.join(" "));
    fc.assert(
      fc.property(words, words, (one, other) => {
        const { f1 } = scoreAnswer(one, [other], HOTPOT);
        expect(f1).toBeCloseTo(scoreAnswer(other, [one], HOTPOT).f1, 12);
        expect(f1).toBeGreaterThanOrEqual(0);
        expect(f1).toBeLessThanOrEqual(1);
        expect(scoreAnswer(one, [one], HOTPOT).exactMatch).toBe(1);
      }),
    );
  });

  it("needs an accepted answer", () => {
    expect(() => scoreAnswer("x", [], HOTPOT)).toThrow(DynaKragError);
  });
});
