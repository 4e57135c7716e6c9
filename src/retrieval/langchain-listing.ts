import { DynaKragError } from "../errors.js";
import type { Passage } from "../state/evidence.js";
import type { RetrievalFilter, SearchOptions } from "./evidence-retriever.js";
import { passesFilter } from "./passage-filter.js";
import { passageFromDocument } from "./passage-identity.js";
import type { DocumentLike } from "./passage-identity.js";

// The filter is `never` in these shapes: each store has its own type of filter, and a method that
// takes one of any type fits.

/** A LangChain `VectorStore`, by its methods. */
export interface VectorStoreLike {
  similaritySearch(query: string, k: number, filter: never): Promise<DocumentLike[]>;
  similaritySearchWithScore?(
    query: string,
    k: number,
    filter: never,
  ): Promise<[DocumentLike, number][]>;
}

/** A vector store that gives scores and has no other search. */
export interface ScoredVectorStoreLike {
  similaritySearchWithScore(
    query: string,
    k: number,
    filter: never,
  ): Promise<[DocumentLike, number][]>;
}

/** A LangChain `BaseRetriever`, or any runnable from a query to documents, by its method. */
export interface BaseRetrieverLike {
  invoke(query: string, config?: { signal?: AbortSignal }): Promise<DocumentLike[]>;
}

/** What `asEvidenceRetriever` takes from LangChain. */
export type LangChainSource = VectorStoreLike | ScoredVectorStoreLike | BaseRetrieverLike;

/** One document of a list; without a passage where it has no text. */
export interface ListEntry {
  passage: Passage | undefined;
  /** As the store gave it. */
  score: number | null;
}

/** A source as a list that can be read to a depth of k. */
export interface Listing {
  name: string;
  /** True where one call gives all there is, whatever k. */
  isWhole: boolean;
  /** True where the source takes the filter itself. */
  knowsFilters: boolean;
  list(query: string, options: SearchOptions): Promise<ListEntry[]>;
}

type StoreSearch = (query: string, k: number, filter: unknown) => Promise<unknown>;

/**
 * Reads a LangChain source as a list.
 *
 * @param withScores - whether the scores of a store are wanted.
 * @throws DynaKragError `INVALID_INPUT` when it has none of the methods.
 */
export function listingFrom(source: LangChainSource, withScores: boolean): Listing {
  const behind = storeBehind(source);
  if (behind) return storeListing(behind.store, withScores, behind.filter);
  if (isStore(source)) return storeListing(source, withScores);
  if (hasMethod(source, "invoke")) return retrieverListing(source as BaseRetrieverLike);
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "The retriever has none of the methods search, similaritySearch and invoke.",
    remedy: "Give an index of this package, a LangChain VectorStore or a LangChain BaseRetriever.",
  });
}

/** Stores of LangChain that know no other filter than a predicate over documents. */
const PREDICATE_STORES: ReadonlySet<string> = new Set(["memory", "hnswlib"]);

/** @param own - the filter that stands for every search, such as that of `store.asRetriever()`. */
function storeListing(store: StoreMethods, withScores: boolean, own?: unknown): Listing {
  const search = searchOf(store, withScores);
  const name = ownName(store);
  const translated = (filter: RetrievalFilter | undefined): unknown =>
    PREDICATE_STORES.has(name) ? asPredicate(filter) : filter;
  return {
    name,
    isWhole: false,
    knowsFilters: own === undefined,
    list: async (query, { k, filter, signal }) =>
      readList(() => search(query, k, own === undefined ? translated(filter) : own), signal),
  };
}

/** An object asks for equal metadata fields, as in our own indexes. */
function asPredicate(filter: RetrievalFilter | undefined): unknown {
  if (typeof filter !== "object") return filter;
  return (document: DocumentLike): boolean => {
    const passage = passageFromDocument(document);
    return passage !== undefined && passesFilter(passage, filter);
  };
}

function retrieverListing(retriever: BaseRetrieverLike): Listing {
  return {
    name: "retriever",
    isWhole: true,
    knowsFilters: false,
    list: async (query, { signal }) =>
      readList(() => retriever.invoke(query, signal ? { signal } : {}), signal),
  };
}

interface StoreMethods {
  similaritySearch?: StoreSearch;
  similaritySearchWithScore?: StoreSearch;
}

/** The plain search is the one that every store has, so it is used where scores do not matter. */
function searchOf(store: StoreMethods, withScores: boolean): StoreSearch {
  const [method, other] = withScores
    ? [store.similaritySearchWithScore, store.similaritySearch]
    : [store.similaritySearch, store.similaritySearchWithScore];
  return async (query, k, filter) => (method ?? other)?.call(store, query, k, filter);
}

/**
 * The store of a plain `store.asRetriever()`. Classes made from it, and one that searches for
 * diversity (`mmr`), make another list than their store: they are searched through `invoke`.
 */
function storeBehind(source: unknown): { store: StoreMethods; filter: unknown } | undefined {
  if (typeof source !== "object" || source === null || !("vectorStore" in source)) return undefined;
  const isItself = Object.hasOwn(Object.getPrototypeOf(source) ?? {}, "_vectorstoreType");
  const isPlain = isItself && "searchType" in source && source.searchType === "similarity";
  if (!isPlain || !isStore(source.vectorStore)) return undefined;
  return { store: source.vectorStore, filter: "filter" in source ? source.filter : undefined };
}

function isStore(source: unknown): source is StoreMethods {
  return hasMethod(source, "similaritySearchWithScore") || hasMethod(source, "similaritySearch");
}

function hasMethod(source: unknown, name: string): boolean {
  return (
    typeof source === "object" &&
    source !== null &&
    name in source &&
    typeof Reflect.get(source, name) === "function"
  );
}

function ownName(store: object): string {
  const type: unknown = Reflect.get(store, "_vectorstoreType");
  const name: unknown = typeof type === "function" ? type.call(store) : undefined;
  return typeof name === "string" && name !== "" ? name : "vector-store";
}

/** Undefined and null read as a list without entries. */
async function readList(
  search: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<ListEntry[]> {
  let list: unknown;
  try {
    list = await search();
  } catch (error) {
    signal?.throwIfAborted();
    throw DynaKragError.isInstance(error) ? error : failed("threw an error", error);
  }
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw failed("returned something that is no list");
  return list.map(readEntry);
}

function readEntry(entry: unknown): ListEntry {
  const [document, score]: unknown[] = Array.isArray(entry) ? entry : [entry];
  if (typeof document !== "object" || document === null || !("pageContent" in document)) {
    throw failed("returned a list of something else than documents");
  }
  return {
    passage: passageFromDocument(document),
    score: typeof score === "number" ? score : null,
  };
}

function failed(problem: string, cause?: unknown): DynaKragError {
  return new DynaKragError({
    code: "RETRIEVER_FAILED",
    message: `The retriever ${problem}.`,
    remedy: "Search it directly with the same query to see what it does; its error is the cause.",
    cause,
  });
}
