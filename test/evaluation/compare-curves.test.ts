import { describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import {
  compareAtEqualPassages,
  compareAtEqualValue,
  type QuestionPoints,
} from "../../src/evaluation/compare-curves.js";
import { pointAtPassages } from "../../src/evaluation/curve.js";
import { seededRandom } from "../../src/forest/train-random.js";

const points = (passages: number[], value: number[], tokens: number[]): QuestionPoints => {
  return { passages, value, tokens };
};

/** Means: 3 passages, .5, 950 tokens; 6 passages, .75, 1600 tokens. */
const curve = [points([3, 3], [0.5, 0.5], [900, 1000]), points([6, 6], [1, 0.5], [1500, 1700])];
/** Means: 4.5 passages, .5, 1250 tokens. */
const opponent = points([4, 5], [0.5, 0.5], [1200, 1300]);
const groups = ["a", "b"];

describe("a comparison at equal passages", () => {
  it("reads the curve at the opponent's mean passages", () => {
    // Half-way from 3 to 6: value .625, tokens 1275.
    const comparison = compareAtEqualPassages({ curve, opponent, groups });
    expect(comparison?.opponent).toEqual({ passages: 4.5, value: 0.5, tokens: 1250 });
    expect(comparison?.method.passages).toBe(4.5);
    expect(comparison?.method.value).toBeCloseTo(0.625, 12);
    expect(comparison?.value.diff).toBeCloseTo(0.125, 12);
    expect(comparison?.tokens.diff).toBeCloseTo(25, 9);
    expect(comparison?.passages.diff).toBe(0);
    expect(comparison).toMatchObject({ n: 2, groupCount: 2, outside: 0 });
  });

  it("computes both curves anew in every resample", () => {
    // Three draws are possible. a twice: the opponent has 4 passages, the curve .5 there and 1 at 6,
    // so 2/3 − 1/2 = 1/6. b twice: the curve is flat, so 0. One of each: 1/8. Reading every draw at
    // the 4.5 passages of the whole sample would give 1/4 for a twice.
    const comparison = compareAtEqualPassages({ curve, opponent, groups });
    expect(comparison?.value.ci?.[0]).toBeCloseTo(0, 12);
    expect(comparison?.value.ci?.[1]).toBeCloseTo(1 / 6, 12);
    expect(comparison?.value.ciByQuestion).toEqual(comparison?.value.ci);
    const narrow = compareAtEqualPassages({ curve, opponent, groups }, { level: 0.1 });
    expect(narrow?.value.ci?.[0]).toBeCloseTo(1 / 8, 12);
    expect(narrow?.value.ci?.[1]).toBeCloseTo(1 / 8, 12);
  });

  it("has no width by groups where all questions are one group, but has by question", () => {
    const comparison = compareAtEqualPassages({ curve, opponent, groups: ["a", "a"] });
    expect(comparison?.groupCount).toBe(1);
    expect(comparison?.value.ci?.[0]).toBeCloseTo(0.125, 12);
    expect(comparison?.value.ci?.[1]).toBeCloseTo(0.125, 12);
    expect(comparison?.value.ciByQuestion?.[1]).toBeCloseTo(1 / 6, 12);
  });

  it("is nothing and all nothing against itself", () => {
    const [own = opponent] = curve;
    const comparison = compareAtEqualPassages({ curve, opponent: own, groups });
    for (const axis of ["passages", "value", "tokens"] as const) {
      expect(comparison?.[axis]).toEqual({ diff: 0, ci: [0, 0], ciByQuestion: [0, 0] });
    }
  });

  it("extrapolates nothing: no comparison beyond the ends, the end point for an upper bound", () => {
    const more = points([8, 8], [0.5, 0.5], [2000, 2000]);
    expect(compareAtEqualPassages({ curve, opponent: more, groups })).toBeUndefined();
    const bound = compareAtEqualPassages({ curve, opponent: more, groups }, { endPoint: true });
    expect(bound?.value.diff).toBeCloseTo(0.25, 12);
    expect(bound?.passages.diff).toBe(-2);
    const fewer = points([2, 2], [0.5, 0.5], [500, 500]);
    const asked = compareAtEqualPassages({ curve, opponent: fewer, groups }, { endPoint: true });
    expect(asked).toBeUndefined();
  });

  it("says how many resamples the curve does not reach, and gives no interval over the rest", () => {
    // Question b has 7 passages, more than the curve: a draw of b twice, 1 in 4, is out of reach.
    const wide = points([4, 7], [0.5, 0.5], [1200, 1300]);
    const comparison = compareAtEqualPassages({ curve, opponent: wide, groups });
    expect(comparison?.outside).toBeCloseTo(0.25, 1.5);
    expect(comparison?.value.diff).toBeCloseTo(0.5 + 0.25 * (2.5 / 3) - 0.5, 12);
    expect(comparison?.value.ci).toBeUndefined();
    expect(comparison?.tokens.ciByQuestion).toBeUndefined();
  });
});

describe("a comparison at equal value", () => {
  it("reads tokens and passages where the curve has the opponent's value", () => {
    // The opponent has .6: the curve gets there at (.6 − .5) / .25 = 2/5 of the way.
    const better = points([6, 6], [0.6, 0.6], [2000, 2200]);
    const comparison = compareAtEqualValue({ curve, opponent: better, groups });
    expect(comparison?.method.tokens).toBeCloseTo(950 + 0.4 * 650, 9);
    expect(comparison?.tokens.diff).toBeCloseTo(1210 - 2100, 9);
    expect(comparison?.passages.diff).toBeCloseTo(4.2 - 6, 12);
    expect(comparison?.value.diff).toBe(0);
  });

  it("is none where the method does not get there or has more from the start", () => {
    const [best, worse] = [points([6, 6], [1, 1], [9, 9]), points([1, 1], [0, 0.5], [9, 9])];
    expect(compareAtEqualValue({ curve, opponent: best, groups })).toBeUndefined();
    expect(compareAtEqualValue({ curve, opponent: worse, groups })).toBeUndefined();
    const first = compareAtEqualValue({ curve, opponent: worse, groups }, { endPoint: true });
    expect(first?.tokens.diff).toBe(941);
  });
});

describe("a second computation, with the questions of every resample written out", () => {
  const random = seededRandom(3);
  const n = 40;
  const groups = Array.from({ length: n }, (_, question) => question % 17);
  const measured = (passages: number, value: number): QuestionPoints => ({
    passages: Float64Array.from({ length: n }, () => Math.round(passages + 2 * random())),
    value: Float64Array.from({ length: n }, () => (random() < value ? 1 : 0.5)),
    tokens: Float64Array.from({ length: n }, () => Math.round(passages * 100 * random())),
  });
  const curve = [measured(2, 0.2), measured(8, 0.9), measured(5, 0.6)];
  const opponent = measured(5.5, 0.3);

  const meanOver = (values: ArrayLike<number>, questions: readonly number[]): number =>
    questions.reduce((sum, question) => sum + (values[question] ?? 0), 0) / questions.length;
  const meansOver = (point: QuestionPoints, questions: readonly number[]) => ({
    passages: meanOver(point.passages, questions),
    value: meanOver(point.value, questions),
    tokens: meanOver(point.tokens, questions),
  });

  it("gives the same differences and intervals", () => {
    const [resamples, seed] = [500, 21];
    const draw = seededRandom(seed);
    const members = Array.from({ length: 17 }, (_, group) =>
      groups.flatMap((of, question) => (of === group ? [question] : [])),
    );
    const differences = Array.from({ length: resamples }, () => {
      const questions = members.flatMap(() => members[Math.floor(draw() * 17)] ?? []);
      const theirs = meansOver(opponent, questions);
      const own = curve.map((point) => meansOver(point, questions));
      return (pointAtPassages(own, theirs.passages)?.value ?? Number.NaN) - theirs.value;
    }).toSorted((one, other) => one - other);

    const input = { curve, opponent, groups };
    const comparison = compareAtEqualPassages(input, { resamples, seed });
    expect(comparison?.outside).toBe(0);
    // The middle 95 %: from 2.5 % to 97.5 % of the 499 steps between the sorted values.
    expect(comparison?.value.ci?.[0]).toBeCloseTo(differences[12] ?? Number.NaN, 9);
    expect(comparison?.value.ci?.[1]).toBeCloseTo(differences[487] ?? Number.NaN, 9);
  });

  it("gives the same twice, and another interval under another seed", () => {
    const input = { curve, opponent, groups };
    const one = compareAtEqualPassages(input, { resamples: 200, seed: 1 });
    expect(compareAtEqualPassages(input, { resamples: 200, seed: 1 })).toEqual(one);
    const other = compareAtEqualPassages(input, { resamples: 200, seed: 2 });
    expect(other?.value.diff).toBe(one?.value.diff);
    expect(other?.value.ci).not.toEqual(one?.value.ci);
  });
});

describe("bad input", () => {
  it.each([
    ["no curve", { curve: [], opponent, groups }],
    ["no question", { curve: [points([], [], [])], opponent: points([], [], []), groups: [] }],
    ["a question without a group", { curve, opponent, groups: ["a"] }],
    ["a shorter list", { curve: [points([3], [0.5, 0.5], [1, 1])], opponent, groups }],
    ["NaN", { curve: [points([3, 3], [0.5, Number.NaN], [1, 1])], opponent, groups }],
  ])("is refused: %s", (_what, input) => {
    expect(() => compareAtEqualPassages(input)).toThrow(DynaKragError);
    expect(() => compareAtEqualValue(input)).toThrow(DynaKragError);
  });

  it("is refused: settings out of bounds", () => {
    const input = { curve, opponent, groups };
    expect(() => compareAtEqualPassages(input, { resamples: 0 })).toThrow(DynaKragError);
  });
});
