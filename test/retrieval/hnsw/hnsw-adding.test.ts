import { Document } from "@langchain/core/documents";
import { expect, test, describe } from "vitest";
import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { errorOf, temporaryFolder } from "../world.js";
import { axesStore, ids, NoEmbeddings, numbered, randomVectors } from "./vectors.js";

describe("what goes in", () => {
  test("RT-9: documents without text are left out and never embedded, nor is a blank query", async () => {
    const embeddings = new HashedEmbeddings();
    const store = await HnswStore.fromTexts(["", "The Orrel.", " \n"], {}, embeddings);
    expect(store.content.passages.map(({ pageContent }) => pageContent)).toEqual(["The Orrel."]);
    expect(await store.similaritySearch(" ", 3)).toEqual([]);
    expect(embeddings.texts).toEqual(["The Orrel."]);
  });

  test("an empty store finds nothing and embeds nothing", async () => {
    const embeddings = new HashedEmbeddings();
    const store = await HnswStore.fromDocuments([], embeddings);
    expect(await store.similaritySearch("Orrel", 3)).toEqual([]);
    expect(embeddings.texts).toEqual([]);
  });

  test("RT-1: the same id and text comes once and is embedded once; another text stays", async () => {
    const embeddings = new HashedEmbeddings();
    const page = (pageContent: string) => new Document({ id: "p", pageContent, metadata: {} });
    const store = await HnswStore.fromDocuments(
      [page("One."), page("One."), page("Two.")],
      embeddings,
    );
    const added = await store.addDocuments([page("ONE"), page("Two."), page("Three.")]);
    expect(embeddings.texts).toEqual(["One.", "Two.", "Three."]);
    expect(store.content.passages.map(({ pageContent }) => pageContent)).toEqual([
      "One.",
      "Two.",
      "Three.",
    ]);
    expect(added[0]).toBe("p");
    expect(new Set(added).size).toBe(3);
    expect(added.every((id) => id === "p" || /^p#[0-9a-f]{8}$/.test(id))).toBe(true);
  });

  test("RT-1: known documents given with vectors are left out, and the others keep theirs", async () => {
    const store = await axesStore("cosine");
    const again = [
      [0, -1],
      [1, 1],
    ];
    await store.addVectors(again, [...numbered(1), ...numbered(1, 8)]);
    expect(ids(await store.similaritySearchVectorWithScore([1, 1], 1))).toEqual(["d8"]);
    expect(ids(await store.similaritySearchVectorWithScore([1, 0], 1))).toEqual(["d0"]);
    expect(store.content.passages).toHaveLength(4);
  });

  test("ids: those given, those of the documents, hashes of the text", async () => {
    const store = new HnswStore(new HashedEmbeddings());
    const documents = [
      new Document({ pageContent: "One.", metadata: {} }),
      new Document({ id: "own", pageContent: "Two.", metadata: {} }),
    ];
    const [hash, own] = await store.addDocuments(documents);
    expect(own).toBe("own");
    expect(hash).toMatch(/^[0-9a-f]{24}$/);
    const given = new HnswStore(new HashedEmbeddings());
    expect(await given.addDocuments(documents, { ids: ["a", "b"] })).toEqual(["a", "b"]);
    await errorOf(() => given.addDocuments(documents, { ids: ["a"] }), "INVALID_INPUT");
  });

  test("a vector of another dimension names both, and nothing is added", async () => {
    const store = await axesStore("cosine");
    const wrong = [
      [1, 1],
      [1, 2, 3],
    ];
    const error = await errorOf(() => store.addVectors(wrong, numbered(2, 3)), "INDEX_MISMATCH");
    expect(error.message).toMatch(/\b2\b.*\b3\b/);
    expect(store.content.passages).toHaveLength(3);
    await errorOf(() => store.similaritySearchVectorWithScore([1], 1), "INDEX_MISMATCH");
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e39])(
    "a vector with %d is refused",
    async (value) => {
      const store = await axesStore("cosine");
      await errorOf(() => store.addVectors([[1, value]], numbered(1, 9)), "INVALID_INPUT");
      expect(store.content.passages).toHaveLength(3);
    },
  );

  test("embeddings that throw or give too few vectors: RETRIEVER_FAILED, nothing added", async () => {
    const few = new HashedEmbeddings();
    few.embedDocuments = async () => [[1, 2]];
    const broken = new HashedEmbeddings();
    broken.embedDocuments = async () => Promise.reject(new Error("key sk-1 of Text 0."));
    for (const embeddings of [few, broken]) {
      const store = new HnswStore(embeddings);
      const error = await errorOf(() => store.addDocuments(numbered(2)), "RETRIEVER_FAILED");
      expect(error.message).not.toMatch(/sk-1|Text 0/);
      expect(store.content.passages).toEqual([]);
    }
  });

  test("one metadata object stands for all texts, or each has its own", async () => {
    const titles = async (metadata: object) =>
      (
        await HnswStore.fromTexts(["One.", "Two."], metadata, new HashedEmbeddings())
      ).content.passages.map((one) => one.metadata["title"]);
    expect(await titles({ title: "T" })).toEqual(["T", "T"]);
    expect(await titles([{ title: "T" }, { title: "U" }])).toEqual(["T", "U"]);
  });

  test.each([
    { m: 1 },
    { m: 1000 },
    { efConstruction: 1.5 },
    { exactBelow: -1 },
    { exactBelow: Number.NaN },
    { metric: "manhattan" as "l2" },
  ])("the settings %o are refused", async (settings) => {
    await errorOf(() => new HnswStore(new NoEmbeddings(), settings), "INVALID_SETTINGS");
  });
});

describe("RT-7: it grows by itself", () => {
  test.each([
    ["exact", 1000],
    ["with a graph", 0],
  ])(
    "%s: from nothing, one by one, and again after it was saved and opened",
    async (_name, exactBelow) => {
      const folder = `${await temporaryFolder()}/index`;
      const vectors = randomVectors(60, 8);
      let store = new HnswStore(new NoEmbeddings(), { exactBelow });
      const findsItself = async (at: number) => {
        const [found] = await store.similaritySearchVectorWithScore(vectors[at] ?? [], 1);
        expect([found?.[0].id, store.content.passages.length]).toEqual([`d${at}`, at + 1]);
      };
      for (let at = 0; at < 30; at += 1) {
        await store.addVectors([vectors[at] ?? []], numbered(1, at));
        await findsItself(at);
      }
      await store.save(folder);
      store = await HnswStore.load(folder, new NoEmbeddings(), { exactBelow });
      await findsItself(29);
      for (let at = 30; at < 60; at += 1) {
        await store.addVectors([vectors[at] ?? []], numbered(1, at));
        await findsItself(at);
      }
      await store.save(folder);
      store = await HnswStore.load(folder, new NoEmbeddings(), { exactBelow });
      await findsItself(59);
    },
  );

  test("searches and additions may overlap", async () => {
    const vectors = randomVectors(600, 8);
    const store = new HnswStore(new NoEmbeddings(), { exactBelow: 0 });
    await store.addVectors(vectors.slice(0, 300), numbered(300));
    const first = store.similaritySearchVectorWithScore(vectors[299] ?? [], 1);
    const added = store.addVectors(vectors.slice(300), numbered(300, 300));
    const second = store.similaritySearchVectorWithScore(vectors[299] ?? [], 1);
    const [one, , two] = await Promise.all([first, added, second]);
    const last = await store.similaritySearchVectorWithScore(vectors[599] ?? [], 1);
    expect([...ids(one), ...ids(two), ...ids(last)]).toEqual(["d299", "d299", "d599"]);
  });
});
