import { beforeAll, describe, expect, it } from "vitest";
import { buildLexicalIndex } from "../../../src/retrieval/lexical/build-lexical-index.js";
import { packLexicalIndex } from "../../../src/retrieval/lexical/lexical-files.js";
import type { LexicalContent } from "../../../src/retrieval/lexical/lexical-files.js";
import { LexicalIndex } from "../../../src/retrieval/lexical/lexical-index.js";
import type { Postings } from "../../../src/retrieval/lexical/postings.js";
import type { Passage } from "../../../src/state/evidence.js";

const passages: Passage[] = [
  { id: "1", pageContent: "The cat sat.\nOn a mat\u2028", metadata: { title: "Cats", page: 1 } },
  { id: "2", pageContent: "Dogs run; 犬 走る", metadata: { title: "Dogs & Co." } },
  { id: "3", pageContent: "A cat and a dog", metadata: {} },
];

let index: LexicalIndex;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  index = await buildLexicalIndex(passages, { k1: 0.9, b: 0.4, titleWeight: 2.5 });
  files = index.toFiles();
});

const damaged = expect.objectContaining({ code: "INDEX_DAMAGED" });

/** Files that agree with their manifest but hold what the caller made of the content. */
function crafted(change: Partial<Postings>, given: readonly Passage[] = passages): typeof files {
  const postings: Postings = {
    terms: ["cat", "dog"],
    offsets: Uint32Array.of(0, 2, 4),
    passages: Uint32Array.of(0, 2, 1, 2),
    frequencies: Float32Array.of(1, 1, 1, 1),
    lengths: Float32Array.of(1, 1, 2),
    ...change,
  };
  const content: LexicalContent = {
    language: "english",
    settings: { k1: 1, b: 0.5, titleWeight: 1 },
    passages: given,
    postings,
  };
  return packLexicalIndex(content);
}

function manifestWith(change: Record<string, unknown>): typeof files {
  const manifest: object = JSON.parse(new TextDecoder().decode(files.get("lexical.json")));
  const bytes = new TextEncoder().encode(JSON.stringify({ ...manifest, ...change }));
  return new Map([...files, ["lexical.json", bytes]]);
}

describe("LexicalIndex.fromFiles", () => {
  it("gives back the same index", async () => {
    const loaded = LexicalIndex.fromFiles(files);
    expect(loaded.passages).toEqual(passages);
    expect(loaded.settings).toEqual({ k1: 0.9, b: 0.4, titleWeight: 2.5 });
    expect(loaded.language).toBe("english");
    expect(loaded.version).toBe(index.version);
    for (const query of ["cat", "dogs co", "走", "cat dog mat", "none of these"]) {
      expect(await loaded.search(query, { k: 3 })).toEqual(await index.search(query, { k: 3 }));
    }
    const text = "We met Cats at Dogs & Co. today.";
    expect(loaded.entities.mentions(text)).toEqual(index.entities.mentions(text));
    expect(loaded.toFiles()).toEqual(files);
  });

  it("reads bytes that do not start at a multiple of four", () => {
    const shifted = [...files].map(([name, bytes]): [string, Uint8Array] => {
      const larger = new Uint8Array(bytes.length + 1);
      larger.set(bytes, 1);
      return [name, larger.subarray(1)];
    });
    expect(LexicalIndex.fromFiles(new Map(shifted)).version).toBe(index.version);
  });

  it("SE-3: refuses a missing file, whichever", () => {
    for (const name of files.keys()) {
      const fewer = new Map(files);
      fewer.delete(name);
      expect(() => LexicalIndex.fromFiles(fewer)).toThrowError(damaged);
    }
  });

  it("SE-3: refuses a truncated file and a changed byte, wherever", () => {
    for (const [name, bytes] of files) {
      const cut = new Map(files).set(name, bytes.slice(0, -1));
      // The manifest ends in a line break that it can do without.
      if (name !== "lexical.json") {
        expect(() => LexicalIndex.fromFiles(cut)).toThrowError(damaged);
        for (let at = 0; at < bytes.length; at += 7) {
          const changed = bytes.slice();
          changed[at] = (changed[at] ?? 0) ^ 1;
          const withChange = new Map(files).set(name, changed);
          expect(() => LexicalIndex.fromFiles(withChange)).toThrowError(damaged);
        }
      }
    }
  });

  it.each([
    { format: 2 },
    { language: "klingon" },
    { passages: 2 },
    { passages: 2 ** 40 },
    { terms: -1 },
    { postings: 1e300 },
    { version: "" },
    { settings: { k1: 1, b: 7, titleWeight: 1 } },
    { extra: "../secret.bin" },
  ])("SE-3: refuses a manifest with %j", (change) => {
    expect(() => LexicalIndex.fromFiles(manifestWith(change))).toThrowError(damaged);
  });

  it("refuses a manifest that is no JSON", () => {
    const broken = new Map(files).set("lexical.json", new TextEncoder().encode("{"));
    expect(() => LexicalIndex.fromFiles(broken)).toThrowError(damaged);
  });

  it("RT-4: says so when there is no passage", () => {
    const empty = { offsets: Uint32Array.of(0), terms: [], lengths: new Float32Array(0) };
    const nothing = { ...empty, passages: new Uint32Array(0), frequencies: new Float32Array(0) };
    expect(() => LexicalIndex.fromFiles(crafted(nothing, []))).toThrowError(
      expect.objectContaining({ code: "EMPTY_INDEX" }),
    );
  });

  it("accepts the content that the crafted cases change", async () => {
    const loaded = LexicalIndex.fromFiles(crafted({}));
    expect(await loaded.search("cat", { k: 3 })).toHaveLength(2);
  });

  it.each<[string, Partial<Postings>]>([
    ["offsets that fall", { offsets: Uint32Array.of(0, 5, 4) }],
    ["offsets beyond the lists", { offsets: Uint32Array.of(0, 2, 2 ** 31) }],
    ["offsets that do not start at 0", { offsets: Uint32Array.of(1, 2, 4) }],
    [
      "a term without a list",
      {
        offsets: Uint32Array.of(0, 3, 3),
        passages: Uint32Array.of(0, 1, 2),
        frequencies: Float32Array.of(1, 1, 1),
      },
    ],
    ["a passage number out of range", { passages: Uint32Array.of(0, 3, 1, 2) }],
    ["passage numbers that fall", { passages: Uint32Array.of(2, 0, 1, 2) }],
    ["a passage twice in a list", { passages: Uint32Array.of(0, 0, 1, 2) }],
    ["a frequency of 0", { frequencies: Float32Array.of(1, 0, 1, 1) }],
    ["a frequency that is NaN", { frequencies: Float32Array.of(1, Number.NaN, 1, 1) }],
    ["an infinite frequency", { frequencies: Float32Array.of(1, Infinity, 1, 1) }],
    ["a negative length", { lengths: Float32Array.of(1, -1, 2) }],
    ["an infinite length", { lengths: Float32Array.of(1, Infinity, 2) }],
    ["a length too few", { lengths: Float32Array.of(1, 1) }],
    ["a term twice", { terms: ["cat", "cat"] }],
    ["an empty term", { terms: ["cat", ""] }],
    ["a term of two lines", { terms: ["cat", "dog\nfish"] }],
  ])("SE-3: refuses a crafted file with %s", (_, change) => {
    expect(() => LexicalIndex.fromFiles(crafted(change))).toThrowError(damaged);
  });

  it("SE-3: refuses passages that are none, or come twice", () => {
    const [first, second] = passages;
    if (!first || !second) throw new Error("The passages of this test are missing.");
    const noText = { ...first, pageContent: " " };
    for (const given of [
      [first, second, first],
      [first, second, noText],
    ]) {
      expect(() => LexicalIndex.fromFiles(crafted({}, given))).toThrowError(damaged);
    }
  });

  it("SE-2: leaves prototypes alone when metadata names them", () => {
    const metadata = JSON.parse('{"__proto__": {"polluted": true}, "title": "T"}');
    const [first, second] = passages;
    if (!first || !second) throw new Error("The passages of this test are missing.");
    const loaded = LexicalIndex.fromFiles(
      crafted({}, [first, second, { ...first, id: "x", metadata }]),
    );
    expect(loaded.passages[2]?.metadata).toEqual({ title: "T" });
    expect("polluted" in {}).toBe(false);
    expect("polluted" in (loaded.passages[2]?.metadata ?? {})).toBe(false);
  });

  it("says nothing of a passage's text in its errors", () => {
    const secret = [{ ...passages[0], id: "1", pageContent: "sentinel", metadata: {} }];
    try {
      LexicalIndex.fromFiles(crafted({ lengths: Float32Array.of(1) }, [...secret, ...secret]));
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain("sentinel");
      expect(error).toMatchObject({ code: "INDEX_DAMAGED" });
    }
  });
});
