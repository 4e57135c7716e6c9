import { createHash } from "node:crypto";
import type { Passage } from "../state/evidence.js";
import type { RetrievalHit } from "./evidence-retriever.js";
import { cleanMetadata, cleanText } from "./plain-metadata.js";

/** The fields of a LangChain `Document`, as they may arrive from any store. */
export interface DocumentLike {
  pageContent: unknown;
  metadata?: unknown;
  id?: unknown;
}

/** Options of {@link unseenHits}. */
export interface UnseenOptions {
  /** At most this many passages of one title, those of the evidence included (default: no limit). */
  maxPerTitle?: number;
}

/** Hex digits of a content hash: 96 bits. */
const HASH_LENGTH = 24;
const HASH_PREFIX_LENGTH = 8;

/**
 * Makes a plain-JSON passage of a document: text and metadata are cleaned, see
 * {@link cleanMetadata}. The id is the document's own, else `metadata.id`, else its
 * {@link contentHash}.
 *
 * @returns undefined for a document without text.
 *
 * @example
 * ```ts
 * import { passageFromDocument } from "dynakrag";
 *
 * passageFromDocument({ pageContent: "Paris is a city.", metadata: { title: "Paris" }, id: 7 });
 * // { id: "7", pageContent: "Paris is a city.", metadata: { title: "Paris" } }
 * ```
 */
export function passageFromDocument(document: DocumentLike): Passage | undefined {
  const { pageContent: raw } = document;
  const pageContent = typeof raw === "string" ? cleanText(raw) : "";
  if (pageContent.trim() === "") return undefined;
  const metadata = cleanMetadata(document.metadata);
  const own = idOf(document.id) ?? idOf(metadata["id"]);
  const id = own ?? contentHash(titleIn(metadata) ?? "", pageContent);
  return { id, pageContent, metadata };
}

/** The title of the document a passage comes from: `metadata.title`, trimmed, if there is one. */
export function titleOf(passage: Passage): string | undefined {
  return titleIn(passage.metadata);
}

/** The titles of passages, repeats included. */
export function* titlesOf(passages: Iterable<Passage>): Generator<string> {
  for (const passage of passages) {
    const title = titleOf(passage);
    if (title !== undefined) yield title;
  }
}

/**
 * Identifies a passage by what it says: the first 24 hex digits of the SHA-256 of its title and
 * text, both reduced to letters and digits, so that spacing, case and punctuation do not count.
 * Digits that something separates stay separate (`1-0` is not `10`).
 */
export function contentHash(title: string, text: string): string {
  const content = `${reduced(title)}\n${reduced(text)}`;
  return createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
}

/**
 * The hits that would add something to the evidence, in their order and with their ranks.
 *
 * Two passages are the same where title and text say the same ({@link contentHash}), whatever
 * their ids; never because of the title alone. A hit whose id is taken by another text stays and
 * gets the id `<id>#<hash prefix>`.
 *
 * @example
 * ```ts
 * import { unseenHits } from "dynakrag";
 *
 * const passage = { id: "1", pageContent: "Paris is a city.", metadata: {} };
 * unseenHits([passage], [{ passage, rank: 1, score: 2.5 }]); // []
 * ```
 */
export function unseenHits(
  evidence: readonly Passage[],
  hits: readonly RetrievalHit[],
  { maxPerTitle = Number.POSITIVE_INFINITY }: UnseenOptions = {},
): RetrievalHit[] {
  const ids = new Set<string>();
  const hashes = new Set<string>();
  const titles = new Map<string, number>();
  const remember = (passage: Passage, hash: string): void => {
    ids.add(passage.id);
    hashes.add(hash);
    const title = titleOf(passage);
    if (title !== undefined) titles.set(title, (titles.get(title) ?? 0) + 1);
  };
  for (const passage of evidence) remember(passage, hashOf(passage));

  const unseen: RetrievalHit[] = [];
  for (const hit of hits) {
    const hash = hashOf(hit.passage);
    if (hashes.has(hash) || (titles.get(titleOf(hit.passage) ?? "") ?? 0) >= maxPerTitle) continue;
    const passage = withFreeId(hit.passage, hash, ids);
    remember(passage, hash);
    unseen.push(passage === hit.passage ? hit : { ...hit, passage });
  }
  return unseen;
}

/** The passage itself where its id is free, else a copy with an id that tells the texts apart. */
export function withFreeId(
  passage: Passage,
  hash: string,
  taken: Pick<ReadonlySet<string>, "has">,
): Passage {
  if (!taken.has(passage.id)) return passage;
  return { ...passage, id: `${passage.id}#${hash.slice(0, HASH_PREFIX_LENGTH)}` };
}

/** Passages are immutable, and every search compares them with the evidence again. */
const hashes = new WeakMap<Passage, string>();

/** The {@link contentHash} of a passage. */
export function hashOf(passage: Passage): string {
  const known = hashes.get(passage);
  if (known !== undefined) return known;
  const hash = contentHash(titleOf(passage) ?? "", passage.pageContent);
  hashes.set(passage, hash);
  return hash;
}

function titleIn(metadata: Passage["metadata"]): string | undefined {
  const title = Object.hasOwn(metadata, "title") ? metadata["title"] : undefined;
  return typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
}

function idOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return undefined;
  const id = cleanText(value);
  return id.trim() === "" ? undefined : id;
}

function reduced(text: string): string {
  const letters = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}\p{M}]+(?=\p{N})/gu, " ")
    .replace(/[^\p{L}\p{N}\p{M} ]+|(?<!\p{N}) | (?!\p{N})/gu, "");
  return letters === "" ? text.trim() : letters;
}
