import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CandidateList } from "../../src/retrieval/list-features.js";
import { passageFeatures } from "../../src/retrieval/passage-features.js";
import { PASSAGE_FEATURES, passageVector } from "../../src/retrieval/passage-feature-table.js";
import type { Passage } from "../../src/state/evidence.js";
import {
  ADA,
  BRIDGE_WORLD,
  IRON_BRIDGE,
  passage,
  QUESTION,
  VELM,
} from "../fixtures/bridge-world.js";
import { featuresOf, listOf } from "../fixtures/candidates.js";
import { deepFreeze } from "../fixtures/deep-freeze.js";

describe("figures", () => {
  test.each([
    ["When was the Iron Bridge opened?", "It was opened in 1742.", 1],
    ["When was the Iron Bridge opened?", "It has 12 arches, 91742 stones.", 0],
    ["How many arches has it?", "It has 12 arches.", 1],
    ["How many arches has it?", "It has arches.", 0],
    ["Who built it?", "It was opened in 1742.", -1],
  ])("%s %s", (question, text, expected) => {
    expect(featuresOf(passage("p", "P", text), { question }).figureFits).toBe(expected);
  });

  test("in Spanish, where the corpus is Spanish", () => {
    const question = "¿Cuándo se abrió el puente?";
    const page = passage("p", "Puente", "Se abrió en 1742.");
    expect(featuresOf(page, { question, language: "spanish" }).figureFits).toBe(1);
    expect(featuresOf(page, { question, language: "none" }).figureFits).toBe(-1);
  });
});

describe("lists", () => {
  test("ranks, ratios, and in how many lists a passage stands", () => {
    const lists = [listOf([ADA, VELM], [8, 2]), listOf([VELM, IRON_BRIDGE])];
    const [first = [], second = []] = passageFeatures({
      question: QUESTION,
      evidence: [],
      language: "english",
      lists,
    });
    expect(first[0]).toMatchObject({ scoreRatio: 1, nextRatio: 1 / 4, listCount: 1 });
    expect(first[1]).toMatchObject({
      reciprocalRank: 1 / 2,
      reciprocalPlace: 1 / 2,
      scoreRatio: 1 / 4,
      nextRatio: -1,
      listCount: 2,
      bestReciprocalRank: 1,
      queryCoverage: 1,
    });
    expect(second[0]).toMatchObject({ scoreRatio: -1, nextRatio: -1, listCount: 2 });
    expect(second[1]).toMatchObject({ listCount: 1, bestReciprocalRank: 1 / 2, queryCoverage: 0 });
  });

  test("the first ten hits of a list have features", () => {
    const many = Array.from({ length: 14 }, (_, n) => passage(`p${n}`, `P ${n}`, `Page ${n}.`));
    const input = { question: "?", evidence: [], language: "english" as const };
    expect(passageFeatures({ ...input, lists: [listOf(many)] })[0]).toHaveLength(10);
    expect(passageFeatures({ ...input, lists: [listOf(many)], depth: 2 })[0]).toHaveLength(2);
  });
});

describe("over any passages", () => {
  const WORDS = [
    "Iron Bridge",
    "Ada Orrin",
    "spans",
    "river",
    "1742",
    "Velm",
    "built",
    "wool",
    ".",
  ];
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((all) => all.join(" "));
  const some = fc.array(fc.tuple(text, text), { maxLength: 5 }).map((pairs) =>
    pairs.map(([title, body], n): Passage => ({
      id: `p${n}`,
      pageContent: body,
      metadata: title === "" ? {} : { title },
    })),
  );
  const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 });

  const input = (asked: string, evidence: readonly Passage[], lists: CandidateList[]) => ({
    question: `Which ${asked}?`,
    evidence,
    language: "english" as const,
    bridges: ["Velm", "Iron Bridge"],
    newest: new Set(["p0"]),
    lists,
  });

  test("each is −1 or in its range, and scaled scores change nothing", () => {
    const bounded = new Set(
      PASSAGE_FEATURES.filter(({ range }) => range.endsWith("1")).map(({ name }) => name),
    );
    fc.assert(
      fc.property(text, some, some, scores, (asked, evidence, candidates, drawn) => {
        const sorted = drawn.toSorted((a, b) => b - a);
        const lists = [listOf(candidates, sorted), listOf(candidates.toReversed())];
        const rows = passageFeatures(deepFreeze(input(asked, evidence, lists)));
        for (const features of rows.flat()) {
          for (const { name } of PASSAGE_FEATURES) {
            const value = features[name];
            expect(value === -1 || value >= 0, `${name} ${value}`).toBe(true);
            if (bounded.has(name)) expect(value).toBeLessThanOrEqual(1 + 1e-9);
          }
        }
        const scaled = sorted.map((score) => score * 2 ** 7);
        const again = [listOf(candidates, scaled), listOf(candidates.toReversed())];
        expect(passageFeatures(input(asked, evidence, again))).toEqual(rows);
      }),
      { numRuns: 100, seed: 20260707 },
    );
  });

  test("equal pages have equal features, whatever object they are", () => {
    const lists = [listOf(BRIDGE_WORLD)];
    const copies = [listOf(structuredClone([...BRIDGE_WORLD]))];
    expect(passageFeatures(input("river", [ADA], copies))).toEqual(
      passageFeatures(input("river", [ADA], lists)),
    );
  });
});

test("names are unique, and a row stands in their order", () => {
  const names = PASSAGE_FEATURES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const features = featuresOf(IRON_BRIDGE, { evidence: [ADA] });
  expect(Object.keys(features).toSorted()).toEqual(names.toSorted());
  expect(passageVector(features)[names.indexOf("linkedFrom")]).toBe(1);
});

test("a page of any length is read in bounded time by its beginning", () => {
  const long = passage("l", "Long", `${"The river spans. ".repeat(5_000)}Ada Orrin built it.`);
  // Bridge, Ada, Orrin and built come too late or not at all: river and span of six.
  expect(featuresOf(long).questionCoverage).toBeCloseTo(2 / 6);
});
