import { randomUUID } from "node:crypto";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { VectorStore } from "@langchain/core/vectorstores";
import { DynaKragError } from "../../errors.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import type { RetrievalFilter } from "../evidence-retriever.js";
import { passesFilter } from "../lexical/passage-filter.js";
import { passageFromDocument } from "../passage-identity.js";
import { StoredPassages } from "../stored-passages.js";
import { embedQuery, embedTexts } from "./embed.js";
import { loadStore, modelOf, saveStore } from "./store-folder.js";
import type { HnswLoadOptions } from "./store-folder.js";
import { VectorIndex, vectorIndexSettings } from "./vector-index.js";
import type { VectorIndexSettings } from "./vector-index.js";
import { VectorTable, wrongDimension } from "./vector-table.js";

/** Options of an {@link HnswStore}; `metric` is `cosine`, `m` 16, `efConstruction` 200. */
export interface HnswStoreOptions extends Partial<VectorIndexSettings> {
  /**
   * Names the embedding model in the manifest, so that another one is noticed when the store is
   * loaded. Default: the `model` of the embeddings, where they have one.
   */
  model?: string;
  /** The language of the documents, for whoever searches them. Default: `english`. */
  language?: Language;
}

/** What a store consists of. */
export interface StoreContent {
  model: string | null;
  language: Language;
  passages: readonly Passage[];
  vectors: VectorIndex;
  /** Identifies the content. */
  version: string;
}

/**
 * A LangChain vector store in memory over hnswlib-node, with folders that are checked when opened.
 *
 * - Fewer than `exactBelow` vectors (10,000) and every filtered search are searched exactly: a graph
 *   can miss what lies far from the rest, and hnswlib-node is not needed.
 * - Scores are similarities, higher is better: the cosine, the inner product, or for `l2`
 *   1 / (1 + squared distance).
 * - Documents without text are left out and never embedded; so is a document whose id and text are
 *   there already. The same id with another text stays and gets the id `<id>#<hash prefix>`.
 * - Metadata is kept as plain JSON. A filter is an object of metadata fields that must be equal, or a
 *   predicate; it acts before the cut at k.
 *
 * @example
 * ```ts
 * import { HnswStore } from "dynakrag";
 * import { OpenAIEmbeddings } from "@langchain/openai";
 *
 * const embeddings = new OpenAIEmbeddings({ model: "text-embedding-3-small" });
 * const store = await HnswStore.fromTexts(["Paris is a city."], [{ title: "Paris" }], embeddings);
 * await store.save("my-index");
 * const same = await HnswStore.load("my-index", embeddings);
 * const [hit] = await same.similaritySearchWithScore("capital of France", 1);
 * ```
 */
export class HnswStore extends VectorStore {
  declare FilterType: RetrievalFilter;
  /** Names the embedding model; null where it is not known. */
  readonly model: string | null;
  readonly language: Language;
  readonly #settings: VectorIndexSettings;
  #stored = new StoredPassages();
  #vectors: VectorIndex | undefined;
  #version: string = randomUUID();

  constructor(embeddings: EmbeddingsInterface, options: HnswStoreOptions = {}) {
    super(embeddings, {});
    this.#settings = vectorIndexSettings(options);
    this.model = options.model ?? modelOf(embeddings) ?? null;
    this.language = options.language ?? "english";
  }

  override _vectorstoreType(): string {
    return "hnsw";
  }

  /** The documents as passages, in the order they were added. */
  get passages(): readonly Passage[] {
    return this.#stored.list;
  }

  /** Identifies the content; another one after each change. */
  get version(): string {
    return this.#version;
  }

  /**
   * Embeds documents and adds them.
   *
   * @param options - `ids`, one for each document; default: the ids of the documents, else hashes
   *   of title and text.
   * @returns The ids of the documents that have text.
   * @throws DynaKragError `INDEX_MISMATCH` when the vectors have another dimension than those
   *   present, `RETRIEVER_FAILED` when the embeddings throw; nothing is added then.
   */
  override async addDocuments(
    documents: DocumentInterface[],
    options?: { ids?: string[] },
  ): Promise<string[]> {
    const given = passagesOf(documents, options?.ids).filter((passage) => passage !== undefined);
    const batch = new StoredPassages();
    const fresh = given.filter((one) => !this.#stored.locate(one).isStored && batch.add(one));
    await this.#checkGraphIsPossible(fresh.length);
    const vectors = await embedTexts(
      this.embeddings,
      fresh.map(({ pageContent }) => pageContent),
    );
    this.#addAll(vectors, fresh);
    return given.map((passage) => this.#stored.locate(passage).id);
  }

  /** Adds documents whose vectors are known: as {@link HnswStore.addDocuments}, without embedding. */
  override async addVectors(
    vectors: number[][],
    documents: DocumentInterface[],
    options?: { ids?: string[] },
  ): Promise<string[]> {
    if (vectors.length !== documents.length) throw notOneEach("vector");
    await this.#checkGraphIsPossible(documents.length);
    const passages = passagesOf(documents, options?.ids);
    const kept = passages.flatMap((passage, index) => {
      const vector = vectors[index];
      return passage && vector ? [{ passage, vector }] : [];
    });
    this.#addAll(
      kept.map(({ vector }) => vector),
      kept.map(({ passage }) => passage),
    );
    return kept.map(({ passage }) => this.#stored.locate(passage).id);
  }

  /** Removes documents by their ids; unknown ids do no harm. */
  override async delete({ ids }: { ids: string[] }): Promise<void> {
    const removed = new Set(ids);
    const numbers = [...this.passages.keys()].filter(
      (number) => !removed.has(this.passages[number]?.id ?? ""),
    );
    const stored = new StoredPassages();
    for (const passage of this.passages) if (!removed.has(passage.id)) stored.add(passage);
    this.#stored = stored;
    this.#vectors = numbers.length > 0 ? this.#vectors?.pick(numbers) : undefined;
    this.#version = randomUUID();
  }

  /**
   * The k most similar documents with their similarities, best first.
   *
   * @throws DynaKragError `INDEX_MISMATCH` when the vector has another dimension.
   */
  override async similaritySearchVectorWithScore(
    query: number[],
    k: number,
    filter?: RetrievalFilter,
  ): Promise<[Document, number][]> {
    const vectors = this.#vectors;
    if (!vectors || k <= 0) return [];
    const passages = this.passages;
    const accepts = (number: number): boolean => {
      const passage = passages[number];
      return passage !== undefined && passesFilter(passage, filter);
    };
    const found = await vectors.search(vectors.prepare(query), k, filter ? accepts : undefined);
    return found.flatMap(({ number, score }): [Document, number][] => {
      const passage = passages[number];
      return passage ? [[new Document(passage), score]] : [];
    });
  }

  /** As {@link HnswStore.similaritySearchVectorWithScore}; a blank query is not embedded. */
  override async similaritySearchWithScore(
    query: string,
    k = 4,
    filter?: RetrievalFilter,
  ): Promise<[Document, number][]> {
    if (query.trim() === "" || !this.#vectors || k <= 0) return [];
    const vector = await embedQuery(this.embeddings, query);
    return this.similaritySearchVectorWithScore(vector, k, filter);
  }

  override async similaritySearch(
    query: string,
    k = 4,
    filter?: RetrievalFilter,
  ): Promise<Document[]> {
    const found = await this.similaritySearchWithScore(query, k, filter);
    return found.map(([document]) => document);
  }

  /**
   * Writes the store to a folder, as a whole or not at all: a save that fails or is killed leaves
   * the one that was there.
   *
   * @throws DynaKragError `EMPTY_INDEX` without documents, `UNSAFE_PATH` for a URL, `INVALID_INPUT`
   *   when there is something else at the path.
   */
  async save(directory: string): Promise<void> {
    await saveStore(directory, this.#content());
  }

  /**
   * Opens a folder that {@link HnswStore.save} wrote. Its manifest, sizes, hashes and the structure
   * of its graph are checked before the native reader sees a byte. Whoever can write the folder can
   * still change what it says: open folders that you trust.
   *
   * @param options - what the index must have been built with; default: the model that the
   *   embeddings name. Where they do not name a dimension, the first search compares it.
   * @throws DynaKragError `INDEX_MISMATCH`, `INDEX_DAMAGED`, `FILE_NOT_FOUND`, `EMPTY_INDEX`,
   *   `UNSAFE_PATH`, `MISSING_PACKAGE`.
   */
  static async load(
    directory: string,
    embeddings: EmbeddingsInterface,
    options: HnswLoadOptions = {},
  ): Promise<HnswStore> {
    return HnswStore.fromContent(embeddings, await loadStore(directory, embeddings, options));
  }

  static override async fromTexts(
    texts: string[],
    metadatas: object[] | object,
    embeddings: EmbeddingsInterface,
    options: HnswStoreOptions = {},
  ): Promise<HnswStore> {
    const documents = texts.map((pageContent, index) => {
      const metadata: unknown = Array.isArray(metadatas) ? metadatas[index] : metadatas;
      return new Document({ pageContent, metadata: { ...(metadata ?? {}) } });
    });
    return HnswStore.fromDocuments(documents, embeddings, options);
  }

  static override async fromDocuments(
    documents: DocumentInterface[],
    embeddings: EmbeddingsInterface,
    options: HnswStoreOptions = {},
  ): Promise<HnswStore> {
    const store = new HnswStore(embeddings, options);
    await store.addDocuments(documents);
    return store;
  }
}
