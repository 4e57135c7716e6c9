import { describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import { pairedBootstrap } from "../../src/evaluation/bootstrap.js";
import { seededRandom } from "../../src/forest/train-random.js";

const ownGroups = (n: number): number[] => Array.from({ length: n }, (_, index) => index);

describe("pairedBootstrap", () => {
  it("has no width where every question differs by the same", () => {
    const { diff, ci } = pairedBootstrap([0.25, 0.25, 0.25, 0.25], ownGroups(4));
    expect(diff).toBe(0.25);
    expect(ci).toEqual([0.25, 0.25]);
  });

  it("comes near the normal interval for many independent questions", () => {
    const random = seededRandom(5);
    const differences = Array.from({ length: 400 }, (): number => (random() < 0.3 ? 1 : 0));
    const mean = differences.reduce((sum, value) => sum + value, 0) / 400;
    const halfWidth = 1.96 * Math.sqrt((mean * (1 - mean)) / 400);
    const { diff, ci } = pairedBootstrap(differences, ownGroups(400));
    expect(diff).toBeCloseTo(mean, 12);
    expect(ci[0]).toBeCloseTo(mean - halfWidth, 1.9);
    expect(ci[1]).toBeCloseTo(mean + halfWidth, 1.9);
  });

  it("is as wide as the groups make it: copies of a question add no certainty", () => {
    const single = pairedBootstrap([1, 0, 0, 1, 0, 1], ownGroups(6));
    const values = [1, 0, 0, 1, 0, 1].flatMap((value) => [value, value, value]);
    const groups = ownGroups(6).flatMap((group) => [group, group, group]);
    const copied = pairedBootstrap(values, groups);
    expect(copied).toEqual(single);
    const asIfApart = pairedBootstrap(values, ownGroups(18));
    expect(asIfApart.ci[1] - asIfApart.ci[0]).toBeLessThan(single.ci[1] - single.ci[0]);
  });

  it("weighs groups by their questions, as the mean over questions does", () => {
    // Two groups: three questions that differ by 1, one that differs by 0. Only three draws are
    // possible: both first (1), both second (0), one of each (3/4).
    const { diff, ci } = pairedBootstrap([1, 1, 1, 0], ["a", "a", "a", "b"]);
    expect(diff).toBe(0.75);
    expect(ci).toEqual([0, 1]);
    const narrow = pairedBootstrap([1, 1, 1, 0], ["a", "a", "a", "b"], { level: 0.2 });
    expect(narrow.ci).toEqual([0.75, 0.75]);
  });

  it("gives the same under a seed, and another under another", () => {
    const differences = Array.from({ length: 30 }, (_, index) => Math.sin(index));
    const one = pairedBootstrap(differences, ownGroups(30), { seed: 1, resamples: 200 });
    expect(pairedBootstrap(differences, ownGroups(30), { seed: 1, resamples: 200 })).toEqual(one);
    expect(pairedBootstrap(differences, ownGroups(30), { seed: 2, resamples: 200 })).not.toEqual(
      one,
    );
  });

  it("refuses no question, groups of another number, and what is no number", () => {
    expect(() => pairedBootstrap([], [])).toThrow(DynaKragError);
    expect(() => pairedBootstrap([1], [])).toThrow(DynaKragError);
    expect(() => pairedBootstrap([1, Number.NaN], [1, 2])).toThrow(DynaKragError);
  });

  it.each([
    { resamples: 0 },
    { resamples: 1.5 },
    { level: 1 },
    { level: 0 },
    { level: Number.NaN },
    { seed: Number.NaN },
  ])("refuses the settings %j", (options) => {
    expect(() => pairedBootstrap([1, 0], [1, 2], options)).toThrow(DynaKragError);
  });
});
