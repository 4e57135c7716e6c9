import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RankingInput } from "../../../src/retrieval/evidence-retriever.js";
import { learnedRanker } from "../../../src/retrieval/learned-ranker/learned-ranker.js";
import { passageProbabilities } from "../../../src/retrieval/learned-ranker/passage-scorer.js";
import { singleListFeatures } from "../../../src/retrieval/passage-features.js";
import type { Passage } from "../../../src/state/evidence.js";
import {
  ADA,
  BRIDGE_WORLD,
  CORLE,
  fillers,
  IRON_BRIDGE,
  QUESTION,
} from "../../fixtures/bridge-world.js";
import { featuresOf, listOf } from "../../fixtures/candidates.js";
import { deepFreeze } from "../../fixtures/deep-freeze.js";
import { stumpRanker } from "../../fixtures/ranker-models.js";

const POOL = [...BRIDGE_WORLD.filter((one) => one !== ADA), ...fillers(6)];

/** What the ranker sees after the first hop; scores fall from ten to one. */
function input(hits: readonly Passage[] = POOL, scale: number | null = 1): RankingInput {
  const scores = scale === null ? undefined : hits.map((_hit, at) => (10 - at) * scale);
  const list = listOf(hits, scores);
  return { question: QUESTION, evidence: [ADA], language: "english", ...list };
}

async function rank(given: RankingInput): Promise<number[]> {
  return learnedRanker().rank(given);
}

describe("learnedRanker", () => {
  test("is called learned and wants to see ten hits", () => {
    expect(learnedRanker()).toMatchObject({ name: "learned", pool: 10 });
  });

  test("prefers the page that the evidence leads to, wherever the search has it", async () => {
    for (const place of [0, 4, 9]) {
      const others = fillers(9);
      const hits = [...others.slice(0, place), IRON_BRIDGE, ...others.slice(place)];
      const scores = await rank(input(hits));
      expect(scores.indexOf(Math.max(...scores))).toBe(place);
    }
  });

  test("gives one probability a hit, none for none", async () => {
    const scores = await rank(input());
    expect(scores).toHaveLength(POOL.length);
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
    expect(await rank(input([]))).toEqual([]);
  });

  test("scores that are multiplied by a positive number change nothing", async () => {
    const before = await rank(input());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -20, max: 20 }), async (power) => {
        // Powers of two: ratios keep every bit.
        expect(await rank(input(POOL, 2 ** power))).toEqual(before);
      }),
    );
  });

  test("works without scores, language, names and new passages", async () => {
    const bare = {
      question: QUESTION,
      evidence: [ADA],
      query: "river",
      hits: input(POOL, null).hits,
    };
    const scores = await rank(bare);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(scores.indexOf(Math.max(...scores))).toBe(POOL.indexOf(IRON_BRIDGE));
  });

  test("works with passages that have no title, and without evidence", async () => {
    const untitled = POOL.map((one) => ({ ...one, metadata: {} }));
    const scores = await rank({ ...input(untitled), evidence: [] });
    expect(scores.every(Number.isFinite)).toBe(true);
  });

  test("sees the evidence: what is linked before its source was found is not linked yet", async () => {
    const model = stumpRanker("linkedFrom", 0.5);
    const ranker = learnedRanker({ model });
    const [linked] = await ranker.rank(input([IRON_BRIDGE]));
    const [unlinked] = await ranker.rank({ ...input([IRON_BRIDGE]), evidence: [CORLE] });
    // sigmoid(2) and sigmoid(−1).
    expect(linked).toBeCloseTo(0.8808, 4);
    expect(unlinked).toBeCloseTo(0.2689, 4);
  });

  test("what other searches would find is missing to it", () => {
    const [features] = singleListFeatures(input([IRON_BRIDGE]));
    expect(features).toMatchObject({ listCount: -1, bestReciprocalRank: -1, reciprocalRank: 1 });
  });

  test("gives the same twice and changes nothing of what it is given", async () => {
    const given = deepFreeze(input());
    expect(await rank(given)).toEqual(await rank(given));
  });

  test("ends with the signal", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(learnedRanker().rank(input(), signal)).rejects.toThrow("enough");
  });
});

test("a passage's probability is the sigmoid of what the trees add up to", () => {
  const model = stumpRanker("linkedFrom", 0.5);
  const linked = featuresOf(IRON_BRIDGE, { evidence: [ADA] });
  const unlinked = featuresOf(IRON_BRIDGE);
  const [one, other] = passageProbabilities([linked, unlinked], model);
  expect(one).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
  expect(other).toBeCloseTo(1 / (1 + Math.exp(1)), 12);
});
