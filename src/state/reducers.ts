import type { ActionRecord, BridgeEntity, Decision, Passage, UsageEntry } from "./evidence.js";

/**
 * Idempotent merges: writing the same thing twice leaves the state as it was. A parent graph that
 * shares a key with this graph passes the full value back in, and a resumed run may repeat a write.
 */

/**
 * Appends the items whose key is not there yet and replaces, in place, those whose key is.
 * Batching-invariant: merging `a` then `b` equals merging `a` followed by `b` at once, which
 * LangGraph's DeltaChannel asks for.
 */
export function mergeByKey<T>(keyOf: (item: T) => string | number) {
  return (current: readonly T[], update: readonly T[]): T[] => {
    const merged = new Map<string | number, T>();
    for (const item of current) merged.set(keyOf(item), item);
    for (const item of update) merged.set(keyOf(item), item);
    return [...merged.values()];
  };
}

/** Keeps the first value under each key: evidence and names are never rewritten by a later hit. */
export function keepFirstByKey<T>(keyOf: (item: T) => string | number) {
  return (current: readonly T[], update: readonly T[]): T[] => {
    const kept = new Map<string | number, T>();
    for (const item of [...current, ...update]) {
      const key = keyOf(item);
      if (!kept.has(key)) kept.set(key, item);
    }
    return [...kept.values()];
  };
}

/** The channels that are merged; every other channel takes the newest value. */
export const REDUCERS = {
  evidence: keepFirstByKey((passage: Passage) => passage.id),
  queries: keepFirstByKey((query: string) => query),
  bridgeEntities: keepFirstByKey((entity: BridgeEntity) => entity.name),
  history: mergeByKey((record: ActionRecord) => record.step),
  decisions: mergeByKey((decision: Decision) => decision.step),
  ledger: mergeByKey((entry: UsageEntry) => entry.id),
};
