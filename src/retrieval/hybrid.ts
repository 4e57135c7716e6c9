import { DynaKragError } from "../errors.js";
import type { Passage } from "../state/evidence.js";
import { checkK } from "./check-k.js";
import type { EvidenceRetriever, RetrievalHit, SearchOptions } from "./evidence-retriever.js";
import { hashOf } from "./passage-identity.js";

/** Options of {@link hybridRetriever}. */
export interface HybridOptions {
  /** Damps the weight of the first ranks. Default 60, as in the paper. */
  k0?: number;
  /** How deep each list is read at least, so that the fused order does not change with k. Default 50. */
  depth?: number;
}

/** Lists are not read deeper than this. */
const DEEPEST_LIST = 1_000;

/**
 * Searches with several retrievers at once and fuses their rankings by reciprocal rank: the score of
 * a passage is the sum of 1 / (k0 + rank) over the lists it is in (Cormack, Clarke and Buettcher:
 * Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods, SIGIR 2009).
 * Only ranks count, so scores of any kind may be mixed. Equal scores keep the order of the
 * retrievers.
 *
 * A passage that several lists have comes once: the same title and text, or the same id and text.
 * Names are linked by the first retriever. A search is `billed` if one of them is.
 *
 * @throws DynaKragError `INVALID_SETTINGS` for no retriever, different languages, or k0 or depth out
 *   of bounds.
 *
 * @example
 * ```ts
 * import { asEvidenceRetriever, buildLexicalIndex, hybridRetriever } from "dynakrag";
 *
 * const passages = [{ id: "1", pageContent: "Paris is a city.", metadata: { title: "Paris" } }];
 * const store = { similaritySearch: async () => passages };
 * const retriever = hybridRetriever([
 *   await buildLexicalIndex(passages),
 *   asEvidenceRetriever(store),
 * ]);
 * const [hit] = await retriever.search("city", { k: 3 }); // score 2 / 61
 * ```
 */
export function hybridRetriever(
  retrievers: readonly EvidenceRetriever[],
  { k0 = 60, depth = 50 }: HybridOptions = {},
): EvidenceRetriever {
  const [first] = retrievers;
  const isSound = k0 >= 0 && Number.isFinite(k0) && depth >= 1 && Number.isInteger(depth);
  if (!first || !isSound) {
    throw invalid("there is no retriever, or k0 or depth is out of bounds");
  }
  const { language, entities } = first;
  const weighing = retrievers.find(({ termWeight }) => termWeight !== undefined);
  if (retrievers.some((one) => one.language !== language)) {
    throw invalid("its retrievers have different languages");
  }
  return {
    name: retrievers.map(({ name }) => name).join("+"),
    get version() {
      return `rrf:${k0}:${depth}:${retrievers.map(({ version }) => version).join(":")}`;
    },
    searchCost: retrievers.some(({ searchCost }) => searchCost === "billed") ? "billed" : "free",
    language,
    entities,
    ...(weighing ? { termWeight: (term: string) => weighing.termWeight?.(term) ?? 1 } : {}),
    search: (query, options) => searchAll(retrievers, query, options, { k0, depth }),
  };
}

async function searchAll(
  retrievers: readonly EvidenceRetriever[],
  query: string,
  { k, filter, signal }: SearchOptions,
  { k0, depth }: Required<HybridOptions>,
): Promise<RetrievalHit[]> {
  checkK(k);
  if (k === 0) return [];
  for (let asked = Math.max(k, depth); ; asked = Math.min(2 * asked, DEEPEST_LIST)) {
    const options = { k: asked, filter, signal };
    const lists = await Promise.all(retrievers.map((one) => one.search(query, options)));
    const fused = fuse(lists, k0);
    // Lists that repeat a passage may fuse to fewer than k although they go on.
    const ended = lists.every((list) => list.length < asked) || asked >= DEEPEST_LIST;
    if (fused.length >= k || ended) return fused.slice(0, k);
  }
}

/** An index in memory gives the same objects again and again, and hashing takes time. */
const hashes = new WeakMap<Passage, string>();

function rememberedHash(passage: Passage): string {
  const hash = hashes.get(passage) ?? hashOf(passage);
  hashes.set(passage, hash);
  return hash;
}

interface FusedPassage {
  passage: Passage;
  score: number;
}

function fuse(lists: readonly (readonly RetrievalHit[])[], k0: number): RetrievalHit[] {
  const fused: FusedPassage[] = [];
  const known = new Map<string, FusedPassage>();
  for (const list of lists) {
    const inThisList = new Set<FusedPassage>();
    for (const { passage, rank } of list) {
      const keys = [rememberedHash(passage), `${passage.id}\n${passage.pageContent}`];
      const found = keys.map((key) => known.get(key)).find((one) => one !== undefined);
      const entry = found ?? { passage, score: 0 };
      if (!found) fused.push(entry);
      for (const key of keys) known.set(key, entry);
      // The first rank counts where a list repeats a passage.
      if (!inThisList.has(entry)) entry.score += 1 / (k0 + rank);
      inThisList.add(entry);
    }
  }
  return fused
    .sort((one, other) => other.score - one.score)
    .map(({ passage, score }, index) => ({ passage, rank: index + 1, score }));
}

function invalid(problem: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_SETTINGS",
    message: `The hybrid retriever cannot be made: ${problem}.`,
    remedy: "Give at least one retriever, all of one language, k0 from 0 and depth from 1.",
  });
}
