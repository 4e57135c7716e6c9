import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contentHash,
  passageFromDocument,
  titleOf,
  unseenHits,
} from "../../src/retrieval/passage-identity.js";
import type { Passage } from "../../src/state/evidence.js";
import type { RetrievalHit } from "../../src/retrieval/evidence-retriever.js";

const passage = (id: string, pageContent: string, title?: string): Passage => ({
  id,
  pageContent,
  metadata: title === undefined ? {} : { title },
});
const hitsOf = (...passages: Passage[]): RetrievalHit[] =>
  passages.map((found, index) => ({ passage: found, rank: index + 1, score: null }));
const idsOf = (hits: readonly RetrievalHit[]): string[] => hits.map((hit) => hit.passage.id);

describe("passageFromDocument", () => {
  it("takes the document's own id, a string or a number", () => {
    const metadata = { id: "other" };
    expect(passageFromDocument({ pageContent: "text", id: "a", metadata })?.id).toBe("a");
    expect(passageFromDocument({ pageContent: "text", id: 0, metadata })?.id).toBe("0");
  });

  it("falls back on metadata.id, then on the content", () => {
    const { id: own } = passageFromDocument({ pageContent: "text", metadata: { id: 7 } }) ?? {};
    expect(own).toBe("7");
    const metadata = { title: "Title" };
    for (const id of [undefined, null, "", "  ", Number.NaN, {}]) {
      const found = passageFromDocument({ pageContent: "text", id, metadata });
      expect(found?.id).toBe(contentHash("Title", "text"));
    }
  });

  it.each(["", " \n\t", "\0", undefined, null, 5])(
    "RT-9: leaves out the text %j",
    (pageContent) => {
      expect(passageFromDocument({ pageContent })).toBeUndefined();
    },
  );

  it("CK-5: cleans text, id and metadata", () => {
    const document = { pageContent: "a\0b\ud800", id: "i\0d", metadata: { title: "t\0" } };
    expect(passageFromDocument(document)).toEqual({
      id: "id",
      pageContent: "ab",
      metadata: { title: "t" },
    });
  });

  it("leaves the document as it was", () => {
    const metadata = Object.freeze({ title: "t\0", u: undefined });
    passageFromDocument(Object.freeze({ pageContent: "a\0", metadata }));
    expect(metadata).toEqual({ title: "t\0", u: undefined });
  });
});

describe("titleOf", () => {
  it("gives a title that is text, trimmed", () => {
    expect(titleOf(passage("1", "text", " Paris "))).toBe("Paris");
    expect(titleOf(passage("1", "text", "  "))).toBeUndefined();
    expect(titleOf({ id: "1", pageContent: "text", metadata: { title: 5 } })).toBeUndefined();
    expect(titleOf(passage("1", "text"))).toBeUndefined();
  });
});

describe("contentHash", () => {
  it("does not count case, spacing, punctuation and Unicode form", () => {
    const hash = contentHash("Zoë's Café", "He came: at 10 a.m., we think.");
    expect(contentHash("ZOE\u0308S  CAFE\u0301", "he came at 10 am we-think")).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{24}$/);
  });

  it("counts letters, digits and where the title ends", () => {
    const hashes = [
      contentHash("A", "bc 12"),
      contentHash("Ab", "c 12"),
      contentHash("A", "bd 12"),
      contentHash("A", "bc 13"),
      contentHash("A", "bc 1-2"),
      contentHash("", "abc 12"),
      contentHash("A", "कि"),
      contentHash("A", "की"),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("tells texts without letters and digits apart", () => {
    expect(contentHash("", "?!")).not.toBe(contentHash("", "…"));
    expect(contentHash("", " ?! ")).toBe(contentHash("", "?!"));
  });

  it("gets through long runs of what is left out", () => {
    for (const filler of [" ", "-", "1 ", "a-"]) {
      expect(contentHash("", `x${filler.repeat(100_000)}`)).toHaveLength(24);
    }
  });
});

describe("unseenHits", () => {
  it("RT-1: drops the same text without ids, with other ids and re-created", () => {
    const evidence = [passage("a", "The text.", "T")];
    const again = hitsOf(passage("a", "The text.", "T"), passage("b", "the  TEXT", "T"), {
      id: "c",
      pageContent: "The text.",
      metadata: { title: "T", page: 4 },
    });
    expect(unseenHits(evidence, again)).toEqual([]);
  });

  it("RT-1: keeps both texts of one id, under two ids", () => {
    const other = passage("a", "Another text.");
    const [kept, ...rest] = unseenHits([passage("a", "The text.")], hitsOf(other));
    expect(kept?.passage).toEqual({
      ...other,
      id: `a#${contentHash("", "Another text.").slice(0, 8)}`,
    });
    expect(rest).toEqual([]);
    const evidence = [passage("a", "The text."), kept?.passage ?? passage("", "")];
    expect(unseenHits(evidence, hitsOf(other, passage("a", "The text.")))).toEqual([]);
  });

  it("RT-1: keeps the first rank of what comes twice in the list", () => {
    const hits = hitsOf(passage("1", "one"), passage("2", "two"), passage("3", "One!"));
    expect(unseenHits([], hits)).toEqual([hits[0], hits[1]]);
  });

  it("HP-9: keeps near duplicates that differ in a name or a date", () => {
    const hits = hitsOf(
      passage("1", "CEO (2019): Ann", "CEO"),
      passage("2", "CEO (2024): Bob", "CEO"),
      passage("3", "CEO (2024): Ann", "CEO"),
    );
    expect(unseenHits([], hits)).toEqual(hits);
  });

  it("does not drop by title, unless asked for a limit, and counts the evidence then", () => {
    const hits = hitsOf(passage("1", "one", "T"), passage("2", "two", "T"), passage("3", "three"));
    const evidence = [passage("0", "zero", "T")];
    expect(idsOf(unseenHits(evidence, hits))).toEqual(["1", "2", "3"]);
    expect(idsOf(unseenHits(evidence, hits, { maxPerTitle: 2 }))).toEqual(["1", "3"]);
  });

  it("keeps ids apart and adds nothing the second time", () => {
    const anyPassage = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      pageContent: fc.constantFrom("x", "y", "X.", "z 1", "z 2"),
      metadata: fc.record({ title: fc.constantFrom("T", "U") }),
    });
    fc.assert(
      fc.property(fc.array(anyPassage), fc.array(anyPassage), (first, second) => {
        const evidence = unseenHits([], hitsOf(...first)).map((hit) => hit.passage);
        const added = unseenHits(evidence, hitsOf(...second)).map((hit) => hit.passage);
        const all = [...evidence, ...added];
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(unseenHits(all, hitsOf(...first, ...second))).toEqual([]);
      }),
    );
  });
});
