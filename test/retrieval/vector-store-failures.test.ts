import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import type { Document } from "@langchain/core/documents";
import { describe, expect, test, vi } from "vitest";
import { asEvidenceRetriever } from "../../src/retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../../src/retrieval/vector-store-retriever.js";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";
import { documents, memoryStore } from "./langchain-sources.js";
import { errorOf, THREE } from "./world.js";

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

describe("cancelling", () => {
  test("an aborted signal ends the search before the source is asked", async () => {
    const invoke = vi.fn(async () => documents(THREE));
    const signal = AbortSignal.abort(new Error("enough"));
    const search = asEvidenceRetriever({ invoke }).search("q", { k: 1, signal });
    await expect(search).rejects.toThrow("enough");
    expect(invoke).not.toHaveBeenCalled();
  });

  test("the signal reaches a retriever, and its reason comes out, not a failure", async () => {
    const invoke = (_query: string, config?: { signal?: AbortSignal }): Promise<Document[]> =>
      new Promise((_resolve, reject) => {
        config?.signal?.addEventListener("abort", () => reject(new Error("stopped inside")));
      });
    const controller = new AbortController();
    const { signal } = controller;
    const search = asEvidenceRetriever({ invoke }).search("q", { k: 1, signal });
    controller.abort(new Error("enough"));
    await expect(search).rejects.toThrow("enough");
  });
});
