/**
 * Which kind of model ranks candidate passages best: boosted trees, boosted trees over lists, or a
 * random forest, all fitted on the same train questions without the fold they are measured on. Shown
 * are the area under the ROC curve and the share of the gold passages of a list of ten that are
 * among its best three, per data set.
 *
 *     npx tsx bench/ranker-models.ts [--data ../shared/data] [--limit 150]
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { FOLD_COUNT, parseFolds } from "../src/datasets/folds.js";
import { compileForest } from "../src/forest/forest.js";
import { binRows } from "../src/forest/train-bins.js";
import { trainBoosting, trainRanking } from "../src/forest/train-boosting.js";
import type { BoostedTrees } from "../src/forest/train-boosting.js";
import { trainForest } from "../src/forest/train-forest.js";
import { seededRandom } from "../src/forest/train-random.js";
import { PASSAGE_FEATURES } from "../src/retrieval/passage-feature-table.js";
import { scoreOrder } from "../src/retrieval/rerank.js";
import { areaUnderCurve } from "../src/training/calibrate.js";
import { loadSet } from "../src/training/offline-samples.js";
import { tableOf } from "../src/training/offline-rows.js";
import { rankedRows } from "../src/training/ranker-rows.js";
import type { RankerRows } from "../src/training/ranker-rows.js";
import { candidateStates } from "../src/training/ranker-states.js";
import { DATA_SETS } from "../src/training/train-data.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    limit: { type: "string", default: "150" },
  },
});
const WIDTH = PASSAGE_FEATURES.length;
const BOOSTING = { rounds: 120, maxDepth: 5, minLeaf: 30, featuresPerSplit: 10, rowShare: 0.5 };

interface Candidates {
  dataset: string;
  fold: number;
  /** One element a list. */
  lists: RankerRows[];
}

type Scorer = (row: Float32Array) => number;

/** How each kind is fitted: lists in, a scorer of rows out. */
const KINDS: Readonly<Record<string, (lists: readonly RankerRows[]) => Scorer>> = {
  boosting: (lists) => marginOf(trainBoosting(...tableAndLabels(lists), BOOSTING)),
  "boosting over lists": (lists) => {
    let to = 0;
    const groups = lists.map(({ rows }) => ({ from: to, to: (to += rows.length) }));
    return marginOf(trainRanking(...tableAndLabels(lists), groups, BOOSTING));
  },
  forest: (lists) => {
    const settings = { trees: 100, maxDepth: 10, minLeaf: 8 };
    return compileForest(trainForest(...tableAndLabels(lists), settings)).predict;
  },
};

function tableAndLabels(lists: readonly RankerRows[]) {
  const rows = lists.flatMap((list) => list.rows);
  const labels = lists.flatMap((list) => list.labels);
  return [binRows(tableOf(rows, WIDTH), WIDTH, 64), labels] as const;
}

function marginOf({ trees }: BoostedTrees): Scorer {
  return compileForest(trees).predict;
}

const folds = parseFolds(await readFile("policies/folds.json", "utf8"));
const all: Candidates[] = [];
for (const dataset of DATA_SETS) {
  const set = await loadSet(values.data, dataset, "train");
  for (const [at, question] of set.questions.slice(0, Number(values.limit)).entries()) {
    const walk = { retriever: set.index, ranker: scoreOrder(), breadths: [2, 1] };
    const states = await candidateStates(question, { ...walk, random: seededRandom(at) });
    const lists = states.flatMap(({ depth, lists: found }) =>
      found.map((list) => rankedRows([{ depth, lists: [list] }], question)),
    );
    all.push({ dataset, fold: folds.get(dataset)?.get(question.id) ?? 0, lists });
  }
}
for (const [kind, fit] of Object.entries(KINDS)) {
  const scorers = Array.from({ length: FOLD_COUNT }, (_, fold) =>
    fit(all.filter((one) => one.fold !== fold).flatMap(({ lists }) => lists)),
  );
  for (const dataset of DATA_SETS) {
    const own = all.filter((one) => one.dataset === dataset);
    const scored = own.flatMap(({ fold, lists }) =>
      lists.map(({ rows, labels }) => ({
        scores: rows.map((row) => scorers[fold]?.(row) ?? 0),
        labels,
      })),
    );
    const area = areaUnderCurve(
      scored.flatMap(({ scores }) => scores),
      scored.flatMap(({ labels }) => labels),
    );
    console.log(
      `${kind}, ${dataset}: AUC ${area.toFixed(3)}, in the best three ${share(scored)} %`,
    );
  }
}

function share(lists: readonly { scores: number[]; labels: number[] }[]): string {
  let [gold, found] = [0, 0];
  for (const { scores, labels } of lists) {
    const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    for (const [place, row] of order.entries()) {
      if (labels[row] !== 1) continue;
      gold += 1;
      if (place < 3) found += 1;
    }
  }
  return ((100 * found) / gold).toFixed(1);
}
