import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { openIndexFolder } from "../../../src/retrieval/index-folder/open-index-folder.js";
import { saveIndexFolder } from "../../../src/retrieval/index-folder/save-index-folder.js";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { errorOf, idsOf, temporaryFolder, THREE } from "../world.js";
import { NoEmbeddings, numbered, randomVectors } from "./vectors.js";

const notBuilt = vi.hoisted(() => (): never => {
  throw new Error("Could not locate the bindings file.");
});

vi.mock("hnswlib-node", () => notBuilt());

describe("RT-10: without hnswlib-node", () => {
  test("small stores are searched exactly, saved and opened", async () => {
    const path = join(await temporaryFolder(), "store");
    const embeddings = new HashedEmbeddings();
    const store = await HnswStore.fromDocuments([...THREE], embeddings);
    await store.save(path);
    const [found] = await (await HnswStore.load(path, embeddings)).similaritySearch("bread", 1);
    expect(found?.id).toBe("baker");
  });

  test("a vector index folder of a small corpus works", async () => {
    const path = join(await temporaryFolder(), "index");
    const embeddings = { spec: "hashed:v1", instance: new HashedEmbeddings() };
    await saveIndexFolder(path, { passages: THREE, retriever: "hybrid", embeddings });
    const { retriever } = await openIndexFolder(path, { embeddings });
    expect(idsOf(await retriever.search("bread", { k: 1 }))).toEqual(["baker"]);
  });

  test("a graph that would be needed: one error with the command, before anything is embedded", async () => {
    const embeddings = new HashedEmbeddings();
    const store = new HnswStore(embeddings, { exactBelow: 3 });
    const error = await errorOf(() => store.addDocuments([...THREE]), "MISSING_PACKAGE");
    expect(error.remedy).toContain("npm install hnswlib-node@3.0.0");
    expect(embeddings.texts).toEqual([]);
    expect(store.content.passages).toEqual([]);
  });

  test("a folder with a graph: the same error; with exactBelow: Infinity it opens", async () => {
    const path = join(await temporaryFolder(), "store");
    const vectors = randomVectors(20, 4);
    vi.doUnmock("hnswlib-node");
    vi.resetModules();
    const fresh = await import("../../../src/retrieval/hnsw/hnsw-store.js");
    const store = new fresh.HnswStore(new NoEmbeddings(), { exactBelow: 5 });
    await store.addVectors(vectors, numbered(20));
    await store.save(path);
    vi.doMock("hnswlib-node", () => notBuilt());
    vi.resetModules();
    const again = await import("../../../src/retrieval/hnsw/hnsw-store.js");
    const load = (exactBelow: number) =>
      again.HnswStore.load(path, new NoEmbeddings(), { exactBelow });
    await errorOf(() => load(5), "MISSING_PACKAGE");
    const exact = await load(Number.POSITIVE_INFINITY);
    const [found] = await exact.similaritySearchVectorWithScore(vectors[7] ?? [], 1);
    expect(found?.[0].id).toBe("d7");
  });
});
