/**
 * What the learned evidence ranker brings: support recall of policies without a gate, with score
 * order and with the ranker, on train questions out of fold. The difference comes with its 95 %
 * paired cluster bootstrap interval.
 *
 *     npx tsx bench/ranker-recall.ts [--data ../shared/data] [--limit N] [--out results/ranker.train.json]
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { policyByName } from "../src/baselines/index.js";
import { parseFolds } from "../src/datasets/folds.js";
import { groupBySupport } from "../src/datasets/groups.js";
import { pairedBootstrap } from "../src/evaluation/bootstrap.js";
import { pointAtPassages } from "../src/evaluation/curve.js";
import { sharedRetriever } from "../src/evaluation/shared-calls.js";
import { embeddedGenerator } from "../src/generator/offline/embedded-generator.js";
import { readFoldModels } from "../src/generator/offline/fold-models.js";
import { directRunner, hasStopped } from "../src/graph/run-directly.js";
import { learnedRanker } from "../src/retrieval/learned-ranker/learned-ranker.js";
import { passageScorer } from "../src/retrieval/learned-ranker/passage-scorer.js";
import { readRankerFolds } from "../src/retrieval/learned-ranker/ranker-model.js";
import type { EvidenceRanker, EvidenceRetriever } from "../src/retrieval/evidence-retriever.js";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import { scoreOrder } from "../src/retrieval/rerank.js";
import { DATA_SETS, readBenchData } from "./question-sets.js";
import type { BenchQuestion } from "./question-sets.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    limit: { type: "string", default: "100000" },
    policies: { type: "string", default: "rule:gaps=3,check=0;uniform" },
    out: { type: "string" },
  },
});
const ACQUISITIONS = [1, 2, 3, 4];
const AT_PASSAGES = [6, 9];

const foldTable = parseFolds(await readFile("policies/folds.json", "utf8"));
const offline = readFoldModels(await readFile("policies/offline-folds.json", "utf8"));
const rankers = readRankerFolds(await readFile("policies/ranker-folds.json", "utf8"));

/** Passages and support recall after one, two and so on acquisitions. */
interface Trail {
  passages: number[];
  recall: number[];
}

async function trailOf(
  { question, supporting }: BenchQuestion,
  retriever: EvidenceRetriever,
  fold: number,
  given: { policy: string; ranker: EvidenceRanker },
): Promise<Trail> {
  const generator = embeddedGenerator({ models: offline[fold] });
  const policy = policyByName(given.policy);
  const { ranker } = given;
  const runner = directRunner({ retriever: sharedRetriever(retriever), generator, ranker, policy });
  const trail: Trail = { passages: [], recall: [] };
  let state = runner.begin(question);
  while (!hasStopped(state)) {
    const before = state.evidence.length;
    state = await runner.step(state);
    if (state.evidence.length === before) continue;
    const ids = new Set(state.evidence.map(({ id }) => id));
    trail.passages.push(ids.size);
    trail.recall.push(supporting.filter((id) => ids.has(id)).length / supporting.length);
  }
  return trail;
}

/** What a trail has after so many acquisitions: one that ended before stays where it was. */
function after(numbers: readonly number[], acquisitions: number): number {
  return numbers[Math.min(acquisitions, numbers.length) - 1] ?? 0;
}

function figuresOf(trails: readonly Trail[]) {
  const mean = (of: (trail: Trail) => number): number =>
    trails.reduce((sum, trail) => sum + of(trail), 0) / trails.length;
  const curve = ACQUISITIONS.map((n) => ({
    passages: mean(({ passages }) => after(passages, n)),
    value: mean(({ recall }) => after(recall, n)),
    tokens: 0,
  }));
  return {
    afterAcquisitions: curve.map(({ passages, value }) => ({
      passages: rounded(passages),
      supportRecall: rounded(100 * value),
    })),
    atPassages: Object.fromEntries(
      AT_PASSAGES.map((at) => [
        at,
        rounded(100 * (pointAtPassages(curve, at, { endPoint: true })?.value ?? Number.NaN)),
      ]),
    ),
  };
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

/** Questions that share a gold passage stand or fall together: the interval is over their groups. */
function groupOfEach(questions: readonly BenchQuestion[]): number[] {
  const groupOf = new Map<string, number>();
  for (const [group, ids] of groupBySupport(questions).entries()) {
    for (const id of ids) groupOf.set(id, group);
  }
  return questions.map(({ id }) => groupOf.get(id) ?? -1);
}

const results: Record<string, unknown>[] = [];
for (const name of DATA_SETS) {
  const data = readBenchData(values.data, name);
  if (!data) {
    console.log(`${name}: not there, skipped`);
    continue;
  }
  const retriever = await buildLexicalIndex(data.passages);
  const questions = data.questions.slice(0, Number(values.limit));
  const groups = groupOfEach(questions);
  for (const policy of values.policies.split(";")) {
    const byScore: Trail[] = [];
    const learned: Trail[] = [];
    for (const question of questions) {
      const fold = foldTable.get(name)?.get(question.id) ?? 0;
      const ranker = learnedRanker({ model: rankers[fold] });
      // Policies that read probabilities read them out of fold, whoever orders the hits.
      const plain = { ...scoreOrder(), scorer: () => passageScorer(rankers[fold]) };
      byScore.push(await trailOf(question, retriever, fold, { policy, ranker: plain }));
      learned.push(await trailOf(question, retriever, fold, { policy, ranker }));
    }
    const differences = ACQUISITIONS.map((n) => {
      const gains = learned.map(
        ({ recall }, at) => 100 * (after(recall, n) - after(byScore[at]?.recall ?? [], n)),
      );
      const { diff, ci } = pairedBootstrap(gains, groups);
      return { acquisitions: n, difference: rounded(diff), interval: ci.map(rounded) };
    });
    const result = {
      dataset: name,
      policy,
      n: questions.length,
      scoreOrder: figuresOf(byScore),
      learned: figuresOf(learned),
      differences,
    };
    results.push(result);
    console.log(JSON.stringify(result));
  }
}
if (values.out !== undefined) {
  const text = { split: "train, out of fold", generator: "embedded", retriever: "bm25", results };
  await writeFile(values.out, `${JSON.stringify(text, null, 2)}\n`);
}
