/**
 * Fits the evidence ranker on the train questions: once on all of them for the package, and once
 * without each fold for use on train questions. Deterministic to the byte.
 *
 *     npm run fit:ranker -- [--data ../shared/data] [--limit N]
 *
 * Writes src/retrieval/learned-ranker/ranker.generated.ts and policies/ranker-folds.json.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { FOLD_COUNT, parseFolds } from "../datasets/folds.js";
import type { Question } from "../datasets/question.js";
import { seededRandom } from "../forest/train-random.js";
import { layOut, logOdds } from "../forest/tree-model.js";
import type { PlainModel } from "../forest/tree-model.js";
import type { EvidenceRanker } from "../retrieval/evidence-retriever.js";
import { learnedRanker } from "../retrieval/learned-ranker/learned-ranker.js";
import { packRankerModel } from "../retrieval/learned-ranker/ranker-model.js";
import { PASSAGE_FEATURES } from "../retrieval/passage-feature-table.js";
import { scoreOrder } from "../retrieval/rerank.js";
import { areaUnderCurve, fitSigmoid } from "./calibrate.js";
import { fitRankerModel } from "./fit-ranker-model.js";
import { loadSet } from "./offline-samples.js";
import type { LoadedSet } from "./offline-samples.js";
import { calibrated } from "./plain-models.js";
import { rankedRows, taughtRows } from "./ranker-rows.js";
import type { RankerRows } from "./ranker-rows.js";
import { candidateStates } from "./ranker-states.js";
import { DATA_SETS } from "./train-data.js";

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    folds: { type: "string", default: "policies/folds.json" },
    model: { type: "string", default: "src/retrieval/learned-ranker/ranker.generated.ts" },
    foldModels: { type: "string", default: "policies/ranker-folds.json" },
    limit: { type: "string", default: "100000" },
    seed: { type: "string", default: "13" },
  },
});

/** Children followed after the first and the second acquisition. */
const BREADTHS = [2, 1];

/** A question with its fold and what was made of it. */
interface Taught {
  question: Question;
  fold: number;
  set: LoadedSet;
  seed: number;
  /** What is learned from, and what the ranker would be asked. */
  taught: RankerRows[];
  ranked: RankerRows;
}

const started = performance.now();
function report(text: string): void {
  console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

async function main(): Promise<void> {
  const questions = await readQuestions();
  for (const one of questions) await visit(one, scoreOrder());
  report("states reached by score order read");
  // The ranker changes which evidence it is asked about: it learns from its own states too.
  const first = foldModels(questions).map((model) => learnedRanker({ model: laidOut(model) }));
  for (const one of questions) await visit(one, first[one.fold] ?? scoreOrder());
  report("states reached by the ranker read");
  const models = foldModels(questions);
  const calibration = fitSigmoid(...marginsAndLabels(questions, models));
  for (const dataset of DATA_SETS) {
    const own = questions.filter(({ set }) => set.dataset === dataset);
    report(
      `${dataset}: AUC out of fold ${areaUnderCurve(...marginsAndLabels(own, models)).toFixed(3)}`,
    );
  }
  const whole = fitRankerModel(questions.flatMap(({ taught }) => taught));
  const packed = packRankerModel(calibrated(whole, calibration));
  const folds = models.map((model) => packRankerModel(calibrated(model, calibration)));
  await writeFile(options.model, renderModule(packed));
  await writeFile(options.foldModels, `${JSON.stringify({ folds }, null, 2)}\n`);
  report(`calibration ${JSON.stringify(calibration)}; written: ${packed.length} characters`);
}

async function readQuestions(): Promise<Taught[]> {
  const foldTable = parseFolds(await readFile(options.folds, "utf8"));
  const all: Taught[] = [];
  for (const dataset of DATA_SETS) {
    const set = await loadSet(options.data, dataset, "train");
    const foldOf = foldTable.get(dataset);
    for (const [at, question] of set.questions.slice(0, Number(options.limit)).entries()) {
      const seed = Number(options.seed) * 100_003 + at;
      const fold = foldOf?.get(question.id) ?? 0;
      all.push({ question, fold, set, seed, taught: [], ranked: { rows: [], labels: [] } });
    }
  }
  return all;
}

/** Adds the rows of the states that this ranker leads to; each visit draws other children. */
async function visit(one: Taught, ranker: EvidenceRanker): Promise<void> {
  const { question, set, taught } = one;
  const random = seededRandom(one.seed + taught.length);
  const walk = { retriever: set.index, ranker, breadths: BREADTHS, random };
  const states = await candidateStates(question, walk);
  taught.push(taughtRows(states, question, random));
  one.ranked = rankedRows(states, question);
}

/** For each fold the model that has not seen it. */
function foldModels(questions: readonly Taught[]): PlainModel[] {
  return Array.from({ length: FOLD_COUNT }, (_, fold) => {
    const others = questions.filter((one) => one.fold !== fold);
    return fitRankerModel(others.flatMap(({ taught }) => taught));
  });
}

/** Out of fold: the log-odds of each row by the model that has not seen its question. */
function marginsAndLabels(
  questions: readonly Taught[],
  models: readonly PlainModel[],
): [margins: number[], labels: number[]] {
  const laid = models.map(laidOut);
  const margins = questions.flatMap(({ fold, ranked }) => {
    const model = laid[fold];
    return ranked.rows.map((row) => (model ? logOdds(model, row) : 0));
  });
  return [margins, questions.flatMap(({ ranked }) => ranked.labels)];
}

function laidOut(model: PlainModel) {
  return layOut(model, PASSAGE_FEATURES.length);
}

function renderModule(packed: string): string {
  return [
    "// Generated by `npm run fit:ranker`: do not edit.",
    "",
    "/** The fitted model of the evidence ranker: JSON, Brotli, base64. */",
    `export const MODEL =\n  "${packed}";`,
    "",
  ].join("\n");
}

await main();
