import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  EvidenceRetriever,
  RetrievalHit,
  SearchOptions,
} from "../../src/retrieval/evidence-retriever.js";
import { hybridRetriever } from "../../src/retrieval/hybrid.js";
import { asEvidenceRetriever } from "../../src/retrieval/vector-store-retriever.js";
import type { Passage } from "../../src/state/evidence.js";
import { errorOf, hitsOf, idsOf, passage } from "./world.js";

interface Listed extends EvidenceRetriever {
  asked: SearchOptions[];
}

/** A retriever that gives a fixed list, whatever the query. */
function listed(passages: readonly Passage[], fields: Partial<EvidenceRetriever> = {}): Listed {
  const asked: SearchOptions[] = [];
  return {
    name: "list",
    version: "1",
    searchCost: "free",
    language: "english",
    entities: { mentions: () => [] },
    asked,
    async search(_query: string, options: SearchOptions): Promise<RetrievalHit[]> {
      asked.push(options);
      return hitsOf(passages).slice(0, options.k);
    },
    ...fields,
  };
}

const [A, B, C, D] = ["A", "B", "C", "D"].map((name) => passage(name, `Text of ${name}.`)) as [
  Passage,
  Passage,
  Passage,
  Passage,
];

describe("the fused ranking", () => {
  test("scores are sums of 1 / (60 + rank), worked by hand", async () => {
    // B: 1/62 + 1/61, C: 1/63 + 1/62, A: 1/61, D: 1/63.
    const hits = await hybridRetriever([listed([A, B, C]), listed([B, C, D])]).search("q", {
      k: 10,
    });
    expect(hits.map(({ passage: { id }, rank }) => [id, rank])).toEqual([
      ["B", 1],
      ["C", 2],
      ["A", 3],
      ["D", 4],
    ]);
    const expected = [0.0325225, 0.032002, 0.0163934, 0.015873];
    hits.forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at] ?? 0, 6));
  });

  test("k0 = 0: 1 / rank; equal scores keep the order of the retrievers", async () => {
    const fused = hybridRetriever([listed([A, B]), listed([C, D])], { k0: 0 });
    const hits = await fused.search("q", { k: 10 });
    expect(hits.map(({ passage: { id }, score }) => [id, score])).toEqual([
      ["A", 1],
      ["C", 1],
      ["B", 0.5],
      ["D", 0.5],
    ]);
  });

  test("one list keeps its order; fusing a list with itself too", () => {
    const lists = fc.uniqueArray(fc.nat(30), { maxLength: 12 });
    return fc.assert(
      fc.asyncProperty(lists, fc.nat(15), async (numbers, k) => {
        const passages = numbers.map((number) => passage(`p${number}`, `Text ${number}.`));
        const ids = passages.map(({ id }) => id).slice(0, k);
        const once = hybridRetriever([listed(passages)]);
        const twice = hybridRetriever([listed(passages), listed(passages)]);
        expect(idsOf(await once.search("q", { k }))).toEqual(ids);
        expect(idsOf(await twice.search("q", { k }))).toEqual(ids);
      }),
    );
  });

  test("the order does not change with k", () => {
    const list = fc.shuffledSubarray([A, B, C, D]);
    return fc.assert(
      fc.asyncProperty(list, list, fc.nat(5), async (one, other, k) => {
        const fused = hybridRetriever([listed(one), listed(other)]);
        const all = idsOf(await fused.search("q", { k: 10 }));
        expect(idsOf(await fused.search("q", { k }))).toEqual(all.slice(0, k));
      }),
    );
  });
});

describe("RT-1: a passage that both lists have comes once", () => {
  test("with other ids and the same title and text", async () => {
    const other = { ...A, id: "another-id", pageContent: "text of  A" };
    const hits = await hybridRetriever([listed([A]), listed([other])]).search("q", { k: 10 });
    expect(hits.map(({ passage: one, score }) => [one.id, score])).toEqual([["A", 2 / 61]]);
  });

  test("with the same id and text, one of them without its title", async () => {
    const untitled = { ...A, metadata: {} };
    const hits = await hybridRetriever([listed([A]), listed([untitled])]).search("q", { k: 10 });
    expect(idsOf(hits)).toEqual(["A"]);
  });

  test("the same id with another text keeps both", async () => {
    const changed = { ...A, pageContent: "Something else." };
    const hits = await hybridRetriever([listed([A]), listed([changed])]).search("q", { k: 10 });
    expect(hits.map((hit) => hit.passage.pageContent)).toEqual(["Text of A.", "Something else."]);
  });

  test("twice in one list: the first rank counts", async () => {
    const fused = hybridRetriever([listed([A, A, B])], { k0: 0 });
    const hits = await fused.search("q", { k: 10 });
    expect(hits.map(({ passage: { id }, score }) => [id, score])).toEqual([
      ["A", 1],
      ["B", 1 / 3],
    ]);
  });
});

describe("the end of the list", () => {
  test("RT-3: fewer than k only when all lists have ended", async () => {
    const many = Array.from({ length: 120 }, (_, at) => passage(`p${at}`, `Text ${at}.`));
    const repeating = Array.from({ length: 60 }, () => A);
    // The first fifty of each list fuse to far fewer than thirty distinct passages.
    const hits = await hybridRetriever([
      listed([...repeating, ...many]),
      listed([...repeating, ...many]),
    ]).search("q", { k: 30 });
    expect(hits).toHaveLength(30);
    const few = await hybridRetriever([listed([A]), listed([B])]).search("q", { k: 30 });
    expect(idsOf(few)).toEqual(["A", "B"]);
  });

  test("lists are read to depth 50, or to k where that is more", async () => {
    const list = listed([A, B]);
    const fused = hybridRetriever([list]);
    await fused.search("q", { k: 3 });
    await fused.search("q", { k: 70 });
    await hybridRetriever([list], { depth: 5 }).search("q", { k: 3 });
    expect(list.asked.map(({ k }) => k)).toEqual([50, 70, 5]);
  });

  test("k = 0 searches nothing, other values are refused", async () => {
    const list = listed([A]);
    expect(await hybridRetriever([list]).search("q", { k: 0 })).toEqual([]);
    await errorOf(() => hybridRetriever([list]).search("q", { k: -1 }), "INVALID_SETTINGS");
    expect(list.asked).toEqual([]);
  });
});

describe("what it hands on", () => {
  test("RT-5: filter and signal reach every list", async () => {
    const lists = [listed([A]), listed([B])];
    const { signal } = new AbortController();
    const filter = { tenant: "a" };
    await hybridRetriever(lists).search("q", { k: 2, filter, signal });
    for (const { asked } of lists) expect(asked[0]).toMatchObject({ filter, signal });
  });

  test("it is billed if one of them is, and has the first one's language and names", () => {
    const first = listed([], { name: "bm25", version: "x" });
    const second = listed([], { name: "hnsw", version: "y", searchCost: "billed" });
    const fused = hybridRetriever([first, second]);
    expect(fused).toMatchObject({ name: "bm25+hnsw", searchCost: "billed", language: "english" });
    expect(fused.entities).toBe(first.entities);
    expect(hybridRetriever([first, first]).searchCost).toBe("free");
  });

  test("another content or setting is another version", () => {
    const versions = [
      hybridRetriever([listed([]), listed([])]),
      hybridRetriever([listed([]), listed([], { version: "2" })]),
      hybridRetriever([listed([], { version: "2" }), listed([])]),
      hybridRetriever([listed([]), listed([])], { k0: 1 }),
      hybridRetriever([listed([]), listed([])], { depth: 9 }),
    ].map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
  });

  test("an error of one list comes out", async () => {
    const broken = asEvidenceRetriever({ invoke: async () => Promise.reject(new Error("down")) });
    const fused = hybridRetriever([listed([A]), broken]);
    await errorOf(() => fused.search("q", { k: 1 }), "RETRIEVER_FAILED");
  });
});

test.each([
  ["no retriever", () => hybridRetriever([])],
  ["two languages", () => hybridRetriever([listed([]), listed([], { language: "spanish" })])],
  ["k0 below 0", () => hybridRetriever([listed([])], { k0: -1 })],
  ["k0 without end", () => hybridRetriever([listed([])], { k0: Number.POSITIVE_INFINITY })],
  ["depth 0", () => hybridRetriever([listed([])], { depth: 0 })],
])("%s is refused", async (_name, make) => {
  await errorOf(make, "INVALID_SETTINGS");
});
