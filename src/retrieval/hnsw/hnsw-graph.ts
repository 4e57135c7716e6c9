import { setImmediate } from "node:timers/promises";
import type { HierarchicalNSW } from "hnswlib-node";
import { loadHnswlib } from "./hnswlib.js";
import type { VectorTable } from "./vector-table.js";

/** How a graph is built (Malkov and Yashunin 2018). */
export interface GraphSettings {
  /** Links of a vector on the upper layers; twice as many on the lowest. */
  m: number;
  /** Candidates looked at when a vector is added. */
  efConstruction: number;
}

/** Candidates looked at in a search. The default of hnswlib is 10, and again after each load. */
const SMALLEST_EF = 100;
const VECTORS_PER_TURN = 256;
const RANDOM_SEED = 100;

/** The HNSW graph over a {@link VectorTable}: a vector's label is its number there. */
export class HnswGraph {
  readonly #index: HierarchicalNSW;

  private constructor(index: HierarchicalNSW) {
    this.#index = index;
  }

  /** An empty graph. */
  static async create(
    table: VectorTable,
    { m, efConstruction }: GraphSettings,
  ): Promise<HnswGraph> {
    const { HierarchicalNSW } = await loadHnswlib();
    const index = new HierarchicalNSW(table.metric, table.dimension);
    const maxElements = Math.max(1, table.count);
    index.initIndex({ maxElements, m, efConstruction, randomSeed: RANDOM_SEED });
    return new HnswGraph(index);
  }

  /** Reads a file whose bytes were checked by `graphFileProblem`. */
  static async read(path: string, table: VectorTable): Promise<HnswGraph> {
    const { HierarchicalNSW } = await loadHnswlib();
    const index = new HierarchicalNSW(table.metric, table.dimension);
    await index.readIndex(path);
    return new HnswGraph(index);
  }

  /** Adds the vectors of the table that are not in the graph yet. Gives way to other work. */
  async extend(table: VectorTable): Promise<void> {
    for (let number = this.#index.getCurrentCount(); number < table.count; number += 1) {
      if (number >= this.#index.getMaxElements()) {
        this.#index.resizeIndex(Math.max(table.count, 2 * number));
      }
      this.#index.addPoint(Array.from(table.vector(number)), number);
      if (number % VECTORS_PER_TURN === 0) await setImmediate();
    }
  }

  /** Numbers of about the k nearest vectors, in no particular order. */
  nearest(prepared: Float32Array, k: number): number[] {
    const count = this.#index.getCurrentCount();
    this.#index.setEf(Math.max(SMALLEST_EF, 2 * k));
    return this.#index.searchKnn(Array.from(prepared), Math.min(k, count)).neighbors;
  }

  /** Writes the file that {@link HnswGraph.read} reads. */
  async write(path: string): Promise<void> {
    await this.#index.writeIndex(path);
  }
}
