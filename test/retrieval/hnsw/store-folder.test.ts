import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { openSealedFolder } from "../../../src/retrieval/sealed-folder/open-sealed-folder.js";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { contentOf, editManifest, errorOf, forge, temporaryFolder, THREE } from "../world.js";
import { ids, NoEmbeddings, numbered, randomVectors } from "./vectors.js";

const embeddings = new HashedEmbeddings({ dimensions: 3 });

/** A saved store of the three passages, cosine, three dimensions. */
async function saved(): Promise<string> {
  const path = join(await temporaryFolder(), "store");
  const store = new HnswStore(embeddings);
  await store.addVectors(
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [...THREE],
  );
  await store.save(path);
  return path;
}

describe("save and load", () => {
  test.each([
    ["exact", 1000],
    ["with a graph", 0],
  ])("%s: the same documents and scores come back", async (_name, exactBelow) => {
    const path = join(await temporaryFolder(), "store");
    const vectors = randomVectors(400, 8);
    const store = new HnswStore(new NoEmbeddings(), {
      exactBelow,
      language: "spanish",
      model: "m",
    });
    await store.addVectors(vectors, numbered(400));
    await store.save(path);
    const loaded = await HnswStore.load(path, new NoEmbeddings(), { exactBelow });
    expect([loaded.language, loaded.model]).toEqual(["spanish", "m"]);
    expect(loaded.content.passages).toEqual(store.content.passages);
    for (const query of randomVectors(5, 8, 2)) {
      expect(await loaded.similaritySearchVectorWithScore(query, 10)).toEqual(
        await store.similaritySearchVectorWithScore(query, 10),
      );
    }
    expect((await readdir(path)).includes("graph.hnsw")).toBe(exactBelow === 0);
  });

  test("a vector far from all others and added last is found after loading", async () => {
    const path = join(await temporaryFolder(), "store");
    const store = new HnswStore(new NoEmbeddings(), { exactBelow: 0, metric: "l2" });
    await store.addVectors(randomVectors(300, 4), numbered(300));
    await store.addVectors([[9, 9, 9, 9]], numbered(1, 300));
    await store.save(path);
    const loaded = await HnswStore.load(path, new NoEmbeddings(), { exactBelow: 0 });
    expect(ids(await loaded.similaritySearchVectorWithScore([9, 9, 9, 8], 1))).toEqual(["d300"]);
  });

  test("two loads have the same version, another content another", async () => {
    const path = await saved();
    const first = await HnswStore.load(path, embeddings);
    expect((await HnswStore.load(path, embeddings)).content.version).toBe(first.content.version);
    await first.delete({ ids: ["river"] });
    await first.save(path);
    const second = await HnswStore.load(path, embeddings);
    expect(second.content.version).not.toBe(first.content.version);
    expect(second.content.passages).toHaveLength(2);
  });

  test("a save that fails leaves the store that was there", async () => {
    const path = await saved();
    const before = await contentOf(path);
    await errorOf(() => new HnswStore(embeddings).save(path), "EMPTY_INDEX");
    expect(await contentOf(path)).toEqual(before);
  });
});

describe("RT-6: opened with something else than it was built with", () => {
  test("four dimensions instead of three, where the embeddings name them", async () => {
    const path = await saved();
    const four = new HashedEmbeddings({ dimensions: 4 });
    const error = await errorOf(() => HnswStore.load(path, four), "INDEX_MISMATCH");
    expect(error.message).toMatch(/\b3 dimensions.*\b4\b/);
    await errorOf(() => HnswStore.load(path, embeddings, { dimension: 4 }), "INDEX_MISMATCH");
    expect(four.texts).toEqual([]);
  });

  test("four dimensions that show at the first search only: an error, no hits", async () => {
    const silent = { embedQuery: async () => [1, 0, 0, 0], embedDocuments: async () => [] };
    const store = await HnswStore.load(await saved(), silent);
    const error = await errorOf(() => store.similaritySearch("Orrel", 1), "INDEX_MISMATCH");
    expect(error.message).toMatch(/\b3 dimensions.*\b4\b/);
  });

  test.each([
    ["metric", { metric: "l2" as const }, /cosine.*l2/],
    ["embedding model", { model: "other" }, /hashed.*other/],
  ])("another %s", async (what, options, both) => {
    const path = await saved();
    const error = await errorOf(() => HnswStore.load(path, embeddings, options), "INDEX_MISMATCH");
    expect(error.message).toContain(what);
    expect(error.message).toMatch(both);
  });

  test("another model of equal dimensions, named by the embeddings themselves", async () => {
    const other = new HashedEmbeddings({ dimensions: 3, model: "newer" });
    const path = await saved();
    const error = await errorOf(() => HnswStore.load(path, other), "INDEX_MISMATCH");
    expect(error.message).toMatch(/hashed.*newer/);
  });

  test("one passage fewer than vectors: an error that names both counts", async () => {
    const path = await saved();
    await forge(path, "passages.jsonl", (bytes) => {
      const lines = bytes.toString().trimEnd().split("\n");
      return Buffer.from(`${lines.slice(1).join("\n")}\n`);
    });
    const error = await errorOf(() => HnswStore.load(path, embeddings), "INDEX_DAMAGED");
    expect(error.message).toMatch(/\b2\b.*\b3\b/);
  });
});

describe("SE-3: a folder that is not what it says", () => {
  test.each(["passages.jsonl", "vectors.f32"])("%s truncated or missing", async (name) => {
    const path = await saved();
    await truncate(join(path, name), 5);
    await errorOf(() => HnswStore.load(path, embeddings), "INDEX_DAMAGED");
    await editManifest(path, (manifest) => {
      delete (manifest["files"] as Record<string, unknown>)[name];
    });
    await errorOf(() => HnswStore.load(path, embeddings), "INDEX_DAMAGED");
  });

  test.each<[string, string, (bytes: Buffer) => Buffer]>([
    ["passages of another kind", "passages.jsonl", () => Buffer.from('{"a":1}\n[]\n"x"\n')],
    [
      "a passage twice",
      "passages.jsonl",
      (b) => Buffer.from(`${b.toString().split("\n")[0]}\n`.repeat(3)),
    ],
    ["a pickle", "passages.jsonl", () => Buffer.from([0x80, 4, 0x95, 10, 46, 10, 46, 10])],
    ["a vector with NaN", "vectors.f32", (b) => (b.writeFloatLE(Number.NaN, 4), b)],
    ["a vector too many", "vectors.f32", (b) => Buffer.concat([b, b.subarray(0, 12)])],
  ])("%s, with hashes that fit: INDEX_DAMAGED", async (_name, file, change) => {
    const path = await saved();
    await forge(path, file, change);
    await errorOf(() => HnswStore.load(path, embeddings), "INDEX_DAMAGED");
  });

  test.each([
    ["dimension", 0],
    ["dimension", 1e9],
    ["count", 4],
    ["count", -1],
    ["metric", "manhattan"],
    ["m", 1e6],
    ["language", "klingon"],
    ["model", 7],
  ])("a manifest with %s %j: INDEX_DAMAGED", async (field, value) => {
    const path = await saved();
    await editManifest(path, (manifest) => ({ ...manifest, [field]: value }));
    await errorOf(() => HnswStore.load(path, embeddings), "INDEX_DAMAGED");
  });

  test("a count of 0 is EMPTY_INDEX", async () => {
    const path = await saved();
    await editManifest(path, (manifest) => ({ ...manifest, count: 0 }));
    await errorOf(() => HnswStore.load(path, embeddings), "EMPTY_INDEX");
  });

  test("SE-2: metadata with the key __proto__ changes no object", async () => {
    const path = await saved();
    await forge(path, "passages.jsonl", (bytes) =>
      Buffer.from(
        bytes.toString().replaceAll('"metadata":{', '"metadata":{"__proto__":{"polluted":1},'),
      ),
    );
    const store = await HnswStore.load(path, embeddings);
    expect(Object.keys(store.content.passages[0]?.metadata ?? {})).toEqual(["title"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test("its folder is sealed as dynakrag-hnsw, format 1", async () => {
  const folder = await openSealedFolder(await saved(), { kind: "dynakrag-hnsw", format: 1 });
  expect(folder.manifest).toMatchObject({
    metric: "cosine",
    dimension: 3,
    count: 3,
    m: 16,
    efConstruction: 200,
    model: "hashed",
    language: "english",
  });
});
