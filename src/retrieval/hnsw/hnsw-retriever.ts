import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { Language } from "../../language/language.js";
import { titleGazetteer } from "../entities.js";
import type { EvidenceRetriever } from "../evidence-retriever.js";
import { titlesOf } from "../passage-identity.js";
import { checkK } from "../check-k.js";
import { embedQuery } from "./embed.js";
import type { HnswStore } from "./hnsw-store.js";
import type { PassageVectors } from "./passage-vectors.js";

/** Options of {@link hnswRetriever}. */
export interface HnswRetrieverOptions {
  /** Default: `hnsw`. */
  name?: string;
  /** `free` where embedding a query costs no money, as with a local model. Default: `billed`. */
  searchCost?: "free" | "billed";
  /** Default: the language of the store. */
  language?: Language;
}

/**
 * An {@link EvidenceRetriever} over an {@link HnswStore}: names are linked to the titles of its
 * documents, scores are its similarities where they are not negative. Make it when the documents are
 * in; titles added later are not known to it.
 *
 * @throws DynaKragError from `search`: `RETRIEVER_FAILED` when the embeddings throw,
 *   `INDEX_MISMATCH` when they give another dimension, `INVALID_SETTINGS` for k.
 *
 * @example
 * ```ts
 * import { HnswStore, hnswRetriever } from "dynakrag";
 * import { OpenAIEmbeddings } from "@langchain/openai";
 *
 * const store = await HnswStore.load("my-index", new OpenAIEmbeddings());
 * const retriever = hnswRetriever(store);
 * const hits = await retriever.search("capital of France", { k: 3 });
 * ```
 */
export function hnswRetriever(
  store: HnswStore,
  { name = "hnsw", searchCost = "billed", language = store.language }: HnswRetrieverOptions = {},
): EvidenceRetriever {
  const { content, embeddings } = store;
  const entities = titleGazetteer(titlesOf(content.passages), language);
  return vectorRetriever(content, embeddings, { name, searchCost, language, entities });
}

/** The same over the content of a store; see {@link hnswRetriever}. */
export function vectorRetriever(
  content: PassageVectors,
  embeddings: EmbeddingsInterface,
  description: Pick<EvidenceRetriever, "name" | "searchCost" | "language" | "entities">,
): EvidenceRetriever {
  return {
    ...description,
    get version() {
      return content.version;
    },
    async search(query, { k, filter, signal }) {
      signal?.throwIfAborted();
      checkK(k);
      if (query.trim() === "" || k === 0 || content.passages.length === 0) return [];
      const vector = await embedQuery(embeddings, query);
      signal?.throwIfAborted();
      const found = await content.search(vector, k, filter);
      return found.map(({ passage, similarity }, index) => ({
        passage,
        rank: index + 1,
        score: similarity >= 0 ? similarity : null,
      }));
    },
  };
}
