import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import { normaliseAnswer, scoreAnswer } from "../../src/evaluation/answer-scores.js";

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
