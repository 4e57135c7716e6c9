import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passages, viewFor } from "./reading.js";
import type { Language } from "../../../src/language/language.js";

async function spansOf(text: string, language: Language = "english"): Promise<Map<string, string>> {
  const view = await viewFor("Who?", passages(["T", text]), language);
  return new Map(view.passages[0]?.spans.map((span) => [span.text, span.kind]));
}

describe("candidate spans", () => {
  it.each([
    ["Ilva Marr was a lighthouse keeper.", "lighthouse keeper"],
    ["The mine gave copper ore until 1931.", "copper ore"],
    ["The mine gave copper ore until 1931.", "1931"],
    ["She was born on 12 March 1950 in Hennick.", "12 March 1950"],
    ["She was born on March 12, 1950 in Hennick.", "March 12, 1950"],
    ["The festival of January 2004 was long.", "January 2004"],
    ["It has 15,800 inhabitants.", "15,800"],
    ["It has 15,800 inhabitants.", "15,800 inhabitants"],
    ["Between 75,000 to 100,000 people left.", "75,000 to 100,000"],
    ["It cost $3.5 million to build.", "$3.5 million"],
    ['He wrote the song "Night Heron" there.', "Night Heron"],
    ["She moved to Gardnerville, Nevada with her son.", "Gardnerville, Nevada"],
    ["He was the son of Hugh, 2nd Earl of Stafford.", "Hugh, 2nd Earl of Stafford"],
    ["Then President James K. Polk signed it.", "James K. Polk"],
    ["She is an American actress.", "American"],
  ])("%s has the span %s", async (text, span) => {
    expect([...(await spansOf(text)).keys()]).toContain(span);
  });

  it("tells dates, years, numbers and quotations apart", async () => {
    const kinds = await spansOf('On 3 May 1990, in 1991, 486 "old bells" rang.');
    expect(kinds.get("3 May 1990")).toBe("date");
    expect(kinds.get("1991")).toBe("year");
    expect(kinds.get("486")).toBe("number");
    expect(kinds.get("old bells")).toBe("quotation");
  });

  it("finds names and numbers in a language without a tagger, but no noun phrases", async () => {
    const spans = [...(await spansOf("Ilva Marr nació en Ondrevik en 1950.", "spanish")).keys()];
    expect(spans).toEqual(expect.arrayContaining(["Ilva Marr", "Ondrevik", "1950"]));
  });

  it("gives stretches of the text, in any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), async (text) => {
        const view = await viewFor("Who?", passages(["", text]));
        for (const span of view.passages[0]?.spans ?? []) {
          expect(text.slice(span.start, span.end)).toBe(span.text);
          expect(span.lastToken).toBeGreaterThan(span.firstToken);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("reads 20,000 times one letter", async () => {
    const view = await viewFor("Who?", passages(["T", "a".repeat(20_000)]));
    expect(view.passages[0]?.sentences.length).toBe(1);
  });
});
