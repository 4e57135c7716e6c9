import type { JsonValue, Passage } from "../state/evidence.js";
import type { RetrievalFilter } from "./evidence-retriever.js";

/**
 * Whether a passage passes a filter: a predicate decides itself; a JSON object asks for equal
 * metadata fields, each of them the passage's own. An empty object lets everything pass.
 */
export function passesFilter(passage: Passage, filter: RetrievalFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (typeof filter === "function") return filter(passage);
  const { metadata } = passage;
  return Object.entries(filter).every(([field, wanted]) => {
    const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
    return value !== undefined && isEqual(value, wanted);
  });
}

function isEqual(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((item, at) => areEqual(item, other[at]));
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && areEqual(one[key], other[key]));
}

function areEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && isEqual(one, other);
}

/** What a combined predicate was made of; each call makes a new one. */
const partsOfBoth = new WeakMap<RetrievalFilter, readonly [RetrievalFilter, RetrievalFilter]>();

/** The filters that a combined one was made of, so that two of the same parts can be told. */
export function filterParts(filter: RetrievalFilter): readonly RetrievalFilter[] {
  return partsOfBoth.get(filter) ?? [filter];
}

/** The filter that lets pass what both let pass; objects stay objects, as stores understand them. */
export function bothFilters(
  one: RetrievalFilter | undefined,
  other: RetrievalFilter | undefined,
): RetrievalFilter | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  if (typeof one === "object" && typeof other === "object") {
    const agree = Object.entries(one).every(
      ([field, wanted]) => !Object.hasOwn(other, field) || areEqual(wanted, other[field]),
    );
    if (agree) return { ...one, ...other };
  }
  const both = (passage: Passage): boolean =>
    passesFilter(passage, one) && passesFilter(passage, other);
  partsOfBoth.set(both, [one, other]);
  return both;
}
