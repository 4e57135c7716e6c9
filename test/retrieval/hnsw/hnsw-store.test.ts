import fc from "fast-check";
import { expect, test, describe } from "vitest";
import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { axesStore, ids, NoEmbeddings, numbered, randomVectors } from "./vectors.js";

describe("scores, worked by hand for the query (1, 1)", () => {
  test.each<["cosine" | "l2" | "ip", [string, number][]]>([
    [
      "cosine",
      [
        ["d0", Math.SQRT1_2],
        ["d1", Math.SQRT1_2],
        ["d2", -Math.SQRT1_2],
      ],
    ],
    [
      "ip",
      [
        ["d1", 2],
        ["d0", 1],
        ["d2", -3],
      ],
    ],
    // Squared distances 1, 2 and 17.
    [
      "l2",
      [
        ["d0", 1 / 2],
        ["d1", 1 / 3],
        ["d2", 1 / 18],
      ],
    ],
  ])("%s, exact and with a graph", async (metric, expected) => {
    for (const exactBelow of [10, 0]) {
      const store = await axesStore(metric, exactBelow);
      const found = await store.similaritySearchVectorWithScore([1, 1], 3);
      expect(ids(found).sort()).toEqual(["d0", "d1", "d2"]);
      const score = new Map(found.map(([{ id }, similarity]) => [id, similarity]));
      for (const [id, similarity] of expected) expect(score.get(id)).toBeCloseTo(similarity, 6);
      const scores = found.map(([, similarity]) => similarity);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    }
  });

  test("a vector of zeros is similar to nothing", async () => {
    const store = new HnswStore(new NoEmbeddings());
    await store.addVectors(
      [
        [0, 0],
        [1, 0],
      ],
      numbered(2),
    );
    const found = await store.similaritySearchVectorWithScore([1, 0], 2);
    expect(found.map(([{ id }, score]) => [id, score])).toEqual([
      ["d1", 1],
      ["d0", 0],
    ]);
  });

  test("the exact search finds what sorting all vectors finds", () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 });
    const metric = fc.constantFrom("cosine" as const, "l2" as const, "ip" as const);
    return fc.assert(
      fc.asyncProperty(
        fc.array(vector, { minLength: 1, maxLength: 20 }),
        vector,
        metric,
        fc.nat(25),
        async (vectors, query, space, k) => {
          const store = new HnswStore(new NoEmbeddings(), { metric: space });
          await store.addVectors(vectors, numbered(vectors.length));
          const found = await store.similaritySearchVectorWithScore(query, k);
          const byHand = vectors.map((one) => {
            const dot = one.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
            const squared = one.reduce(
              (sum, value, at) => sum + (value - (query[at] ?? 0)) ** 2,
              0,
            );
            const lengths = Math.hypot(...one) * Math.hypot(...query);
            if (space === "l2") return 1 / (1 + squared);
            return space === "ip" ? dot : lengths === 0 ? 0 : dot / lengths;
          });
          const best = byHand.toSorted((one, other) => other - one).slice(0, k);
          expect(found).toHaveLength(best.length);
          found.forEach(([, score], at) => expect(score).toBeCloseTo(best[at] ?? Number.NaN, 5));
        },
      ),
    );
  });
});

describe("what comes out", () => {
  test.each([
    ["exact", 1000],
    ["with a graph", 0],
  ])("RT-3: %s, k beyond the store gives all", async (_name, exactBelow) => {
    const store = await axesStore("cosine", exactBelow);
    expect(await store.similaritySearchVectorWithScore([1, 0], 10)).toHaveLength(3);
    expect(await store.similaritySearchVectorWithScore([1, 0], 0)).toEqual([]);
  });

  test.each([
    ["an object", { parity: "odd" }],
    ["a predicate", (one: { id: string }) => Number(one.id.slice(1)) % 2 === 1],
  ])("RT-5: %s acts before the cut at k, also where a graph is", async (_name, filter) => {
    const vectors = randomVectors(200, 4);
    for (const exactBelow of [0, 1000]) {
      const store = new HnswStore(new NoEmbeddings(), { exactBelow });
      await store.addVectors(vectors, numbered(200));
      const found = await store.similaritySearchVectorWithScore(vectors[0] ?? [], 100, filter);
      expect(found).toHaveLength(100);
      expect(found.every(([document]) => document.metadata["parity"] === "odd")).toBe(true);
      expect(await store.similaritySearchVectorWithScore(vectors[0] ?? [], 5, () => false)).toEqual(
        [],
      );
    }
  });

  test.each([
    ["exact", 1000],
    ["with a graph", 0],
  ])("%s: a deleted document is not found again", async (_name, exactBelow) => {
    const store = await axesStore("cosine", exactBelow);
    await store.similaritySearchVectorWithScore([1, 0], 3);
    await store.delete({ ids: ["d0", "never there"] });
    expect(ids(await store.similaritySearchVectorWithScore([1, 0], 3))).toEqual(["d1", "d2"]);
    await store.addVectors([[5, 0]], numbered(1));
    expect(ids(await store.similaritySearchVectorWithScore([1, 0], 1))).toEqual(["d0"]);
    await store.delete({ ids: ["d0", "d1", "d2"] });
    expect(await store.similaritySearchVectorWithScore([1, 0], 3)).toEqual([]);
    await store.addVectors([[5, 0]], numbered(1));
    expect(ids(await store.similaritySearchVectorWithScore([1, 0], 1))).toEqual(["d0"]);
  });

  test("each change of the content is another version", async () => {
    const store = await axesStore("cosine");
    const versions = [store.content.version];
    await store.addVectors([[5, 5]], numbered(1, 7));
    versions.push(store.content.version);
    await store.delete({ ids: ["d7"] });
    versions.push(store.content.version);
    expect(new Set(versions).size).toBe(3);
  });

  test("SE-2: metadata named __proto__ is left out, ids named so are ids", async () => {
    const metadata = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"title":"toString"}');
    const store = new HnswStore(new HashedEmbeddings());
    const [id] = await store.addDocuments([{ id: "__proto__", pageContent: "One.", metadata }]);
    expect(id).toBe("__proto__");
    const [found] = await store.similaritySearch("One", 1);
    expect(Object.keys(found?.metadata ?? {})).toEqual(["title"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await store.similaritySearch("One", 1, { constructor: 2 })).toEqual([]);
  });
});

test("recall of the graph against the exact search is at least 0.95 at 10 of 3,000", async () => {
  const vectors = randomVectors(3_000, 32);
  const queries = randomVectors(50, 32, 2);
  const exact = new HnswStore(new NoEmbeddings());
  const graph = new HnswStore(new NoEmbeddings(), { exactBelow: 0 });
  for (const store of [exact, graph]) await store.addVectors(vectors, numbered(3_000));
  let found = 0;
  for (const query of queries) {
    const right = new Set(ids(await exact.similaritySearchVectorWithScore(query, 10)));
    const near = ids(await graph.similaritySearchVectorWithScore(query, 10));
    expect(near).toHaveLength(10);
    found += near.filter((id) => right.has(id)).length;
  }
  expect(found / 500).toBeGreaterThanOrEqual(0.95);
});
