import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupBySupport } from "../../src/datasets/groups.js";
import { assignFolds, parseFolds, renderFolds } from "../../src/datasets/folds.js";
import { DATA_SETS, readSplit } from "../../src/training/train-data.js";

const DATA = "../shared/data";

const questionLists = fc
  .array(fc.array(fc.integer({ min: 0, max: 20 }).map(String), { minLength: 1, maxLength: 3 }), {
    maxLength: 25,
  })
  .map((lists) => lists.map((supporting, index) => ({ id: `q${index}`, supporting })));

describe("assignFolds", () => {
  it("gives every question one fold and keeps groups whole", () => {
    fc.assert(
      fc.property(questionLists, (questions) => {
        const folds = assignFolds(questions);
        expect([...folds.keys()].toSorted()).toEqual(questions.map(({ id }) => id).toSorted());
        for (const group of groupBySupport(questions)) {
          expect(new Set(group.map((id) => folds.get(id))).size).toBe(1);
        }
      }),
    );
  });

  it("fills the smallest fold first: sizes differ by no more than the largest group", () => {
    fc.assert(
      fc.property(questionLists, (questions) => {
        const sizes = [0, 0, 0, 0, 0];
        for (const fold of assignFolds(questions).values()) sizes[fold] = (sizes[fold] ?? 0) + 1;
        const largest = Math.max(0, ...groupBySupport(questions).map(({ length }) => length));
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(largest);
      }),
    );
  });

  it("refuses fewer than two folds", () => {
    expect(() => assignFolds([], 1)).toThrow(RangeError);
    expect(() => assignFolds([], 2.5)).toThrow(RangeError);
  });
});

describe("the frozen fold file", () => {
  it("is read back as it was written, whatever the ids", () => {
    const folds = new Map([
      [
        "set",
        new Map([
          ["__proto__", 3],
          ['"quoted"', 1],
          ["constructor", 0],
        ]),
      ],
    ]);
    expect(parseFolds(renderFolds(folds)).get("set")).toEqual(
      new Map([...(folds.get("set") ?? [])].toSorted()),
    );
  });

  it.skipIf(!existsSync(DATA))(
    "is what the train questions give, and no supporting passage is shared across folds",
    async () => {
      const frozen = readFileSync("policies/folds.json", "utf8");
      const made = new Map<string, Map<string, number>>();
      for (const dataset of DATA_SETS) {
        const questions = await readSplit(DATA, dataset, "train");
        made.set(dataset, assignFolds(questions));
        const foldOf = parseFolds(frozen).get(dataset);
        const foldOfPassage = new Map<string, number>();
        for (const { id, supporting } of questions) {
          const fold = foldOf?.get(id) ?? -1;
          expect(fold).toBeGreaterThanOrEqual(0);
          for (const passage of supporting) {
            expect(foldOfPassage.get(passage) ?? fold).toBe(fold);
            foldOfPassage.set(passage, fold);
          }
        }
      }
      expect(renderFolds(made)).toBe(frozen);
    },
  );
});
