import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepFirstByKey, mergeByKey, REDUCERS } from "../../src/state/reducers.js";
import { passage } from "../fixtures/bridge-world.js";

const key = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const items = fc.array(fc.record({ key, value: fc.nat(9) }), { maxLength: 8 });
const keyOf = (item: { key: string }): string => item.key;

describe.each([
  ["keepFirstByKey", keepFirstByKey(keyOf)],
  ["mergeByKey", mergeByKey(keyOf)],
] as const)("%s", (_name, merge) => {
  test("written twice counts once, also when the full value comes back", () => {
    fc.assert(
      fc.property(items, items, (current, update) => {
        const once = merge(merge([], current), update);
        expect(merge(once, update)).toEqual(once);
        expect(merge(once, once)).toEqual(once);
      }),
    );
  });

  test("does not depend on how writes are batched, as a DeltaChannel asks", () => {
    fc.assert(
      fc.property(items, items, items, (current, one, other) => {
        expect(merge(merge(current, one), other)).toEqual(merge(current, [...one, ...other]));
      }),
    );
  });

  test("holds each key once, in the order of first arrival, and writes to nothing", () => {
    fc.assert(
      fc.property(items, items, (current, update) => {
        const merged = merge(Object.freeze(current), Object.freeze(update));
        const order = [...new Set([...current, ...update].map(keyOf))];
        expect(merged.map(keyOf)).toEqual(order);
      }),
    );
  });
});

test("a later hit never rewrites evidence; a later record of a step replaces it", () => {
  const first = passage("1", "A", "first text");
  expect(REDUCERS.evidence([first], [passage("1", "A", "other text")])).toEqual([first]);
  const entry = (searches: number) => ({
    id: "preview:2",
    inputTokens: 0,
    outputTokens: 0,
    modelCalls: 0,
    searches,
    retrievals: 0,
    estimated: false,
  });
  expect(REDUCERS.ledger([entry(1)], [entry(3)])).toEqual([entry(3)]);
});
