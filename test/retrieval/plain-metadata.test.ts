import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cleanMetadata,
  cleanText,
  METADATA_DEPTH,
  METADATA_VALUES,
} from "../../src/retrieval/plain-metadata.js";

describe("cleanMetadata", () => {
  it("CK-2: turns what JSON cannot hold into what it can, and keeps false, 0 and ''", () => {
    const metadata = {
      date: new Date(0),
      noDate: new Date(Number.NaN),
      score: Number.NaN,
      max: Number.POSITIVE_INFINITY,
      flag: false,
      n: 0,
      s: "",
      u: undefined,
      nothing: null,
      big: 12n,
      call: () => 1,
      symbol: Symbol("s"),
      bytes: new Float32Array(3),
      negative: -0,
    };
    expect(cleanMetadata(metadata)).toStrictEqual({
      date: "1970-01-01T00:00:00.000Z",
      noDate: null,
      score: null,
      max: null,
      flag: false,
      n: 0,
      s: "",
      nothing: null,
      big: "12",
      negative: 0,
    });
  });

  it("makes plain objects of class instances", () => {
    class Page {
      number = 3;
      read(): number {
        return this.number;
      }
    }
    const cleaned = cleanMetadata({ page: new Page() });
    expect(cleaned).toStrictEqual({ page: { number: 3 } });
  });

  it("CK-5: removes NUL and halves of surrogate pairs from keys and values", () => {
    const cleaned = cleanMetadata({ "a\0": "x\0y", list: ["\ud83d", "😀\udc00"] });
    expect(cleaned).toEqual({ a: "xy", list: ["", "😀"] });
  });

  it("drops cycles, keeps what is only used twice", () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { one: shared, other: shared };
    cycle["self"] = cycle;
    expect(cleanMetadata(cycle)).toEqual({ one: { a: 1 }, other: { a: 1 } });
  });

  it("SE-2: drops keys that reach a prototype, at every level", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "deep": {"constructor": 1, "prototype": 2, "ok": 3}}',
    );
    const cleaned = cleanMetadata(hostile);
    expect(Object.keys(cleaned)).toEqual(["deep"]);
    expect(cleaned["deep"]).toEqual({ ok: 3 });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect("polluted" in cleaned).toBe(false);
  });

  it("bounds depth and number of values", () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 100; level += 1) deep = { deep };
    expect(JSON.stringify(cleanMetadata(deep)).split("deep")).toHaveLength(METADATA_DEPTH);
    const wide = { list: Array.from({ length: 10 * METADATA_VALUES }, (_, index) => index) };
    const { list } = cleanMetadata(wide);
    expect(list).toHaveLength(METADATA_VALUES - 1);
  });

  it.each([undefined, null, 3, "text", [1], () => 1])("gives {} for %j", (metadata) => {
    expect(cleanMetadata(metadata)).toEqual({});
  });

  it("gives what a checkpoint gives back, and does not change it a second time", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.anything({
            withDate: true,
            withBigInt: true,
            withMap: true,
            withNullPrototype: true,
            withSparseArray: true,
            withTypedArray: true,
          }),
        ),
        (metadata) => {
          const cleaned = cleanMetadata(metadata);
          expect(JSON.parse(JSON.stringify(cleaned))).toStrictEqual(cleaned);
          expect(cleanMetadata(cleaned)).toStrictEqual(cleaned);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("cleanText", () => {
  it("gives well-formed text without NUL, and leaves such text alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(cleanText(text)).toBe(text.replaceAll("\0", ""));
      }),
    );
    const halves = fc.array(fc.constantFrom("a", "\0", "\ud83d", "\ude00", "😀"));
    fc.assert(
      fc.property(halves, (parts) => {
        const cleaned = cleanText(parts.join(""));
        expect(cleaned).not.toContain("\0");
        // encodeURIComponent throws on half a pair.
        expect(() => encodeURIComponent(cleaned)).not.toThrow();
      }),
    );
  });
});
