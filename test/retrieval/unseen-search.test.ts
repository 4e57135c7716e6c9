import fc from "fast-check";
import { expect, test } from "vitest";
import { asIfAskedFor, searchUnseen } from "../../src/retrieval/unseen-search.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import { fillers } from "../fixtures/bridge-world.js";

test("a deeper search, read as if fewer were wanted, gives what the smaller search gives", async () => {
  const counts = fc.record({
    corpus: fc.integer({ min: 0, max: 70 }),
    // Ranks of passages that are in the evidence, and of passages that repeat the one before.
    seen: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
    repeats: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
    small: fc.integer({ min: 1, max: 10 }),
    more: fc.integer({ min: 0, max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(counts, async ({ corpus, seen, repeats, small, more }) => {
      const distinct = fillers(corpus);
      const list = distinct.map((page, at) => (repeats.includes(at) ? distinct[at - 1] : page));
      const pages = list.flatMap((page) => page ?? []);
      const retriever = inMemoryRetriever([], {
        respond: ({ k }) => rankedHits(pages).slice(0, k),
      });
      const evidence = seen.flatMap((at) => distinct[at] ?? []);
      const rest = {
        query: "q",
        evidence,
        maxPerTitle: null,
        filter: undefined,
        signal: undefined,
      };
      const direct = await searchUnseen(retriever, { ...rest, wanted: small });
      const deep = await searchUnseen(retriever, { ...rest, wanted: small + more });
      const read = asIfAskedFor(deep, { wanted: small, evidence });
      expect({ ...read, searches: 0 }).toEqual({ ...direct, searches: 0 });
    }),
    { numRuns: 300, seed: 20260707 },
  );
});
