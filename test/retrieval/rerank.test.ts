import { Document } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { describe, expect, test, vi } from "vitest";
import { documentCompressorRanker, scoreOrder } from "../../src/retrieval/rerank.js";
import type { DocumentCompressorLike } from "../../src/retrieval/rerank.js";
import { errorOf, hitsOf, passage, THREE } from "./world.js";

const INPUT = {
  question: "Who sells bread?",
  evidence: [],
  query: "bread shop",
  hits: hitsOf(THREE),
};

/** The hits as a ranker orders them: what `acquire` makes of its scores. */
function orderBy(scores: readonly number[], hits = INPUT.hits): string[] {
  return hits
    .map((hit, at) => ({ id: hit.passage.id, score: scores[at] ?? Number.NaN }))
    .sort((one, other) => other.score - one.score)
    .map(({ id }) => id);
}

describe("scoreOrder", () => {
  test("keeps the order of the search, one distinct score a hit", () => {
    const scores = scoreOrder().rank(INPUT);
    expect(orderBy(scores as number[])).toEqual(["river", "bridge", "baker"]);
    expect(new Set(scores as number[]).size).toBe(3);
  });

  test("is called score-order, wants three hits and takes none", () => {
    expect(scoreOrder()).toMatchObject({ name: "score-order", pool: 3 });
    expect(scoreOrder().rank({ ...INPUT, hits: [] })).toEqual([]);
  });
});

describe("documentCompressorRanker", () => {
  test("a LangChain compressor gets the question and the texts; what it keeps comes first", async () => {
    class KeepLast extends BaseDocumentCompressor {
      seen: unknown[] = [];
      override async compressDocuments(documents: Document[], query: string) {
        this.seen.push(
          query,
          documents.map(({ pageContent }) => pageContent),
        );
        return documents.slice(-1);
      }
    }
    const compressor = new KeepLast();
    const scores = await documentCompressorRanker(compressor).rank(INPUT);
    expect(orderBy(scores)).toEqual(["baker", "river", "bridge"]);
    expect(compressor.seen).toEqual([
      "Who sells bread?",
      ["The Orrel flows north.", "Iron arches carry trains.", "Ilva sells bread daily."],
    ]);
  });

  test.each<[string, (documents: Document[]) => Partial<Document>[]]>([
    ["returns the same objects", (documents) => documents.toReversed()],
    [
      "shortens texts and loses ids",
      (documents) =>
        documents.toReversed().map(({ metadata }) => new Document({ pageContent: "x", metadata })),
    ],
    [
      "adds a score to the metadata",
      (documents) =>
        documents
          .toReversed()
          .map((one) => ({ ...one, metadata: { ...one.metadata, relevanceScore: 0.5 } })),
    ],
    [
      "loses the metadata",
      (documents) => documents.toReversed().map(({ pageContent }) => new Document({ pageContent })),
    ],
    ["repeats itself", (documents) => documents.toReversed().flatMap((one) => [one, one])],
  ])("a compressor that %s is followed", async (_name, change) => {
    const compressor = {
      compressDocuments: async (documents: Document[]) => change(documents),
    } as DocumentCompressorLike;
    const scores = await documentCompressorRanker(compressor).rank(INPUT);
    expect(scores).toHaveLength(3);
    expect(orderBy(scores)).toEqual(["baker", "bridge", "river"]);
  });

  test("hits of the same text and different titles are told apart", async () => {
    const hits = hitsOf([passage("one", "Same."), passage("two", "Same.")]);
    const ranker = documentCompressorRanker({
      compressDocuments: async (documents) => documents.toReversed(),
    });
    const scores = await ranker.rank({ ...INPUT, hits });
    expect(orderBy(scores, hits)).toEqual(["two", "one"]);
  });

  test("everything dropped, or documents that were never given: the order of the search", async () => {
    for (const kept of [[], [new Document({ pageContent: "Never seen." })]]) {
      const ranker = documentCompressorRanker({ compressDocuments: async () => kept });
      expect(orderBy(await ranker.rank(INPUT))).toEqual(["river", "bridge", "baker"]);
    }
  });

  test("the passages are left as they were", async () => {
    const before = structuredClone(INPUT);
    const ranker = documentCompressorRanker({
      async compressDocuments(documents) {
        for (const document of documents) {
          document.pageContent = "changed";
          document.metadata["title"] = "changed";
        }
        return documents;
      },
    });
    await ranker.rank(INPUT);
    expect(INPUT).toEqual(before);
  });

  test("no hits: no call", async () => {
    const compressDocuments = vi.fn(async (documents: Document[]) => documents);
    const ranker = documentCompressorRanker({ compressDocuments });
    expect(await ranker.rank({ ...INPUT, hits: [] })).toEqual([]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(ranker.rank(INPUT, signal)).rejects.toThrow("enough");
    expect(compressDocuments).not.toHaveBeenCalled();
  });

  test("no list, or an error: RETRIEVER_FAILED without any text", async () => {
    const noList = { compressDocuments: async () => "Ilva" } as unknown as DocumentCompressorLike;
    const throwing: DocumentCompressorLike = {
      compressDocuments: async () => {
        throw new Error("Ilva sells bread daily.");
      },
    };
    for (const compressor of [noList, throwing]) {
      const rank = () => documentCompressorRanker(compressor).rank(INPUT);
      expect((await errorOf(rank, "RETRIEVER_FAILED")).message).not.toContain("Ilva");
    }
  });

  test("the pool is 10, or what is given from 1 on", async () => {
    const compressor: DocumentCompressorLike = { compressDocuments: async () => [] };
    expect(documentCompressorRanker(compressor).pool).toBe(10);
    expect(documentCompressorRanker(compressor, { pool: 5, name: "mine" })).toMatchObject({
      pool: 5,
      name: "mine",
    });
    for (const pool of [0, 2.5, Number.NaN]) {
      await errorOf(() => documentCompressorRanker(compressor, { pool }), "INVALID_SETTINGS");
    }
  });
});
