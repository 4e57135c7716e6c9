import { BM25Retriever } from "@langchain/community/retrievers/bm25";
import { HNSWLib } from "@langchain/community/vectorstores/hnswlib";
import type { Document } from "@langchain/core/documents";
import { describe, expect, test, vi } from "vitest";
import type { EvidenceRetriever } from "../../src/retrieval/evidence-retriever.js";
import { asEvidenceRetriever } from "../../src/retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../../src/retrieval/vector-store-retriever.js";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";
import { documents, memoryStore, TENANTS } from "./langchain-sources.js";
import { errorOf, idsOf, THREE } from "./world.js";

/** A store that gives these scores, in this order. */
function scoredStore(scores: readonly number[]): LangChainSource {
  return {
    similaritySearchWithScore: async (_query: string, k: number) =>
      scores
        .map((score, at): [Document, number] => [documents(THREE)[at] as Document, score])
        .slice(0, k),
  };
}

describe("what is taken for what", () => {
  test("an EvidenceRetriever is returned as it is", () => {
    const retriever: EvidenceRetriever = asEvidenceRetriever({ similaritySearch: async () => [] });
    expect(asEvidenceRetriever(retriever)).toBe(retriever);
  });

  test.each([null, undefined, 7, {}, { search: () => [] }])("%o is refused", async (source) => {
    await errorOf(() => asEvidenceRetriever(source as unknown as LangChainSource), "INVALID_INPUT");
  });

  test("RT-11: any object with the methods will do, whatever class it is of", async () => {
    const plain = [{ pageContent: "The Orrel flows north.", metadata: { title: "river" } }];
    const sources: LangChainSource[] = [
      { invoke: async () => plain },
      { similaritySearch: async () => plain },
      { similaritySearchWithScore: async () => [[{ pageContent: "The Orrel flows north." }, 1]] },
    ];
    for (const source of sources) {
      const hits = await asEvidenceRetriever(source).search("Orrel", { k: 2 });
      expect(hits.map((hit) => hit.passage.pageContent)).toEqual(["The Orrel flows north."]);
    }
  });

  test("defaults: billed, English, a version of its own, names by capitals", async () => {
    const store = await memoryStore();
    const one = asEvidenceRetriever(store);
    expect(one).toMatchObject({ name: "memory", searchCost: "billed", language: "english" });
    expect(asEvidenceRetriever(store).version).not.toBe(one.version);
    expect(one.entities.mentions("It is Ilva Marn.")).toEqual([
      { name: "Ilva Marn", start: 6, end: 15, linked: false },
    ]);
  });

  test("options name it, and titles link names", async () => {
    const retriever = asEvidenceRetriever(await memoryStore(), {
      name: "mine",
      version: "7",
      searchCost: "free",
      language: "none",
      titles: ["Ilva Marn"],
    });
    expect(retriever).toMatchObject({
      name: "mine",
      version: "7",
      searchCost: "free",
      language: "none",
    });
    expect(retriever.entities.mentions("It is Ilva Marn.")).toContainEqual(
      expect.objectContaining({ name: "Ilva Marn", linked: true }),
    );
  });
});

describe("real LangChain sources", () => {
  test.each([
    ["MemoryVectorStore", async () => memoryStore()],
    [
      "HNSWLib of @langchain/community",
      async () => HNSWLib.fromDocuments(documents(THREE), new HashedEmbeddings()),
    ],
    ["a store's retriever", async () => (await memoryStore()).asRetriever(1)],
    [
      "BM25Retriever of @langchain/community",
      async () => BM25Retriever.fromDocuments(documents(THREE), { k: 3 }),
    ],
  ])("RT-3: %s gives the three documents there are for k = 10", async (_name, make) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const hits = await asEvidenceRetriever(await make()).search("iron arches", { k: 10 });
    warn.mockRestore();
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(idsOf(hits)[0]).toBe("bridge");
    expect(idsOf(hits).sort()).toEqual(["baker", "bridge", "river"]);
  });

  test("a store's retriever is not held to its own k, but to its own filter", async () => {
    const store = await memoryStore(TENANTS);
    const own = (document: { metadata: { tenant?: unknown } }) => document.metadata.tenant === "a";
    const retriever = asEvidenceRetriever(store.asRetriever({ k: 1, filter: own }));
    expect(idsOf(await retriever.search("Orrel river", { k: 4 }))).toEqual(["a1", "a2"]);
    const both = { k: 4, filter: { title: "a2" } };
    expect(idsOf(await retriever.search("Orrel river", both))).toEqual(["a2"]);
  });

  test("a retriever that searches for diversity, or a class made from it, is asked itself", async () => {
    const store = await memoryStore();
    const retriever = store.asRetriever({ k: 2, searchType: "mmr", searchKwargs: { fetchK: 3 } });
    const invoke = vi.spyOn(retriever, "invoke");
    expect(await asEvidenceRetriever(retriever).search("bread", { k: 3 })).toHaveLength(2);
    expect(invoke).toHaveBeenCalledOnce();
  });
});

describe("scores", () => {
  test("RT-2: similarity, distance or no score: the ranking is the same", async () => {
    const sources: [LangChainSource, "similarity" | "distance" | "unknown"][] = [
      [scoredStore([0.9, 0.5, 0.1]), "similarity"],
      [scoredStore([0.1, 0.5, 0.9]), "distance"],
      [scoredStore([0.1, 0.5, 0.9]), "unknown"],
      [{ invoke: async () => documents(THREE) }, "unknown"],
    ];
    for (const [source, scores] of sources) {
      const hits = await asEvidenceRetriever(source, { scores }).search("any", { k: 3 });
      expect(hits.map((hit) => [hit.rank, hit.passage.id])).toEqual([
        [1, "river"],
        [2, "bridge"],
        [3, "baker"],
      ]);
    }
  });

  test.each([
    ["similarity", [0.9, 0, -0.2], [0.9, 0, null]],
    ["distance", [0, 1, 3], [1, 0.5, 0.25]],
    ["distance", [Number.NaN, Number.POSITIVE_INFINITY, -1], [null, null, 1]],
    ["unknown", [0.9, 0.5, 0.1], [null, null, null]],
  ] as const)("%s %j reads as %j", async (scores, given, expected) => {
    const hits = await asEvidenceRetriever(scoredStore(given), { scores }).search("q", { k: 3 });
    expect(hits.map(({ score }) => score)).toEqual(expected);
  });
});
