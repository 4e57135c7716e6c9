import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { FakeEmbeddings } from "@langchain/core/utils/testing";
import { Document } from "@langchain/core/documents";

/** Numbers between -1 and 1 that are the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export function randomVectors(count: number, dimension: number, seed = 1): number[][] {
  const next = randomNumbers(seed);
  return Array.from({ length: count }, () => Array.from({ length: dimension }, next));
}

/** Documents whose ids and texts are their numbers. */
export function numbered(count: number, from = 0): Document[] {
  return Array.from(
    { length: count },
    (_, at) =>
      new Document({
        id: `d${from + at}`,
        pageContent: `Text ${from + at}.`,
        metadata: { parity: (from + at) % 2 === 0 ? "even" : "odd" },
      }),
  );
}

/** For stores that are given vectors: embedding anything is an error. */
export class NoEmbeddings extends FakeEmbeddings {
  override embedDocuments(): Promise<never> {
    throw new Error("no text is embedded here");
  }
  override embedQuery(): Promise<never> {
    throw new Error("no text is embedded here");
  }
}

const AXES = [
  [1, 0],
  [0, 2],
  [-3, 0],
];

/** Three vectors in the plane under the ids d0, d1 and d2. */
export async function axesStore(
  metric: "cosine" | "l2" | "ip",
  exactBelow = 10,
): Promise<HnswStore> {
  const store = new HnswStore(new NoEmbeddings(), { metric, exactBelow });
  await store.addVectors(AXES, numbered(3));
  return store;
}

/** The ids of what was found, in order. */
export function ids(found: readonly (readonly [Document, number])[]): (string | undefined)[] {
  return found.map(([{ id }]) => id);
}
