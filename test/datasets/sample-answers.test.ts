import { beforeAll, describe, expect, it } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { samplePassages, sampleQuestions } from "../../src/datasets/sample-world.js";
import type { Passage } from "../../src/state/evidence.js";
import { find, goldOf, nameOf } from "./sample-helpers.js";

let passages: Passage[];
let questions: Question[];

beforeAll(async () => {
  passages = await samplePassages();
  questions = await sampleQuestions();
});

function questionOf(id: string): Question {
  const question = questions.find((each) => each.id === id);
  if (!question) throw new Error(`${id} is missing`);
  return question;
}

/** The number that the pattern's first group finds. */
function figure(title: string, pattern: RegExp): number {
  return Number(find(passages, title, pattern).replace(",", ""));
}

describe("the comparisons", () => {
  const comparisons = (): Question[] => questions.filter(({ type }) => type === "comparison");
  const COUNTRY = /(Kellomar|Vantrine|Zhurandel)/;
  const BORN = / \((\d{4})–/;

  it("are answered by yes, no or the name of one gold passage", () => {
    for (const question of comparisons()) {
      const names = goldOf(question, passages).map(nameOf);
      expect(["yes", "no", ...names], question.id).toContain(question.answer);
    }
  });

  it("say yes as often as no", () => {
    const count = (word: string) => comparisons().filter(({ answer }) => answer === word).length;
    expect(count("yes")).toBeGreaterThan(0);
    expect(count("yes")).toBe(count("no"));
  });

  it("are all computed below a second time", () => {
    expect(comparisons()).toHaveLength(4 + 4 + 4);
  });

  // The figures are read from the passages and compared here, apart from the annotated answer.
  it.each([
    ["comparison-02", "Gannet Bridge", "Dovrash Viaduct", /([\d,]+) metres long/],
    ["comparison-03", "River Ambrelle", "Tavrin (river)", /(\d+) kilometres/],
    ["comparison-08", "Skarrow Light", "Melunja Mole Light", /(\d+) metres high/],
    ["comparison-10", "Hovarra", "Dellay", /(\d+) square/],
  ])("%s: the greater of %s and %s is the answer", (id, one, other, pattern) => {
    expect(figure(one, pattern)).not.toBe(figure(other, pattern));
    const greater = figure(one, pattern) > figure(other, pattern) ? one : other;
    expect(questionOf(id).answer).toBe(greater.replace(/ \(.*$/, ""));
  });

  it.each([
    ["comparison-01", "Quillon Averst", "Amalte Virossi", BORN],
    [
      "comparison-06",
      "Jorgat Peak",
      "Mount Kezdar",
      /first ascent (?:was made on 2 August|in) (\d{4})/,
    ],
    ["comparison-07", "The Meridian (newspaper)", "Brennoway Courant", /founded in (\d{4})/],
    ["comparison-12", "Joren Haldask (composer)", "Corvin Adlemar", BORN],
  ])("%s: the earlier of %s and %s is the answer", (id, one, other, pattern) => {
    expect(figure(one, pattern)).not.toBe(figure(other, pattern));
    const earlier = figure(one, pattern) < figure(other, pattern) ? one : other;
    expect(questionOf(id).answer).toBe(earlier.replace(/ \(.*$/, ""));
  });

  it.each([
    ["comparison-04", "Zorrim", "Dovrash", COUNTRY],
    ["comparison-05", "Culdessa", "Tiskel", COUNTRY],
    ["comparison-09", "Hedric Vosk", "Osvet Karamund", /born in (\w+)/i],
    ["comparison-11", "Marda Hultane", "Orsin Delabrek", /born in (\w+)/],
  ])("%s: the places of %s and %s bear the answer out", (id, one, other, pattern) => {
    const same = find(passages, one, pattern) === find(passages, other, pattern);
    expect(questionOf(id).answer).toBe(same ? "yes" : "no");
  });
});

describe("the unanswerable questions", () => {
  it("HP-8: have no answer, no alias, and the passage of the first hop", () => {
    for (const question of questions) {
      expect(question.answerable, question.id).toBe(question.type !== "unanswerable");
      expect(question.answer === "", question.id).toBe(!question.answerable);
      if (question.answerable) continue;
      expect(question.answer_aliases, question.id).toEqual([]);
      expect(question.hops, question.id).toBe(2);
      expect(question.supporting.length, question.id).toBeGreaterThanOrEqual(1);
    }
  });

  it.each([
    ["unanswerable-01", "Edda Marlune"],
    ["unanswerable-02", "Matthis Aubrake"],
    ["unanswerable-03", "Garrit Onsel"],
    ["unanswerable-05", "Reyard Ostine"],
    ["unanswerable-07", "Prince Adalric"],
    ["unanswerable-08", "Ansel Tesmer"],
  ])("HP-8: %s ends at %s, whom one passage only names", (id, name) => {
    const lastWord = name.split(" ").at(-1) ?? name;
    const naming = passages.filter(({ pageContent }) => pageContent.includes(lastWord));
    expect(naming.map((passage) => passage.id)).toEqual(questionOf(id).supporting);
    expect(naming[0]?.pageContent).toContain(name);
  });

  it.each([
    ["unanswerable-04", /\b(wife|wives|married|husband|widow|widower)\b/i],
    ["unanswerable-06", /\b(ill|illness|disease|fever|died|death)\b/i],
  ])("HP-8: %s asks for what neither gold passage tells", (id, told) => {
    for (const passage of goldOf(questionOf(id), passages)) {
      expect(passage.pageContent, passage.id).not.toMatch(told);
    }
  });
});
