import { createHash } from "node:crypto";
import { contentHash, withFreeId } from "../retrieval/passage-identity.js";
import type { Passage } from "../state/evidence.js";
import { cleanAnnotated } from "./annotated-text.js";

/** Hex digits of an id. */
const ID_LENGTH = 12;

/**
 * The passages of a file of questions, each once: passages whose title and text are the same letters
 * and digits are one. A passage's id is the first 12 hex digits of the SHA-1 of title, line feed and
 * text, so that the same passage has the same id in every file.
 */
export class PassageCollection {
  readonly #passages = new Map<string, Passage>();
  readonly #idOfContent = new Map<string, string>();
  /** From {@link absentPassageId}, for the first passage with a title. */
  readonly #standIns = new Map<string, string>();

  /**
   * Adds a passage that is not there yet.
   *
   * @returns Its id, or that of the passage it is merged with; undefined for a blank text.
   */
  add(title: string, text: string): string | undefined {
    const cleaned = cleanAnnotated(text);
    return cleaned === "" ? undefined : this.#add(cleanAnnotated(title), cleaned);
  }

  /**
   * The id of a gold passage now that all passages are there: for an {@link absentPassageId} that of
   * the first passage with the title, if there is one.
   */
  resolve(id: string): string {
    return this.#standIns.get(id) ?? id;
  }

  /** In the order they were added. */
  list(): Passage[] {
    return [...this.#passages.values()];
  }

  #add(title: string, text: string): string {
    const id = passageId(title, text);
    const same = this.#passages.get(id);
    if (same?.pageContent === text && same.metadata["title"] === title) return id;
    const content = contentHash(title, text);
    const known = this.#idOfContent.get(content);
    if (known !== undefined) return known;
    const passage = withFreeId({ id, pageContent: text, metadata: { title } }, content, {
      has: (taken) => this.#passages.has(taken),
    });
    this.#passages.set(passage.id, passage);
    this.#idOfContent.set(content, passage.id);
    const absent = absentPassageId(title);
    if (!this.#standIns.has(absent)) this.#standIns.set(absent, passage.id);
    return passage.id;
  }
}

const ABSENT = "absent:";

/**
 * What stands for a gold passage whose text is not known, by its title, case apart. No passage has
 * such an id, so it counts as not found.
 */
export function absentPassageId(title: string): string {
  return `${ABSENT}${sha1(cleanAnnotated(title).toLowerCase())}`;
}

/** True for an id that {@link absentPassageId} made. */
export function isAbsent(id: string): boolean {
  return id.startsWith(ABSENT);
}

function passageId(title: string, text: string): string {
  return sha1(`${title}\n${text}`);
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex").slice(0, ID_LENGTH);
}
