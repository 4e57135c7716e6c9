import { BM25Retriever } from "@langchain/community/retrievers/bm25";
import { HNSWLib } from "@langchain/community/vectorstores/hnswlib";
import { expect, test } from "vitest";
import { asEvidenceRetriever } from "../../src/retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../../src/retrieval/vector-store-retriever.js";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";
import { documents, memoryStore, TENANTS } from "./langchain-sources.js";
import { idsOf } from "./world.js";

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

test.each([
  ["an object", asObject],
  ["a predicate", asPredicate],
])("RT-5: %s reaches MemoryVectorStore and HNSWLib", async (_name, filter) => {
  const stores = [
    await memoryStore(TENANTS),
    await HNSWLib.fromDocuments(documents(TENANTS), new HashedEmbeddings()),
  ];
  for (const store of stores) {
    for (const source of [store, store.asRetriever()]) {
      const hits = await asEvidenceRetriever(source).search("Orrel river", { k: 2, filter });
      expect(idsOf(hits)).toEqual(["a1", "a2"]);
    }
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
