import { expect, test } from "vitest";
import { sampleQuestions, samplePassages } from "../../src/datasets/sample-world.js";
import { directRunner } from "../../src/graph/run-directly.js";
import { createDynaKrag } from "../../src/graph/create-dynakrag.js";
import type { PolicyInput } from "../../src/policy/policy.js";
import type { EvidenceRanker, RankingInput } from "../../src/retrieval/evidence-retriever.js";
import { learnedRanker } from "../../src/retrieval/learned-ranker/learned-ranker.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import { scoreOrder } from "../../src/retrieval/rerank.js";
import { stumpRanker } from "../fixtures/ranker-models.js";

const retriever = await buildLexicalIndex(await samplePassages());
const questions = (await sampleQuestions()).filter((_, index) => index % 10 === 0);

/** Notes what a ranker is asked and what it says. */
function watched(ranker: EvidenceRanker) {
  const seen: { input: RankingInput; scores: number[] }[] = [];
  const rank: EvidenceRanker["rank"] = async (input, signal) => {
    const scores = await ranker.rank(input, signal);
    seen.push({ input, scores });
    return scores;
  };
  return { seen, ranker: { ...ranker, rank } };
}

test("every acquisition takes the best three of ten by the ranker and drops no hit", async () => {
  for (const { question } of questions) {
    const { seen, ranker } = watched(learnedRanker());
    const graph = createDynaKrag({ retriever, ranker, policy: "rule:gaps=2,check=0" }).compile();
    const { evidence } = await graph.invoke({ question });
    expect(seen.length).toBeGreaterThan(1);
    let held: string[] = [];
    for (const { input, scores } of seen) {
      expect(scores).toHaveLength(input.hits.length);
      expect(input.evidence.map(({ id }) => id)).toEqual(held);
      const best = input.hits
        .map(({ passage, rank }, at) => ({ id: passage.id, rank, score: scores[at] ?? 0 }))
        .sort((one, other) => other.score - one.score || one.rank - other.rank);
      held = [...held, ...best.slice(0, 3).map(({ id }) => id)];
    }
    expect(evidence.map(({ id }) => id)).toEqual(held);
  }
});

test("the ranker is told the language, the new passages, the names that lead on, the best score", async () => {
  const { seen, ranker } = watched(learnedRanker());
  const runner = directRunner({ retriever, ranker, policy: "rule:gaps=1,check=0" });
  await runner.run(questions[0]?.question ?? "");
  const [first, second] = seen.map(({ input }) => input);
  expect(first?.newest).toEqual(new Set());
  expect(second?.newest).toEqual(new Set(second?.evidence.map(({ id }) => id)));
  expect(second?.bridges?.length).toBeGreaterThan(0);
  expect(second?.language).toBe("english");
  expect(second?.topScore).toBeGreaterThanOrEqual(second?.hits[0]?.score ?? Infinity);
  expect(second?.termWeight?.("nowhere-in-it")).toBe(retriever.termWeight("nowhere-in-it"));
});

test("previewed passages have a probability: by the ranker's model, else by that of the package", async () => {
  const previews: PolicyInput["preview"][] = [];
  const policy = {
    name: "looking",
    wantsPreview: true,
    rank: ({ valid, preview }: PolicyInput) => {
      if (preview.length > 0) previews.push(preview);
      const operation = valid.find((name) => name === "retrieve_more") ?? "stop_answer";
      return { operation, reason: "The test wants it." } as const;
    },
  };
  const probabilitiesWith = async (ranker: EvidenceRanker): Promise<(number | undefined)[]> => {
    previews.length = 0;
    const settings = { maxRetrievals: 2 };
    await directRunner({ retriever, ranker, policy, settings }).run(questions[0]?.question ?? "");
    return previews.flat().flatMap(({ hits }) => hits.map(({ probability }) => probability));
  };
  // The stump knows two cases: 1 / (1 + e) and 1 / (1 + e⁻²).
  const stump = await probabilitiesWith(learnedRanker({ model: stumpRanker("linkedFrom", 0.5) }));
  const known = new Set(stump.map((value) => value?.toFixed(4)));
  expect([...known].toSorted()).toEqual(["0.2689", "0.8808"]);
  const shipped = await probabilitiesWith(scoreOrder());
  expect(shipped.length).toBeGreaterThan(0);
  for (const value of shipped) {
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(1);
  }
  expect(new Set(shipped).size).toBeGreaterThan(2);
});
