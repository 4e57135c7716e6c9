import { join } from "node:path";
import { DynaKragError } from "../../errors.js";
import { topK } from "../lexical/top-k.js";
import type { Scored } from "../lexical/top-k.js";
import { damaged } from "../sealed-folder/seal.js";
import type { SealedFolder } from "../sealed-folder/open-sealed-folder.js";
import type { FolderWriter } from "../sealed-folder/write-sealed-folder.js";
import { graphFileProblem } from "./graph-file.js";
import { HnswGraph } from "./hnsw-graph.js";
import type { GraphSettings } from "./hnsw-graph.js";
import { METRICS, VectorTable } from "./vector-table.js";
import type { Metric } from "./vector-table.js";

/** How vectors are indexed. */
export interface VectorIndexSettings extends GraphSettings {
  metric: Metric;
  /** Fewer vectors than this are searched exactly, without a graph and without hnswlib-node. */
  exactBelow: number;
}

/** What a manifest says of a vector index. */
export interface VectorIndexHeader extends GraphSettings {
  metric: Metric;
  dimension: number;
  count: number;
}

const VECTORS_FILE = "vectors.f32";
const GRAPH_FILE = "graph.hnsw";

const DEFAULTS: VectorIndexSettings = {
  metric: "cosine",
  m: 16,
  efConstruction: 200,
  exactBelow: 10_000,
};

/**
 * Settings with their defaults.
 *
 * @throws DynaKragError `INVALID_SETTINGS` for what is out of bounds.
 */
export function vectorIndexSettings(given: Partial<VectorIndexSettings>): VectorIndexSettings {
  const { metric, m, efConstruction, exactBelow } = { ...DEFAULTS, ...given };
  const isWhole = (value: number, most: number): boolean =>
    Number.isInteger(value) && value >= 2 && value <= most;
  const isSound =
    METRICS.includes(metric) &&
    isWhole(m, 100) &&
    isWhole(efConstruction, 10_000) &&
    exactBelow >= 0;
  if (!isSound) {
    throw new DynaKragError({
      code: "INVALID_SETTINGS",
      message: "A setting of the vector index is out of bounds.",
      remedy:
        "Use metric cosine, l2 or ip, m from 2 to 100, efConstruction from 2 to 10000, exactBelow from 0.",
    });
  }
  return { metric, m, efConstruction, exactBelow };
}

/** Finds the nearest of many vectors: exactly while they are few, with an HNSW graph above. */
export class VectorIndex {
  readonly settings: VectorIndexSettings;
  readonly #table: VectorTable;
  #graph: Promise<HnswGraph> | undefined;

  constructor(settings: VectorIndexSettings, table: VectorTable, graph?: HnswGraph) {
    this.settings = settings;
    this.#table = table;
    this.#graph = graph && Promise.resolve(graph);
  }

  get header(): VectorIndexHeader {
    const { metric, m, efConstruction } = this.settings;
    const { dimension, count } = this.#table;
    return { metric, dimension, count, m, efConstruction };
  }

  get count(): number {
    return this.#table.count;
  }

  /** Checks a vector; see {@link VectorTable.prepare}. */
  prepare(vector: readonly number[]): Float32Array {
    return this.#table.prepare(vector);
  }

  /** Takes a vector that was prepared; its number is the count before. */
  add(prepared: Float32Array): void {
    this.#table.add(prepared);
  }

  /** An index of the vectors with these numbers, in this order. A graph is built anew when needed. */
  pick(numbers: readonly number[]): VectorIndex {
    return new VectorIndex(this.settings, this.#table.pick(numbers));
  }

  /**
   * The k most similar vectors, best first, equal ones in the order they were added. With `accepts`
   * only vectors that pass count, and the search is exact.
   */
  async search(
    prepared: Float32Array,
    k: number,
    accepts?: (number: number) => boolean,
  ): Promise<Scored[]> {
    const table = this.#table;
    if (accepts || table.count < this.settings.exactBelow) {
      return exactSearch(table, prepared, k, accepts);
    }
    const graph = await this.#wholeGraph();
    const numbers = graph.nearest(prepared, k);
    // A graph may have parts that no link leads to.
    if (numbers.length < Math.min(k, table.count)) return exactSearch(table, prepared, k);
    return numbers
      .map((number) => ({ number, score: table.similarity(number, prepared) }))
      .sort((one, other) => other.score - one.score || one.number - other.number);
  }

  /** Writes the files that {@link VectorIndex.read} reads. */
  async write(folder: FolderWriter): Promise<void> {
    await folder.write(VECTORS_FILE, this.#table.toBytes());
    if (this.count < this.settings.exactBelow) return;
    const graph = await this.#wholeGraph();
    await folder.writeBy(GRAPH_FILE, (path) => graph.write(path));
  }

  /**
   * Reads the files of a folder. The native reader sees the graph only after it was checked.
   *
   * @throws DynaKragError `INDEX_DAMAGED` when they do not agree with the header,
   *   `MISSING_PACKAGE` when there is a graph to use and hnswlib-node is not installed.
   */
  static async read(
    folder: SealedFolder,
    header: VectorIndexHeader,
    exactBelow = DEFAULTS.exactBelow,
  ): Promise<VectorIndex> {
    const settings = vectorIndexSettings({ ...header, exactBelow });
    const bytes = folder.files.get(VECTORS_FILE);
    const table = bytes && VectorTable.fromBytes(bytes, header);
    if (!table) throw damaged(`${VECTORS_FILE} does not hold the vectors that its manifest says`);
    const graphBytes = folder.files.get(GRAPH_FILE);
    if (!graphBytes || header.count < exactBelow) return new VectorIndex(settings, table);
    const problem = graphFileProblem(graphBytes, header);
    if (problem !== undefined) throw damaged(`${GRAPH_FILE} is not valid: ${problem}`);
    const graph = await HnswGraph.read(join(folder.path, GRAPH_FILE), table);
    return new VectorIndex(settings, table, graph);
  }

  /** The graph with all vectors in it. Calls that overlap extend it one after the other. */
  #wholeGraph(): Promise<HnswGraph> {
    const before = this.#graph ?? HnswGraph.create(this.#table, this.settings);
    const whole = before.then(async (graph) => {
      await graph.extend(this.#table);
      return graph;
    });
    this.#graph = whole;
    // After a failure the next call starts anew.
    whole.catch(() => {
      if (this.#graph === whole) this.#graph = undefined;
    });
    return whole;
  }
}

function exactSearch(
  table: VectorTable,
  prepared: Float32Array,
  k: number,
  accepts?: (number: number) => boolean,
): Scored[] {
  const scores = new Float64Array(table.count);
  let least = 0;
  for (let number = 0; number < table.count; number += 1) {
    const score = table.similarity(number, prepared);
    scores[number] = score;
    least = Math.min(least, score);
  }
  // topK takes scores above 0 only, and a similarity may be negative.
  const shifted = scores.map((score) => score - least + 1);
  return topK(shifted, k, accepts).map(({ number }) => ({ number, score: scores[number] ?? 0 }));
}
