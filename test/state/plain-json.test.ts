import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainJson, isStorableText } from "../../src/state/plain-json.js";

describe("a value that a checkpoint gives back", () => {
  test("is what JSON gives back as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme", noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes("\\u0000") && !Object.is(value, -0));
        expect(isPlainJson(value)).toBe(true);
      }),
    );
  });

  test.each([
    [undefined],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1n],
    [() => true],
    [Symbol("a")],
    [new Date(0)],
    [/a/u],
    [new Map()],
    [[undefined]],
    [{ a: undefined }],
    [{ a: [{ b: new Date(0) }] }],
    ["a\0"],
    [{ ["\ud800"]: 1 }],
  ])("is not %o", (value) => {
    expect(isPlainJson(value)).toBe(false);
  });

  test("is no circle, and nothing nested without end", () => {
    const circle: unknown[] = [];
    circle.push({ circle });
    expect(isPlainJson(circle)).toBe(false);
  });
});

test("a pair of surrogates is a text, half of one is none", () => {
  expect(isStorableText("😀")).toBe(true);
  expect(isStorableText("😀".slice(0, 1))).toBe(false);
  expect(isStorableText("😀".slice(1))).toBe(false);
});
