import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bm25Settings,
  DEFAULT_BM25,
  inverseDocumentFrequency,
  termSaturation,
} from "../../../src/retrieval/lexical/bm25.js";

describe("inverseDocumentFrequency", () => {
  it("is ln(1 + (N − n + 0.5) / (n + 0.5))", () => {
    // N = 10, n = 2: 1 + 8.5 / 2.5 = 4.4; N = n = 1: 1 + 0.5 / 1.5 = 4 / 3.
    expect(inverseDocumentFrequency(10, 2)).toBeCloseTo(Math.log(4.4), 12);
    expect(inverseDocumentFrequency(1, 1)).toBeCloseTo(Math.log(4 / 3), 12);
  });

  it("is positive and falls as more passages hold the term", () => {
    for (let containing = 1; containing <= 50; containing += 1) {
      const idf = inverseDocumentFrequency(50, containing);
      expect(idf).toBeGreaterThan(0);
      expect(idf).toBeLessThan(inverseDocumentFrequency(50, containing - 1));
    }
  });
});

describe("termSaturation", () => {
  it("is 1 for one occurrence in a passage of mean length", () => {
    expect(termSaturation(1, 1, { k1: 1.7, b: 0.3, titleWeight: 1 })).toBeCloseTo(1, 12);
  });

  it("follows the formula worked by hand", () => {
    // f = 2, length 2 × mean, k1 = 1, b = 0.5: 2 × 2 / (2 + 1 × (0.5 + 0.5 × 2)) = 4 / 3.5.
    expect(termSaturation(2, 2, { k1: 1, b: 0.5, titleWeight: 1 })).toBeCloseTo(4 / 3.5, 12);
  });

  it("rises with frequency to at most k1 + 1, and falls with length", () => {
    const settings = fc.record({
      k1: fc.double({ min: 0.1, max: 10, noNaN: true }),
      b: fc.double({ min: 0.1, max: 1, noNaN: true }),
      titleWeight: fc.constant(1),
    });
    const numbers = fc.double({ min: 0.5, max: 50, noNaN: true });
    fc.assert(
      fc.property(settings, numbers, numbers, (given, frequency, length) => {
        const value = termSaturation(frequency, length, given);
        expect(termSaturation(frequency + 1, length, given)).toBeGreaterThan(value);
        expect(termSaturation(frequency, length + 1, given)).toBeLessThan(value);
        expect(value).toBeLessThan(given.k1 + 1);
      }),
    );
  });
});

describe("bm25Settings", () => {
  it("fills in the defaults", () => {
    expect(bm25Settings({})).toEqual(DEFAULT_BM25);
    expect(bm25Settings({ b: 0 })).toEqual({ ...DEFAULT_BM25, b: 0 });
  });

  it.each([
    { k1: -1 },
    { k1: 11 },
    { k1: Number.NaN },
    { b: 1.1 },
    { b: -0.1 },
    { titleWeight: Number.POSITIVE_INFINITY },
    { titleWeight: 10.5 },
  ])("refuses %j", (settings) => {
    expect(() => bm25Settings(settings)).toThrowError(
      expect.objectContaining({ code: "INVALID_SETTINGS" }),
    );
  });
});
