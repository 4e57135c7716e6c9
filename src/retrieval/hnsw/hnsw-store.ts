import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { VectorStore } from "@langchain/core/vectorstores";
import { DynaKragError } from "../../errors.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import type { RetrievalFilter } from "../evidence-retriever.js";
import { passageFromDocument } from "../passage-identity.js";
import { embedQuery, embedTexts } from "./embed.js";
import { PassageVectors } from "./passage-vectors.js";
import { loadStore, modelOf, saveStore } from "./store-folder.js";
import type { HnswLoadOptions, HnswStoreContent } from "./store-folder.js";
import { vectorIndexSettings } from "./vector-index.js";
import type { VectorIndexSettings } from "./vector-index.js";

/**
 * Options of an {@link HnswStore}. Defaults: `metric` `cosine`, `m` 16, `efConstruction` 200,
 * `exactBelow` 10,000 vectors.
 */
export interface HnswStoreOptions extends Partial<VectorIndexSettings> {
  /**
   * Names the embedding model in the manifest, so that another one is noticed when the store is
   * loaded. Default: the `model` of the embeddings, where they have one.
   */
  model?: string;
  /** The language of the documents. Default: `english`. */
  language?: Language;
}

/**
 * A LangChain vector store in memory over hnswlib-node, with folders that are checked when opened.
 *
 * - Fewer than `exactBelow` vectors, and every filtered search, are searched exactly: a graph can
 *   miss what lies far from the rest. hnswlib-node is needed from there on only.
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
export class HnswStore extends VectorStore implements HnswStoreContent {
  declare FilterType: RetrievalFilter;
  /** Names the embedding model; null where it is not known. */
  readonly model: string | null;
  readonly language: Language;
  /** The passages and their vectors. */
  readonly content: PassageVectors;

  /** @param content - for stores that are loaded; default: an empty one. */
  constructor(
    embeddings: EmbeddingsInterface,
    options: HnswStoreOptions = {},
    content = new PassageVectors(vectorIndexSettings(options)),
  ) {
    super(embeddings, {});
    this.model = options.model ?? modelOf(embeddings);
    this.language = options.language ?? "english";
    this.content = content;
  }

  override _vectorstoreType(): string {
    return "hnsw";
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
    const passages = passagesOf(documents, options?.ids).filter((one) => one !== undefined);
    const unknown = this.content.unknown(passages);
    await this.content.checkRoomFor(unknown.length);
    const texts = unknown.map(({ pageContent }) => pageContent);
    this.content.add(unknown, await embedTexts(this.embeddings, texts));
    return passages.map((passage) => this.content.idOf(passage));
  }

  /** Adds documents whose vectors are known: as {@link HnswStore.addDocuments}, without embedding. */
  override async addVectors(
    vectors: number[][],
    documents: DocumentInterface[],
    options?: { ids?: string[] },
  ): Promise<string[]> {
    if (vectors.length !== documents.length) throw notOneEach("vector");
    await this.content.checkRoomFor(documents.length);
    const passages = passagesOf(documents, options?.ids);
    const hasText = (_item: unknown, at: number): boolean => passages[at] !== undefined;
    const kept = passages.filter((one) => one !== undefined);
    this.content.add(kept, vectors.filter(hasText));
    return kept.map((passage) => this.content.idOf(passage));
  }

  /** Removes documents by their ids; unknown ids do no harm. A graph is built anew when needed. */
  override async delete({ ids }: { ids: string[] }): Promise<void> {
    this.content.remove(ids);
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
    const found = await this.content.search(query, k, filter);
    return found.map(({ passage, similarity }) => [new Document(passage), similarity]);
  }

  /** The same for a text. A blank one finds nothing and is not embedded. */
  override async similaritySearchWithScore(
    query: string,
    k = 4,
    filter?: RetrievalFilter,
  ): Promise<[Document, number][]> {
    if (query.trim() === "" || this.content.passages.length === 0) return [];
    const vector = await embedQuery(this.embeddings, query);
    return this.similaritySearchVectorWithScore(vector, k, filter);
  }

  /** The same without the similarities. */
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
   * the store that was there.
   *
   * @throws DynaKragError `EMPTY_INDEX` without documents, `UNSAFE_PATH` for a URL, `INVALID_INPUT`
   *   when there is something else at the path.
   */
  async save(directory: string): Promise<void> {
    await saveStore(directory, this);
  }

  /**
   * Opens a folder that {@link HnswStore.save} wrote. Its manifest, sizes, hashes and the structure
   * of its graph are checked before the native reader sees a byte. Whoever can write the folder can
   * still change what it says: open folders that you trust.
   *
   * @param options - what the index must have been built with; default: what the embeddings name.
   *   Where they name no dimension, the first search compares it.
   * @throws DynaKragError `INDEX_MISMATCH`, `INDEX_DAMAGED`, `FILE_NOT_FOUND`, `EMPTY_INDEX`,
   *   `UNSAFE_PATH` or `MISSING_PACKAGE`.
   */
  static async load(
    directory: string,
    embeddings: EmbeddingsInterface,
    options: HnswLoadOptions = {},
  ): Promise<HnswStore> {
    const { model, language, content } = await loadStore(directory, embeddings, options);
    return new HnswStore(embeddings, { language, ...(model !== null && { model }) }, content);
  }

  /** A store of these texts, embedded. One metadata object stands for all texts. */
  static override async fromTexts(
    texts: string[],
    metadatas: object[] | object,
    embeddings: EmbeddingsInterface,
    options: HnswStoreOptions = {},
  ): Promise<HnswStore> {
    const documents = texts.map((pageContent, at) => {
      const metadata: object = Array.isArray(metadatas) ? metadatas[at] : metadatas;
      return new Document({ pageContent, metadata: { ...metadata } });
    });
    return HnswStore.fromDocuments(documents, embeddings, options);
  }

  /** A store of these documents, embedded. */
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

/** Undefined for a document without text. */
function passagesOf(documents: DocumentInterface[], ids?: string[]): (Passage | undefined)[] {
  if (ids && ids.length !== documents.length) throw notOneEach("id");
  return documents.map(({ pageContent, metadata, id }, at) =>
    passageFromDocument({ pageContent, metadata, id: ids?.[at] ?? id }),
  );
}

function notOneEach(noun: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `There is not one ${noun} for each document.`,
    remedy: "Give as many as there are documents, in the same order.",
  });
}
