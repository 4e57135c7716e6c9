import fc from "fast-check";
import { describe, expect, it } from "vitest";
import createWinkSearch from "wink-bm25-text-search";
import { buildLexicalIndex } from "../../../src/retrieval/lexical/build-lexical-index.js";
import type { RetrievalHit } from "../../../src/retrieval/evidence-retriever.js";
import type { Passage } from "../../../src/state/evidence.js";

const passage = (id: string, pageContent: string, metadata: Passage["metadata"] = {}): Passage => ({
  id,
  pageContent,
  metadata,
});
const idsOf = (hits: readonly RetrievalHit[]): string[] => hits.map((hit) => hit.passage.id);

const animals = [
  passage("cat", "a cat and a dog", { tenant: "a", tags: ["x", "y"], page: 1 }),
  passage("dog", "dog dog dog", { tenant: "b", page: 1 }),
  passage("fish", "a fish in the sea", { tenant: "a", page: null }),
];

describe("LexicalIndex.search", () => {
  it("scores by BM25, worked by hand", async () => {
    // Three passages of 2, 1 and 1 terms, mean 4 / 3. "fish" stands in one of them: its idf is
    // ln(1 + 2.5 / 1.5), its relative length 3 / 4, so with k1 = 1 and b = 1 its saturation is
    // 1 × 2 / (1 + 3 / 4) = 8 / 7.
    const index = await buildLexicalIndex(
      [passage("1", "cat dog"), passage("2", "fish"), passage("3", "dog")],
      { k1: 1, b: 1, language: "none" },
    );
    const [hit, ...rest] = await index.search("fish", { k: 5 });
    expect(rest).toEqual([]);
    expect(hit?.passage).toEqual(passage("2", "fish"));
    expect(hit?.rank).toBe(1);
    expect(hit?.score).toBeCloseTo((Math.log(1 + 2.5 / 1.5) * 8) / 7, 6);
    // A term asked for twice counts twice.
    const [twice] = await index.search("fish fish", { k: 5 });
    expect(twice?.score).toBeCloseTo(2 * (hit?.score ?? 0), 6);
  });

  it("agrees with a second BM25, that of wink-bm25-text-search", async () => {
    const word = fc.constantFrom("ant", "bee", "cow", "dog", "eel", "fox");
    const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), {
      minLength: 3,
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(word, { minLength: 1, maxLength: 4 }),
        async (docs, query) => {
          const wink = createWinkSearch();
          wink.defineConfig({ fldWeights: { text: 1 } });
          wink.definePrepTasks([(text) => text.split(" ")]);
          docs.forEach((words, number) => wink.addDoc({ text: words.join(" ") }, String(number)));
          wink.consolidate();
          // Wink counts a query's term once, however often it comes.
          const asked = [...new Set(query)].join(" ");
          const expected = new Map(wink.search(asked, docs.length));
          const index = await buildLexicalIndex(
            docs.map((words, number) => ({
              // The number keeps equal texts apart.
              ...passage(String(number), words.join(" ")),
            })),
            { k1: 1.2, b: 0.75, language: "none" },
          );
          const hits = await index.search(asked, { k: docs.length });
          expect(idsOf(hits).toSorted()).toEqual([...expected.keys()].toSorted());
          for (const { passage: found, score } of hits) {
            // Wink keeps four decimals of each weight.
            expect(score).toBeCloseTo(expected.get(found.id) ?? -1, 2);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("puts the passage first that says more of the query, in less text", async () => {
    const index = await buildLexicalIndex(animals);
    expect(idsOf(await index.search("DOGS", { k: 5 }))).toEqual(["dog", "cat"]);
    expect(idsOf(await index.search("cat and dog", { k: 5 }))).toEqual(["cat", "dog"]);
  });

  it("counts a title term titleWeight times", async () => {
    const documents = [
      passage("in text", "paris paris paris", { title: "x" }),
      passage("in title", "a b", { title: "paris" }),
    ];
    const light = await buildLexicalIndex(documents, { titleWeight: 0.5, b: 0 });
    const heavy = await buildLexicalIndex(documents, { titleWeight: 8, b: 0 });
    const without = await buildLexicalIndex(documents, { titleWeight: 0, b: 0 });
    expect(idsOf(await light.search("paris", { k: 2 }))).toEqual(["in text", "in title"]);
    expect(idsOf(await heavy.search("paris", { k: 2 }))).toEqual(["in title", "in text"]);
    expect(idsOf(await without.search("paris", { k: 2 }))).toEqual(["in text"]);
  });

  it("keeps the order of insertion among equal scores, and is the same each time", async () => {
    const same = ["c", "a", "b"].map((id, number) => passage(id, "dog", { title: `t${number}` }));
    const index = await buildLexicalIndex(same);
    const first = await index.search("dog", { k: 2 });
    expect(idsOf(first)).toEqual(["c", "a"]);
    expect(await index.search("dog", { k: 2 })).toEqual(first);
  });

  it("RT-3: gives what there is when k is larger", async () => {
    const index = await buildLexicalIndex(animals);
    const hits = await index.search("cat dog fish", { k: 10 });
    expect(hits).toHaveLength(3);
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });

  it.each(["", "  \n", "the of and", "?!", "unknownword"])(
    "RT-4: finds nothing for %j",
    async (query) => {
      const index = await buildLexicalIndex(animals);
      expect(await index.search(query, { k: 3 })).toEqual([]);
    },
  );

  it("RT-5: filters by equal metadata fields before the cut", async () => {
    const index = await buildLexicalIndex(animals);
    const search = async (filter: Passage["metadata"]): Promise<string[]> =>
      idsOf(await index.search("dog cat fish", { k: 1, filter }));
    expect(await search({ tenant: "b" })).toEqual(["dog"]);
    expect(await search({ tenant: "a", page: null })).toEqual(["fish"]);
    expect(await search({ tags: ["x", "y"] })).toEqual(["cat"]);
    expect(await search({ tags: ["y", "x"] })).toEqual([]);
    expect(await search({ tenant: "c" })).toEqual([]);
    expect(await search({})).toHaveLength(1);
  });

  it("RT-5: filters by a predicate before the cut", async () => {
    const index = await buildLexicalIndex(animals);
    const filter = (found: Passage): boolean => found.metadata["tenant"] === "b";
    expect(idsOf(await index.search("cat dog", { k: 1, filter }))).toEqual(["dog"]);
  });

  it("SE-2: filters by own fields only", async () => {
    const index = await buildLexicalIndex(animals);
    const filter = JSON.parse('{"__proto__": {}}') as Passage["metadata"];
    expect(await index.search("dog", { k: 3, filter })).toEqual([]);
    expect(await index.search("constructor __proto__ toString", { k: 3 })).toEqual([]);
  });

  it("SE-2: indexes and finds the names of Object.prototype like other words", async () => {
    const index = await buildLexicalIndex([...animals, passage("js", "constructor toString")]);
    expect(idsOf(await index.search("constructor", { k: 3 }))).toEqual(["js"]);
    expect(idsOf(await index.search("tostring", { k: 3 }))).toEqual(["js"]);
  });

  it.each([-1, 1.5, Number.NaN])("refuses k = %d", async (k) => {
    const index = await buildLexicalIndex(animals);
    await expect(index.search("dog", { k })).rejects.toMatchObject({ code: "INVALID_SETTINGS" });
  });

  it("SUB-8: does not search after an abort", async () => {
    const index = await buildLexicalIndex(animals);
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(index.search("dog", { k: 1, signal })).rejects.toThrow("stopped");
  });

  it("links names to the titles of its passages", async () => {
    const index = await buildLexicalIndex([passage("1", "text", { title: "Victor Hugo" })]);
    expect(index.entities.mentions("We read Victor Hugo.")).toMatchObject([
      { name: "Victor Hugo", linked: true },
    ]);
  });
});

describe("buildLexicalIndex", () => {
  it("RT-4: refuses to build an index of nothing", async () => {
    const blank = [passage("1", "  "), passage("2", "")];
    await expect(buildLexicalIndex(blank)).rejects.toMatchObject({ code: "EMPTY_INDEX" });
    await expect(buildLexicalIndex([])).rejects.toMatchObject({ code: "EMPTY_INDEX" });
  });

  it("RT-9: skips passages without text and says how many", async () => {
    const progress: unknown[] = [];
    const index = await buildLexicalIndex([passage("0", " \n"), ...animals], {
      onProgress: (state) => progress.push(state),
    });
    expect(index.passages).toEqual(animals);
    expect(progress.at(-1)).toEqual({ indexed: 3, skipped: 1 });
  });

  it("RT-1: keeps two texts of one id apart, and one text once", async () => {
    const documents = [
      passage("1", "cat"),
      passage("1", "dog"),
      passage("1", "Cat."),
      passage("1", "dog"),
    ];
    const index = await buildLexicalIndex(documents);
    expect(index.passages.map(({ pageContent }) => pageContent)).toEqual(["cat", "dog"]);
    expect(index.passages[0]?.id).toBe("1");
    expect(index.passages[1]?.id).toMatch(/^1#[0-9a-f]{8}$/);
  });

  it("takes documents from an async source", async () => {
    async function* source(): AsyncGenerator<Passage> {
      for (const animal of animals) yield await Promise.resolve(animal);
    }
    const index = await buildLexicalIndex(source());
    expect(index.passages).toEqual(animals);
  });

  it("has a version that changes with content, language and settings, and with nothing else", async () => {
    const { version } = await buildLexicalIndex(animals);
    expect((await buildLexicalIndex(animals)).version).toBe(version);
    const others = await Promise.all([
      buildLexicalIndex(animals.slice(1)),
      buildLexicalIndex(animals.toReversed()),
      buildLexicalIndex(animals, { language: "none" }),
      buildLexicalIndex(animals, { k1: 1 }),
      buildLexicalIndex(animals, { b: 1 }),
    ]);
    const versions = others.map((index) => index.version);
    expect(new Set([version, ...versions]).size).toBe(6);
  });

  it("gives way while it builds, and stops when aborted", async () => {
    const controller = new AbortController();
    const many = Array.from({ length: 2_000 }, (_, number) =>
      passage(`${number}`, `text ${number}`),
    );
    const build = buildLexicalIndex(many, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error("stopped")));
    await expect(build).rejects.toThrow("stopped");
  });

  it("refuses bad settings before it reads a document", async () => {
    let read = 0;
    function* source(): Generator<Passage> {
      read += 1;
      yield passage("1", "text");
    }
    await expect(buildLexicalIndex(source(), { k1: -1 })).rejects.toMatchObject({
      code: "INVALID_SETTINGS",
    });
    expect(read).toBe(0);
  });
});
