import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupBySupport, supportGroups } from "../../src/datasets/groups.js";

const questionLists = fc
  .array(fc.array(fc.integer({ min: 0, max: 20 }).map(String), { minLength: 1, maxLength: 3 }), {
    maxLength: 25,
  })
  .map((lists) => lists.map((supporting, index) => ({ id: `q${index}`, supporting })));

describe("groupBySupport", () => {
  it("joins questions through a third one", () => {
    const groups = groupBySupport([
      { id: "a", supporting: ["1"] },
      { id: "b", supporting: ["2"] },
      { id: "c", supporting: ["3"] },
      { id: "d", supporting: ["2", "1"] },
    ]);
    expect(groups).toEqual([["a", "b", "d"], ["c"]]);
  });

  it("agrees with joining by repeated merging, and no passage is in two groups", () => {
    fc.assert(
      fc.property(questionLists, (questions) => {
        let slow = questions.map(({ id, supporting }) => ({
          ids: [id],
          held: new Set(supporting),
        }));
        for (let changed = true; changed;) {
          changed = false;
          for (const one of slow) {
            const other = slow.find(
              (group) => group !== one && [...group.held].some((p) => one.held.has(p)),
            );
            if (!other) continue;
            one.ids.push(...other.ids);
            for (const passage of other.held) one.held.add(passage);
            slow = slow.filter((group) => group !== other);
            changed = true;
            break;
          }
        }
        const plain = (groups: string[][]): string[] =>
          groups.map((ids) => ids.toSorted().join()).toSorted();
        expect(plain(groupBySupport(questions))).toEqual(plain(slow.map(({ ids }) => ids)));
      }),
    );
  });
});

describe("supportGroups", () => {
  it("numbers the groups in the order of their first question", () => {
    const groups = supportGroups([
      { id: "a", supporting: ["1"] },
      { id: "b", supporting: [] },
      { id: "c", supporting: ["2", "3"] },
      { id: "d", supporting: ["3", "1"] },
      { id: "e", supporting: [] },
    ]);
    expect(groups).toEqual([0, 1, 0, 0, 2]);
  });

  it("tells questions apart that have the same id in two data sets", () => {
    const groups = supportGroups([
      { id: "7", supporting: ["1"] },
      { id: "7", supporting: ["2"] },
    ]);
    expect(groups).toEqual([0, 1]);
  });
});
