import { expect, test } from "vitest";
import { SearchCache } from "../../src/graph/search-cache.js";
import { bothFilters } from "../../src/retrieval/passage-filter.js";
import type { RetrievalFilter } from "../../src/retrieval/evidence-retriever.js";
import type { UnseenSearchInput } from "../../src/retrieval/unseen-search.js";
import { ADA, VELM } from "../fixtures/bridge-world.js";

const INPUT: UnseenSearchInput = {
  query: "river",
  evidence: [ADA],
  wanted: 3,
  maxPerTitle: null,
  filter: undefined,
  signal: undefined,
};
const RESULT = { hits: [], topScore: null, depth: 3, ended: false, searches: 2 };
const isAda = (): boolean => true;

test("the same search is answered again, as no further search", () => {
  const cache = new SearchCache();
  cache.set("v1", INPUT, RESULT);
  expect(cache.get("v1", { ...INPUT, evidence: [{ ...ADA }] })).toEqual({ ...RESULT, searches: 0 });
});

test.each<Partial<UnseenSearchInput>>([
  { query: "bridge" },
  { evidence: [ADA, VELM] },
  { evidence: [] },
  { wanted: 4 },
  { maxPerTitle: 1 },
  { filter: { tenant: "a" } },
  { filter: isAda },
])("another search is not: %o", (changed) => {
  const cache = new SearchCache();
  cache.set("v1", INPUT, RESULT);
  expect(cache.get("v1", { ...INPUT, ...changed })).toBeUndefined();
  expect(cache.get("v2", INPUT)).toBeUndefined();
});

test("a search for fewer passages is answered from the deeper one", () => {
  const cache = new SearchCache();
  const hits = [ADA, VELM].map((passage, at) => ({ passage, rank: at + 2, score: null }));
  // One passage of evidence and three wanted: the list was read to rank 4 and goes on.
  cache.set("v1", INPUT, { ...RESULT, hits, depth: 4 });
  const found = cache.get("v1", { ...INPUT, wanted: 1 });
  expect(found).toMatchObject({ depth: 2, ended: false, searches: 0 });
  expect(found?.hits.map(({ rank }) => rank)).toEqual([2]);
});

test("two filters made of the same parts are the same filter", () => {
  const cache = new SearchCache();
  const filter = (): RetrievalFilter | undefined => bothFilters({ tenant: "a" }, isAda);
  cache.set("v1", { ...INPUT, filter: filter() }, RESULT);
  expect(cache.get("v1", { ...INPUT, filter: filter() })).toBeDefined();
  const other = bothFilters({ tenant: "b" }, isAda);
  expect(cache.get("v1", { ...INPUT, filter: other })).toBeUndefined();
  expect(cache.get("v1", { ...INPUT, filter: { tenant: "a" } })).toBeUndefined();
  expect(cache.get("v1", { ...INPUT, filter: isAda })).toBeUndefined();
});

test("two predicates are two filters, however alike they look", () => {
  const cache = new SearchCache();
  cache.set("v1", { ...INPUT, filter: isAda }, RESULT);
  expect(cache.get("v1", { ...INPUT, filter: isAda })).toBeDefined();
  expect(cache.get("v1", { ...INPUT, filter: () => true })).toBeUndefined();
});

test.each([
  [{ date: new Date(0) }, { date: new Date(0) }],
  [{ name: /a/u }, { name: /b/u }],
  [{ tenant: undefined }, {}],
])("what JSON cannot hold is told apart: %o, %o", (one, other) => {
  const cache = new SearchCache();
  const filterOf = (filter: object) => ({ ...INPUT, filter: filter as RetrievalFilter });
  cache.set("v1", filterOf(one), RESULT);
  expect(cache.get("v1", filterOf(one))).toBeDefined();
  expect(cache.get("v1", filterOf(other))).toBeUndefined();
});

test("is bounded: the oldest searches go first", () => {
  const cache = new SearchCache();
  for (let n = 0; n < 1000; n++) cache.set("v1", { ...INPUT, query: `q${n}` }, RESULT);
  expect(cache.get("v1", { ...INPUT, query: "q0" })).toBeUndefined();
  expect(cache.get("v1", { ...INPUT, query: "q999" })).toBeDefined();
});
