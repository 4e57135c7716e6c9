import { describe, expect, it } from "vitest";
import { countriesIn } from "../../../src/generator/offline/countries.js";
import {
  CANDIDATE_FEATURES,
  forEachCandidate,
} from "../../../src/generator/offline/candidate-features.js";
import { coverage } from "../../../src/generator/offline/evidence-view.js";
import { firstDate, toldDates } from "../../../src/generator/offline/told-dates.js";
import { passages, viewFor } from "./reading.js";

const EVIDENCE = passages(
  ["Gannet Bridge", "The Gannet Bridge was designed by Ilva Marr and opened in 1742."],
  ["Ilva Marr", "Ilva Marr was an engineer from Ondrevik."],
  ["Ondrevik (town)", "Ondrevik is a town known for copper ore."],
  ["Weather", "It rains."],
);
const QUESTION = "Where was the designer of the Gannet Bridge born?";

describe("the view of the evidence", () => {
  it("links passages by their titles and counts the steps from the question", async () => {
    const { passages: views, anchor } = await viewFor(QUESTION, EVIDENCE);
    expect(views.map(({ leadsTo }) => leadsTo)).toEqual([[1], [2], [], []]);
    expect(views.map(({ ledToBy }) => ledToBy)).toEqual([[], [0], [1], []]);
    expect(views.map(({ depth }) => depth)).toEqual([0, 1, 2, -1]);
    expect(anchor).toBe(0);
  });

  it("knows which terms of the question stand nowhere", async () => {
    const { missingTerms, question } = await viewFor(QUESTION, EVIDENCE);
    // "designer" has the stem of "designed"; nobody tells of a birth.
    expect(missingTerms).toEqual(["born"]);
    expect(question.relationTerms).not.toContain("gannet");
  });

  it("takes the noun after the question word for what is asked", async () => {
    const { question } = await viewFor("In what Western TV series did he act?", EVIDENCE);
    expect(question.kindTerm).toBe("seri");
  });
});

describe("coverage", () => {
  it("is the share of the asked terms, and 0 where nothing is asked", () => {
    expect(coverage(["a", "b", "c", "d"], new Set(["a", "d", "x"]))).toBe(0.5);
    expect(coverage([], new Set(["a"]))).toBe(0);
  });
});

describe("features of candidates", () => {
  it("are one number a column, missing −1 and all others from 0 on", async () => {
    let seen = 0;
    forEachCandidate(await viewFor(QUESTION, EVIDENCE), (features) => {
      seen += 1;
      expect(features.length).toBe(CANDIDATE_FEATURES.length);
      for (const value of features) expect(value === -1 || value >= 0).toBe(true);
    });
    expect(seen).toBeGreaterThan(5);
  });

  it("say where a span stands: depth of its passage, and whether it is a title elsewhere", async () => {
    const column = (name: (typeof CANDIDATE_FEATURES)[number]): number =>
      CANDIDATE_FEATURES.indexOf(name);
    const found = new Map<string, { depth: number; elsewhere: number }>();
    forEachCandidate(await viewFor(QUESTION, EVIDENCE), (features, { text }, passage) => {
      const elsewhere = features[column("titleElsewhere")] ?? -1;
      found.set(`${passage} ${text}`, { depth: features[column("depth")] ?? -1, elsewhere });
    });
    expect(found.get("0 Ilva Marr")).toEqual({ depth: 0, elsewhere: 1 });
    expect(found.get("1 Ondrevik")).toEqual({ depth: 1, elsewhere: 1 });
    expect(found.get("0 1742")).toEqual({ depth: 0, elsewhere: 0 });
  });
});

describe("told dates", () => {
  it.each([
    ["Ada Quill (3 May 1902 – 9 June 1970) was a director.", 1902, 1970],
    ["Bo Tarrant (born March 12, 1911) was a director.", 1911, undefined],
    ["Cy Marsh was born in 1890. He died on 2 July 1950 in Hennick.", 1890, 1950],
    ["Harbour Lights is a 1951 British film.", undefined, undefined],
  ])("%s", async (text, birth, death) => {
    const view = await viewFor("Who?", passages(["T", text]));
    const dates = view.passages.flatMap(toldDates);
    const year = (at: number | undefined): number | undefined =>
      at === undefined ? undefined : Math.floor(at);
    expect(year(firstDate(dates, "birth"))).toBe(birth);
    expect(year(firstDate(dates, "death"))).toBe(death);
  });

  it("keeps the order of days and months within a year", async () => {
    const text = "It was in March 1950, on 5 March 1950, on 9 May 1950, and in 1951.";
    const view = await viewFor("Who?", passages(["T", text]));
    const dates = view.passages.flatMap(toldDates).map(({ at }) => at);
    expect(dates.length).toBe(4);
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  });
});

describe("countries", () => {
  it.each([
    ["a british film by a south korean director", ["united kingdom", "south korea"]],
    ["a village in ohio", ["united states"]],
    ["she is an english and english speaking actor", ["united kingdom"]],
    ["__proto__ constructor", []],
  ])("%s", (folded, countries) => {
    expect(countriesIn(folded)).toEqual(countries);
  });
});
