/**
 * The table of all methods without a language model: on train cross-validated (verdicts and choices
 * out of fold), on dev with the frozen choices; every method along its stopping knob, with paired
 * intervals over groups of questions, per data set and pooled.
 *
 *     npm run bench:quality -- [--data ../shared/data] [--split train|dev] [--limit N]
 *                              [--workers 2] [--run-dir DIR] [--out results]
 *
 * Writes quality.<split>.json (summaries as `dynakrag evaluate` makes them) and quality.<split>.md.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Question } from "../src/datasets/question.js";
import { curvePoints } from "../src/evaluation/curve-points.js";
import { evaluate } from "../src/evaluation/evaluate.js";
import { hashFiles, loadQuestions } from "../src/evaluation/load-questions.js";
import type { Prediction } from "../src/evaluation/prediction.js";
import { summarise } from "../src/evaluation/summarise.js";
import type { Summary } from "../src/evaluation/summary.js";
import { renderQuality } from "./render-quality.js";
import { DATA_SETS } from "./question-sets.js";

const METHODS = [
  "rule",
  "fixed-k",
  "static-plan",
  "fuse-preview",
  "greedy-preview",
  "hand-passage",
  "uniform",
  "stable-answer",
  "iter-retgen",
  "s2g",
  "oracle",
];

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    split: { type: "string" },
    limit: { type: "string" },
    workers: { type: "string", default: "2" },
    "run-dir": { type: "string" },
    out: { type: "string", default: "results" },
  },
});

type Split = "train" | "dev";

/** One summary a set, and the questions and predictions that are pooled. */
interface SetResult {
  summary: Summary;
  questions: Question[];
  predictions: ReadonlyMap<string, readonly Prediction[]>;
}

async function evaluateSet(dataset: string, split: Split): Promise<SetResult> {
  const folder = join(options.data, dataset);
  const file = join(folder, `questions.${split}.jsonl`);
  const corpus = join(folder, "corpus.jsonl");
  const limit = options.limit === undefined ? undefined : Number(options.limit);
  const questions = await loadQuestions([file], { limit });
  const outOfFold =
    split === "train"
      ? { folds: "policies/folds.json", foldModels: "policies/offline-folds.json" }
      : {};
  const runDir = options["run-dir"];
  const { summary, predictions } = await evaluate({
    questions,
    methods: METHODS,
    source: { corpus, generator: "embedded", settings: {}, ...outOfFold },
    curve: true,
    workers: Number(options.workers),
    dataHashes: await hashFiles([file, corpus]),
    ...(runDir === undefined ? {} : { out: join(runDir, `${dataset}.${split}`) }),
    onProgress: progress(`${dataset} ${split}`),
  });
  return { summary, questions, predictions };
}

function progress(label: string): (state: { done: number; total: number }) => void {
  let next = 0;
  return ({ done, total }) => {
    if (done / total < next) return;
    console.error(`${label}: ${done}/${total}`);
    next = Math.floor((10 * done) / total + 1) / 10;
  };
}

function pool(results: readonly SetResult[]): Summary {
  const names = [...(results[0]?.predictions.keys() ?? [])];
  return summarise({
    questions: results.flatMap(({ questions }) => questions),
    predictions: new Map(
      names.map((name) => [
        name,
        results.flatMap(({ predictions }) => predictions.get(name) ?? []),
      ]),
    ),
    curves: METHODS.map(curvePoints),
    answers: true,
    generator: "embedded",
    dataHashes: Object.assign({}, ...results.map(({ summary }) => summary.dataHashes)),
  });
}

async function measure(split: Split): Promise<void> {
  const started = performance.now();
  const results: SetResult[] = [];
  for (const dataset of DATA_SETS) results.push(await evaluateSet(dataset, split));
  const sets = Object.fromEntries(
    results.map(({ summary }) => [summary.dataset, withoutTimes(summary)]),
  );
  const quality = { split, sets, pooled: withoutTimes(pool(results)) };
  await mkdir(options.out, { recursive: true });
  const file = join(options.out, `quality.${split}`);
  await writeFile(`${file}.json`, `${JSON.stringify(quality, null, 1)}\n`);
  await writeFile(`${file}.md`, renderQuality(quality));
  console.error(`${split}: ${Math.round((performance.now() - started) / 1000)} s → ${file}.md`);
}

/** Without the one figure that differs between runs: the stored file is then reproduced exactly. */
function withoutTimes(summary: Summary): Summary {
  const methods = Object.entries(summary.methods).map(([name, method]) => [
    name,
    { ...method, seconds: 0 },
  ]);
  return { ...summary, methods: Object.fromEntries(methods) };
}

const splits: Split[] =
  options.split === "train" || options.split === "dev" ? [options.split] : ["train", "dev"];
for (const split of splits) await measure(split);
