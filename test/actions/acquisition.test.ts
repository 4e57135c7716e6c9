import { describe, expect, test } from "vitest";
import { gapQueryAction } from "../../src/actions/gap-query.js";
import { retrieveMore } from "../../src/actions/retrieve-more.js";
import { rewriteQueryAction } from "../../src/actions/rewrite-query.js";
import { initialState } from "../../src/state/evidence-state.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import type { InMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { actionContext, step } from "../fixtures/action-context.js";
import {
  ADA,
  BRIDGE_WORLD,
  fillers,
  IRON_BRIDGE,
  passage,
  QUESTION,
} from "../fixtures/bridge-world.js";
import type { Passage } from "../../src/state/evidence.js";

/** Gives the first k of a fixed list, whatever the query. */
function listOf(passages: readonly Passage[]): InMemoryRetriever {
  return inMemoryRetriever(passages, { respond: ({ k }) => rankedHits(passages).slice(0, k) });
}

const start = initialState(QUESTION);
const ids = (passages: readonly Passage[]): string[] => passages.map(({ id }) => id);

describe("frontier", () => {
  test("asks for 3 + |evidence| and takes the next three unseen", async () => {
    const pages = fillers(9);
    const retriever = listOf(pages);
    let state = start;
    for (let round = 0; round < 3; round++) state = await step(retrieveMore, state, { retriever });
    expect(retriever.searches.map(({ k }) => k)).toEqual([3, 6, 9]);
    expect(ids(state.evidence)).toEqual(ids(pages));
    expect(state.evidenceVersion).toBe(3);
    expect(state.history.map(({ added }) => added.map(({ rank }) => rank))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(state.frontier).toEqual({ position: 9, exhausted: false });
  });

  test("doubles up to 50 where copies crowd the list, and is exhausted there", async () => {
    const copies = Array.from({ length: 60 }, (_, n) => ({ ...ADA, id: `copy${n}` }));
    const retriever = listOf(copies);
    const state = await step(retrieveMore, start, { retriever });
    expect(retriever.searches.map(({ k }) => k)).toEqual([3, 6, 12, 24, 48, 50]);
    expect(ids(state.evidence)).toEqual(["copy0"]);
    expect(state.frontier).toEqual({ position: 50, exhausted: true });
    expect(state.ledger[0]).toMatchObject({ searches: 6, retrievals: 1 });
  });

  test("RT-3: three passages and more wanted: all three, no throw, then exhausted", async () => {
    const retriever = listOf(fillers(3));
    let state = await step(retrieveMore, start, { retriever });
    expect(state.evidence).toHaveLength(3);
    while (!state.frontier.exhausted) {
      state = await step(retrieveMore, state, { retriever });
      expect(state.history.length).toBeLessThan(4);
    }
    expect(state.evidence).toHaveLength(3);
    expect(retrieveMore.isPossible(state, actionContext())).toBe(false);
  });

  test("a list that ended with passages left over is read on", async () => {
    const retriever = listOf(fillers(5));
    const parts = { retriever, decision: { args: { passages: 1 } } };
    const first = await step(retrieveMore, start, parts);
    expect(first.frontier.exhausted).toBe(false);
    const second = await step(retrieveMore, first, { retriever });
    expect(ids(second.evidence)).toEqual(["filler0", "filler1", "filler2", "filler3"]);
    expect(second.frontier.exhausted).toBe(false);
  });

  test("an empty list is exhausted at once and brings nothing", async () => {
    const state = await step(retrieveMore, start, { retriever: listOf([]) });
    expect(state.history[0]).toMatchObject({ outcome: "nothing_new", added: [] });
    expect(state.evidenceVersion).toBe(0);
    expect(state.frontier).toEqual({ position: 0, exhausted: true });
  });
});

describe("what counts as the same passage", () => {
  test("RT-1: the same text under two ids is one passage, the first rank kept", async () => {
    const retriever = listOf([ADA, { ...ADA, id: "again" }, IRON_BRIDGE]);
    const state = await step(retrieveMore, start, { retriever });
    expect(ids(state.evidence)).toEqual(["ada", "iron"]);
    expect(state.history[0]?.added.map(({ rank }) => rank)).toEqual([1, 3]);
  });

  test("RT-1: the same id with another text keeps both, under two ids", async () => {
    const other = { ...IRON_BRIDGE, id: "ada" };
    const state = await step(retrieveMore, start, { retriever: listOf([ADA, other]) });
    expect(state.evidence.map(({ pageContent }) => pageContent)).toEqual([
      ADA.pageContent,
      IRON_BRIDGE.pageContent,
    ]);
    expect(new Set(ids(state.evidence)).size).toBe(2);
  });

  test("never by title alone: three chunks of one document are three passages", async () => {
    const chunks = [1, 2, 3].map((n) => passage(`c${n}`, "Velm", `Part ${n} about the Velm.`));
    const state = await step(retrieveMore, start, { retriever: listOf(chunks) });
    expect(state.evidence).toHaveLength(3);
  });

  test("maxPerTitle limits the passages of one title", async () => {
    const chunks = [1, 2, 3].map((n) => passage(`c${n}`, "Velm", `Part ${n} about the Velm.`));
    const parts = { retriever: listOf([...chunks, ADA]), settings: { maxPerTitle: 2 } };
    const state = await step(retrieveMore, start, parts);
    expect(ids(state.evidence)).toEqual(["c1", "c2", "ada"]);
  });
});

describe("room and version", () => {
  test("the last acquisition adds what fits into twelve", async () => {
    const pages = fillers(20);
    const state = { ...start, evidence: pages.slice(0, 11), evidenceVersion: 4 };
    const after = await step(retrieveMore, state, { retriever: listOf(pages) });
    expect(ids(after.evidence)).toEqual(ids(pages.slice(0, 12)));
    expect(after.evidenceVersion).toBe(5);
  });

  test("nothing new leaves the version, and the step knows the version before it", async () => {
    const retriever = listOf(fillers(3));
    const first = await step(retrieveMore, start, { retriever });
    const second = await step(retrieveMore, first, { retriever });
    expect([first.evidenceVersion, second.evidenceVersion]).toEqual([1, 1]);
    expect(second.history.map((r) => [r.outcome, r.evidenceVersion])).toEqual([
      ["added", 0],
      ["nothing_new", 1],
    ]);
  });

  test("score ratios compare with the best of the list; null where there is no score", async () => {
    const scored = rankedHits([ADA, IRON_BRIDGE]);
    const unscored = scored.map((hit) => ({ ...hit, score: null }));
    const broken = scored.map((hit) => ({ ...hit, score: hit.rank === 1 ? 1 : Number.NaN }));
    for (const [hits, ratios] of [
      [scored, [1, 0.5]],
      [unscored, [null, null]],
      [broken, [1, null]],
    ] as const) {
      const retriever = inMemoryRetriever([], { respond: () => hits });
      const state = await step(retrieveMore, start, { retriever });
      expect(state.history[0]?.added.map(({ scoreRatio }) => scoreRatio)).toEqual(ratios);
    }
  });
});

test("no passage is added, and none too many, where a resumed run allows fewer than there are", async () => {
  const first = await step(retrieveMore, start, { retriever: listOf(fillers(10)) });
  const settings = { maxPassages: 2 };
  const second = await step(retrieveMore, first, { retriever: listOf(fillers(10)), settings });
  expect(second.evidence).toEqual(first.evidence);
  expect(second.history.at(-1)?.outcome).toBe("nothing_new");
});

describe("ranker", () => {
  test("orders the pool; the best three become evidence under their ranks", async () => {
    const pages = fillers(10);
    const ranker = {
      name: "last-first",
      pool: 10,
      rank: ({ hits }: { hits: readonly unknown[] }) => hits.map((_h, n) => n),
    };
    const context = { ...actionContext({ retriever: listOf(pages) }), ranker };
    const { outcome } = await retrieveMore.run(start, context);
    expect(outcome?.added?.map(({ rank }) => rank)).toEqual([10, 9, 8]);
  });

  test("equal scores keep the order of the list", async () => {
    const ranker = {
      name: "flat",
      pool: 10,
      rank: ({ hits }: { hits: readonly unknown[] }) => hits.map(() => 0),
    };
    const context = { ...actionContext({ retriever: listOf(fillers(10)) }), ranker };
    const { outcome } = await retrieveMore.run(start, context);
    expect(outcome?.added?.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });
});

test("RT-4: a retriever that returns no list is RETRIEVER_FAILED", async () => {
  const retriever = inMemoryRetriever(BRIDGE_WORLD, { respond: () => undefined });
  const run = retrieveMore.run(start, actionContext({ retriever }));
  await expect(run).rejects.toMatchObject({ code: "RETRIEVER_FAILED" });
});

test("the actions that only search ask no generator", () => {
  expect([
    retrieveMore.modelTasks,
    gapQueryAction.modelTasks,
    rewriteQueryAction.modelTasks,
  ]).toEqual([[], ["gapQuery"], ["rewrite"]]);
});
