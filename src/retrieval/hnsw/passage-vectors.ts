import { randomUUID } from "node:crypto";
import { DynaKragError } from "../../errors.js";
import type { Passage } from "../../state/evidence.js";
import type { RetrievalFilter } from "../evidence-retriever.js";
import { passesFilter } from "../passage-filter.js";
import { damaged } from "../sealed-folder/seal.js";
import type { SealedFolder } from "../sealed-folder/open-sealed-folder.js";
import type { FolderWriter } from "../sealed-folder/write-sealed-folder.js";
import {
  PASSAGES_FILE,
  passageLines,
  readPassageLines,
  StoredPassages,
} from "../stored-passages.js";
import { loadHnswlib } from "./hnswlib.js";
import { VectorIndex } from "./vector-index.js";
import type { VectorIndexHeader, VectorIndexSettings } from "./vector-index.js";
import { VectorTable } from "./vector-table.js";

/** A passage and how similar it is to the query; higher is better, see `VectorTable.similarity`. */
export interface SimilarPassage {
  passage: Passage;
  similarity: number;
}

/** Passages, each with its vector: what a vector store holds. */
export class PassageVectors {
  readonly settings: VectorIndexSettings;
  #stored = new StoredPassages();
  #index: VectorIndex | undefined;
  #version: string = randomUUID();

  constructor(settings: VectorIndexSettings) {
    this.settings = settings;
  }

  /** In the order they were added. */
  get passages(): readonly Passage[] {
    return this.#stored.list;
  }

  /** Identifies the content; another one after each change. */
  get version(): string {
    return this.#version;
  }

  /** The id that a passage has or would get here. */
  idOf(passage: Passage): string {
    return this.#stored.locate(passage).id;
  }

  /** The passages that are not here yet, each once. */
  unknown(passages: readonly Passage[]): Passage[] {
    const batch = new StoredPassages();
    return passages.filter((one) => !this.#stored.locate(one).isStored && batch.add(one));
  }

  /**
   * Fails before anything is paid for where so many more passages would need a graph and
   * hnswlib-node is not there.
   */
  async checkRoomFor(more: number): Promise<void> {
    if (this.passages.length + more >= this.settings.exactBelow) await loadHnswlib();
  }

  /**
   * Adds passages with their vectors, those that are here already left out; all or, where one of the
   * vectors is wrong, none.
   *
   * @throws DynaKragError `INDEX_MISMATCH` or `INVALID_INPUT`; see `VectorTable.prepare`.
   */
  add(passages: readonly Passage[], vectors: readonly (readonly number[])[]): void {
    const [first] = vectors;
    if (!first) return;
    const index = this.#index ?? this.#emptyIndex(first.length);
    const prepared = vectors.map((vector) => index.prepare(vector));
    for (const [at, passage] of passages.entries()) {
      const vector = prepared[at];
      if (vector && this.#stored.add(passage)) index.add(vector);
    }
    this.#index = index;
    this.#version = randomUUID();
  }

  /** Removes passages by their ids; unknown ids do no harm. */
  remove(ids: Iterable<string>): void {
    const removed = new Set(ids);
    const stored = new StoredPassages();
    const numbers: number[] = [];
    for (const [number, passage] of this.passages.entries()) {
      if (!removed.has(passage.id) && stored.add(passage)) numbers.push(number);
    }
    this.#stored = stored;
    this.#index = this.#index?.pick(numbers);
    this.#version = randomUUID();
  }

  /**
   * The k passages nearest to a vector, best first. The filter acts before the cut.
   *
   * @throws DynaKragError `INDEX_MISMATCH` when the vector has another dimension.
   */
  async search(
    vector: readonly number[],
    k: number,
    filter?: RetrievalFilter,
  ): Promise<SimilarPassage[]> {
    const index = this.#index;
    if (!index || k <= 0) return [];
    // Kept, because a removal puts another list in its place.
    const passages = this.passages;
    const accepts = (number: number): boolean => {
      const passage = passages[number];
      return passage !== undefined && passesFilter(passage, filter);
    };
    const found = await index.search(index.prepare(vector), k, filter ? accepts : undefined);
    return found.flatMap(({ number, score }) => {
      const passage = passages[number];
      return passage ? [{ passage, similarity: score }] : [];
    });
  }

  /**
   * Writes the vectors, and the passages where nothing else writes them.
   *
   * @returns What the manifest must say for {@link PassageVectors.read}.
   * @throws DynaKragError `EMPTY_INDEX` when there is no passage.
   */
  async write(folder: FolderWriter, { withPassages = true } = {}): Promise<VectorIndexHeader> {
    if (!this.#index || this.passages.length === 0) throw emptyIndex();
    if (withPassages) await folder.write(PASSAGES_FILE, passageLines(this.passages));
    await this.#index.write(folder);
    return this.#index.header;
  }

  /**
   * Reads what {@link PassageVectors.write} wrote.
   *
   * @param options - `passages`, where they were read already.
   * @throws DynaKragError `EMPTY_INDEX`, `INDEX_DAMAGED` or `MISSING_PACKAGE`.
   */
  static async read(
    folder: SealedFolder,
    header: VectorIndexHeader,
    { exactBelow, passages }: { exactBelow?: number; passages?: readonly Passage[] } = {},
  ): Promise<PassageVectors> {
    if (header.count === 0) throw emptyIndex();
    const index = await VectorIndex.read(folder, header, exactBelow);
    const content = new PassageVectors(index.settings);
    content.#stored = new StoredPassages(passages ?? readPassages(folder, header.count));
    content.#index = index;
    content.#version = folder.version;
    return content;
  }

  #emptyIndex(dimension: number): VectorIndex {
    return new VectorIndex(this.settings, new VectorTable(this.settings.metric, dimension));
  }
}

function readPassages({ files }: SealedFolder, count: number): Passage[] {
  const lines = files.get(PASSAGES_FILE);
  if (!lines) throw damaged(`${PASSAGES_FILE} is missing`);
  return readPassageLines(lines, count);
}

function emptyIndex(): DynaKragError {
  return new DynaKragError({
    code: "EMPTY_INDEX",
    message: "The index holds no passage.",
    remedy: "Add documents with text before it is saved or opened.",
  });
}
