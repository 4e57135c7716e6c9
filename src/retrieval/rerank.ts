import { Document } from "@langchain/core/documents";
import { DynaKragError } from "../errors.js";
import type { EvidenceRanker, RetrievalHit } from "./evidence-retriever.js";

/** The passages that one acquisition adds by default; more need not be seen to keep the order. */
const PASSAGES_PER_ACQUISITION = 3;

/** Where the place of a hit is noted while a compressor has it: it may change anything else. */
const PLACE = "dynakragPlace";

/** A LangChain `BaseDocumentCompressor`, by its method. */
export interface DocumentCompressorLike {
  compressDocuments(documents: Document[], query: string): Promise<CompressedDocument[]>;
}

interface CompressedDocument {
  pageContent: string;
  metadata: Record<string, unknown>;
}

/**
 * Keeps the order of the search: what the DynaKRAG paper does.
 *
 * @example
 * ```ts
 * import { scoreOrder } from "dynakrag";
 *
 * console.log(scoreOrder().name); // score-order
 * ```
 */
export function scoreOrder(): EvidenceRanker {
  return {
    name: "score-order",
    pool: PASSAGES_PER_ACQUISITION,
    rank: ({ hits }) => hits.map((_hit, place) => hits.length - place),
  };
}

/**
 * Orders hits with a LangChain document compressor, such as a reranking model. It gets the question,
 * not the query of the step. What it keeps comes first, in its order; what it drops follows in the
 * order of the search. The texts stay as they were found.
 *
 * @param options - `pool`: how many unseen hits it sees for each search (default 10); `name`: for
 *   traces (default `document-compressor`).
 * @throws DynaKragError `INVALID_SETTINGS` for a pool that is no whole number from 1; from `rank`:
 *   `RETRIEVER_FAILED` when the compressor throws or returns no list.
 *
 * @example
 * ```ts
 * import { documentCompressorRanker } from "dynakrag";
 *
 * const ranker = documentCompressorRanker({
 *   compressDocuments: async (documents) => documents.toReversed(),
 * });
 * console.log(ranker.pool); // 10
 * ```
 */
export function documentCompressorRanker(
  compressor: DocumentCompressorLike,
  { pool = 10, name = "document-compressor" }: { pool?: number; name?: string } = {},
): EvidenceRanker {
  if (!Number.isInteger(pool) || pool < 1) {
    throw new DynaKragError({
      code: "INVALID_SETTINGS",
      message: "The pool of the ranker is no whole number from 1.",
      remedy: "Give the number of hits it is to see, such as 10.",
    });
  }
  return {
    name,
    pool,
    rank: async ({ question, hits }, signal) => {
      signal?.throwIfAborted();
      if (hits.length === 0) return [];
      const kept = await keptPlaces(compressor, hits, question);
      signal?.throwIfAborted();
      const dropped = [...hits.keys()].filter((place) => !kept.has(place));
      const order = [...kept, ...dropped];
      return hits.map((_hit, place) => hits.length - order.indexOf(place));
    },
  };
}

/** The places of the hits that the compressor keeps, in its order. */
async function keptPlaces(
  compressor: DocumentCompressorLike,
  hits: readonly RetrievalHit[],
  question: string,
): Promise<Set<number>> {
  const documents = hits.map(
    ({ passage: { id, pageContent, metadata } }, place) =>
      new Document({ id, pageContent, metadata: { ...metadata, [PLACE]: place } }),
  );
  const places = new Set<number>();
  for (const document of await compress(compressor, documents, question)) {
    const noted = document?.metadata?.[PLACE];
    const place =
      typeof noted === "number"
        ? noted
        : hits.findIndex(({ passage }) => passage.pageContent === document?.pageContent);
    if (hits[place]) places.add(place);
  }
  return places;
}

async function compress(
  compressor: DocumentCompressorLike,
  documents: Document[],
  question: string,
): Promise<(Partial<CompressedDocument> | null)[]> {
  let kept: unknown;
  try {
    kept = await compressor.compressDocuments(documents, question);
  } catch (error) {
    throw failed("threw an error", error);
  }
  if (!Array.isArray(kept)) throw failed("returned something that is no list");
  return kept;
}

function failed(problem: string, cause?: unknown): DynaKragError {
  return new DynaKragError({
    code: "RETRIEVER_FAILED",
    message: `The document compressor ${problem}.`,
    remedy: "Call it directly with the same documents to see what it does.",
    cause,
  });
}
