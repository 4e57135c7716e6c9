import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { BM25Retriever } from "@langchain/community/retrievers/bm25";
import { HNSWLib } from "@langchain/community/vectorstores/hnswlib";
import { Document } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import { describe, expect, test, vi } from "vitest";
import type { EvidenceRetriever } from "../../src/retrieval/evidence-retriever.js";
import { asEvidenceRetriever } from "../../src/retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../../src/retrieval/vector-store-retriever.js";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";
import { errorOf, idsOf, passage, THREE } from "./world.js";

const TENANTS = [
  passage("a1", "The Orrel is a river of the north.", { tenant: "a" }),
  passage("b1", "The Orrel river, the Orrel river, the Orrel river.", { tenant: "b" }),
  passage("a2", "Ilva sells bread.", { tenant: "a" }),
  passage("b2", "The Orrel river floods.", { tenant: "b" }),
];

function documents(passages: readonly { id: string; pageContent: string; metadata: object }[]) {
  return passages.map((one) => new Document({ ...one, metadata: { ...one.metadata } }));
}

async function memoryStore(passages = THREE): Promise<MemoryVectorStore> {
  return MemoryVectorStore.fromDocuments(documents(passages), new HashedEmbeddings());
}

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
    expect(retriever.entities.mentions("It is Ilva Marn.")[0]?.linked).toBe(true);
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
      expect(hits.map((hit) => hit.score ?? 0)).toEqual(
        hits.map((hit) => hit.score ?? 0).toSorted((one, other) => other - one),
      );
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

describe("what is not searched, and what is not found", () => {
  test.each(["", " ", "\n\t"])("RT-9: the blank query %j never reaches a store", async (query) => {
    const invoke = vi.fn(async () => documents(THREE));
    const embeddings = new HashedEmbeddings();
    const store = await MemoryVectorStore.fromDocuments(documents(THREE), embeddings);
    const before = embeddings.texts.length;
    for (const source of [{ invoke }, store]) {
      expect(await asEvidenceRetriever(source).search(query, { k: 3 })).toEqual([]);
    }
    expect(invoke).not.toHaveBeenCalled();
    expect(embeddings.texts).toHaveLength(before);
  });

  test("RT-4: an empty store, a filter without a match, undefined: no hits", async () => {
    const empty = new MemoryVectorStore(new HashedEmbeddings());
    const nothing = { invoke: async () => undefined } as unknown as LangChainSource;
    expect(await asEvidenceRetriever(empty).search("Orrel", { k: 3 })).toEqual([]);
    expect(await asEvidenceRetriever(nothing).search("Orrel", { k: 3 })).toEqual([]);
    const store = asEvidenceRetriever(await memoryStore());
    expect(await store.search("Orrel", { k: 3, filter: () => false })).toEqual([]);
  });

  test.each([
    ["a string", "page"],
    ["an object", { documents: [] }],
    ["numbers", [1, 2]],
    ["null entries", [null]],
    ["messages", [{ content: "page" }]],
  ])("RT-4: %s is no list of documents: RETRIEVER_FAILED", async (_name, reply) => {
    const source = { invoke: async () => reply } as unknown as LangChainSource;
    const error = await errorOf(
      () => asEvidenceRetriever(source).search("Orrel", { k: 3 }),
      "RETRIEVER_FAILED",
    );
    expect(error.message).not.toContain("page");
  });

  test("an error of the source is the cause, and its text is not repeated", async () => {
    const cause = new Error("the question was: Orrel, the key sk-1");
    const source = {
      invoke: async (): Promise<never> => {
        throw cause;
      },
    };
    const error = await errorOf(
      () => asEvidenceRetriever(source).search("Orrel", { k: 3 }),
      "RETRIEVER_FAILED",
    );
    expect(error.cause).toBe(cause);
    expect(error.message).not.toMatch(/Orrel|sk-1/);
  });

  test("documents without text are left out, and the store is read on for them", async () => {
    const pages = ["", " ", "one", "\n", "two", "three"].map((pageContent) => ({ pageContent }));
    const asked: number[] = [];
    const similaritySearch = async (_query: string, k: number) => {
      asked.push(k);
      return pages.slice(0, k);
    };
    const hits = await asEvidenceRetriever({ similaritySearch }).search("q", { k: 2 });
    expect(hits.map((hit) => [hit.rank, hit.passage.pageContent])).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    expect(asked).toEqual([2, 4, 8]);
  });

  test.each([-1, 1.5, Number.NaN])("k = %d is refused, k = 0 finds nothing", async (k) => {
    const similaritySearch = vi.fn(async () => documents(THREE));
    const retriever = asEvidenceRetriever({ similaritySearch });
    await errorOf(() => retriever.search("q", { k }), "INVALID_SETTINGS");
    expect(await retriever.search("q", { k: 0 })).toEqual([]);
    expect(similaritySearch).not.toHaveBeenCalled();
  });
});

describe("filters", () => {
  const asObject = { tenant: "a" };
  const asPredicate = (one: { metadata: { tenant?: unknown } }) => one.metadata.tenant === "a";

  test.each([
    ["an object", asObject],
    ["a predicate", asPredicate],
  ])("RT-5: %s is handed to the store unchanged", async (_name, filter) => {
    const seen: unknown[] = [];
    const similaritySearch = async (_query: string, _k: number, given: unknown) => {
      seen.push(given);
      return documents(TENANTS.filter(asPredicate));
    };
    const hits = await asEvidenceRetriever({ similaritySearch }).search("q", { k: 2, filter });
    expect(seen[0]).toBe(filter);
    expect(idsOf(hits)).toEqual(["a1", "a2"]);
  });

  test.each([
    ["an object", asObject],
    ["a predicate", asPredicate],
  ])("RT-5: no tenant-b text through a source that ignores %s", async (_name, filter) => {
    const sources: LangChainSource[] = [
      { similaritySearch: async (_query: string, k: number) => documents(TENANTS).slice(0, k) },
      { invoke: async () => documents(TENANTS) },
      BM25Retriever.fromDocuments(documents(TENANTS), { k: 4 }),
    ];
    for (const source of sources) {
      const hits = await asEvidenceRetriever(source).search("Orrel river", { k: 2, filter });
      expect(idsOf(hits).sort()).toEqual(["a1", "a2"]);
    }
  });

  test("RT-5: predicates reach MemoryVectorStore and HNSWLib", async () => {
    const stores = [
      await memoryStore(TENANTS),
      await HNSWLib.fromDocuments(documents(TENANTS), new HashedEmbeddings()),
    ];
    for (const store of stores) {
      const retriever = asEvidenceRetriever(store);
      const hits = await retriever.search("Orrel river", { k: 2, filter: asPredicate });
      expect(idsOf(hits)).toEqual(["a1", "a2"]);
    }
  });

  test("a filter in the language of a store, which says nothing about fields, is left to it", async () => {
    const similaritySearch = async () => documents(TENANTS).slice(0, 2);
    const filter = { must: [{ key: "metadata.tenant", match: { value: "a" } }] };
    const hits = await asEvidenceRetriever({ similaritySearch }).search("q", { k: 2, filter });
    expect(hits).toHaveLength(2);
  });

  test("SE-2: a filter on __proto__ or constructor matches no inherited field", async () => {
    const retriever = asEvidenceRetriever({ invoke: async () => documents(TENANTS) });
    const filter = JSON.parse('{"constructor":"x","__proto__":"y"}');
    expect(await retriever.search("q", { k: 2, filter })).toEqual([]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe("cancelling", () => {
  test("an aborted signal ends the search before the source is asked", async () => {
    const invoke = vi.fn(async () => documents(THREE));
    const signal = AbortSignal.abort(new Error("enough"));
    const search = asEvidenceRetriever({ invoke }).search("q", { k: 1, signal });
    await expect(search).rejects.toThrow("enough");
    expect(invoke).not.toHaveBeenCalled();
  });

  test("the signal reaches a retriever, and its reason comes out, not a failure", async () => {
    class Slow extends BaseRetriever {
      lc_namespace = ["test"];
      override _getRelevantDocuments(): Promise<never> {
        return new Promise(() => {});
      }
    }
    const invoke = (_query: string, config?: { signal?: AbortSignal }): Promise<Document[]> =>
      new Promise((_resolve, reject) => {
        config?.signal?.addEventListener("abort", () => reject(new Error("stopped inside")));
      });
    const controller = new AbortController();
    const { signal } = controller;
    expect(() => asEvidenceRetriever(new Slow())).not.toThrow();
    const search = asEvidenceRetriever({ invoke }).search("q", { k: 1, signal });
    controller.abort(new Error("enough"));
    await expect(search).rejects.toThrow("enough");
  });
});
