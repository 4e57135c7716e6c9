import type { Passage } from "../state/evidence.js";
import { hashOf, passageFromDocument, withFreeId } from "./passage-identity.js";
import { damaged, parseJson } from "./sealed-folder/seal.js";

/** The file of the passages of an index, one JSON object a line. */
export const PASSAGES_FILE = "passages.jsonl";

/**
 * The passages of an index in their order, with distinct ids. The same id with another text stays
 * and gets the id `<id>#<hash prefix>`; the same id and text comes once.
 */
export class StoredPassages {
  readonly list: Passage[] = [];
  readonly #byId = new Map<string, Passage>();

  /** @param passages - passages that were stored before, with distinct ids. */
  constructor(passages: readonly Passage[] = []) {
    for (const passage of passages) this.#store(passage);
  }

  /** The id that a passage has or would get here, and whether it is here. */
  locate(given: Passage): { id: string; isStored: boolean } {
    const present = this.#byId.get(given.id);
    if (!present) return { id: given.id, isStored: false };
    const hash = hashOf(given);
    if (hashOf(present) === hash) return { id: given.id, isStored: true };
    const { id } = withFreeId(given, hash, this.#byId);
    return { id, isStored: this.#byId.has(id) };
  }

  /** Stores a passage; false where it is here already. */
  add(given: Passage): boolean {
    const { id, isStored } = this.locate(given);
    if (!isStored) this.#store(id === given.id ? given : { ...given, id });
    return !isStored;
  }

  #store(passage: Passage): void {
    this.#byId.set(passage.id, passage);
    this.list.push(passage);
  }
}

/** Passages as JSON, one a line. */
export function passageLines(passages: readonly Passage[]): Uint8Array {
  return new TextEncoder().encode(passages.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/**
 * Reads what {@link passageLines} gave.
 *
 * @throws DynaKragError `INDEX_DAMAGED` when a line is no passage, an id comes twice, or there is
 *   another number of lines than expected.
 */
export function readPassageLines(bytes: Uint8Array, expected: number): Passage[] {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.pop() !== "" || lines.length !== expected) {
    throw damaged(`${PASSAGES_FILE} holds ${lines.length} passages, its manifest says ${expected}`);
  }
  const ids = new Set<string>();
  return lines.map((line) => {
    const passage = readPassage(line);
    if (!passage || ids.has(passage.id))
      throw damaged(`a line of ${PASSAGES_FILE} is no passage or comes twice`);
    ids.add(passage.id);
    return passage;
  });
}

function readPassage(line: string): Passage | undefined {
  const value = parseJson(line);
  const isDocument = typeof value === "object" && value !== null && "pageContent" in value;
  return isDocument ? passageFromDocument(value) : undefined;
}
