/**
 * How good the embedded generator is: EM and F1 of its answers and AUC of its judge, by set and
 * question type, given the best five passages of BM25 and given the gold passages. Train questions
 * are answered out of fold; dev only with --dev, by the models of the package.
 *
 *     npx tsx bench/offline-quality.ts [--data ../shared/data] [--dev] [--limit N] [--out FILE]
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { acceptedAnswers, answerScoring, scoreAnswer } from "../src/evaluation/answer-scores.js";
import { compressEvidence } from "../src/generator/offline/compress-evidence.js";
import { findAnswer, rankTexts } from "../src/generator/offline/find-answer.js";
import { readFoldModels } from "../src/generator/offline/fold-models.js";
import { sufficiency } from "../src/generator/offline/judge-evidence.js";
import { shippedModels } from "../src/generator/offline/offline-models.js";
import type { OfflineModels } from "../src/generator/offline/fitted-models.js";
import type { Question } from "../src/datasets/question.js";
import { areaUnderCurve } from "../src/training/calibrate.js";
import { sampleEvidence, supportRecall } from "../src/training/evidence-states.js";
import { parseFolds } from "../src/datasets/folds.js";
import { loadSet, viewOf } from "../src/training/offline-samples.js";
import { DATA_SETS } from "../src/training/train-data.js";

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    dev: { type: "boolean", default: false },
    limit: { type: "string", default: "100000" },
    out: { type: "string" },
  },
});

/** One question with one evidence. */
interface Row {
  dataset: string;
  type: string;
  given: "top5" | "gold";
  isYesNo: boolean;
  exactMatch: number;
  f1: number;
  recall: number;
  probability: number;
  saysSufficient: boolean;
  /** 1 where the snippets still hold an accepted answer, −1 where the passages do not. */
  keptAnswer: number;
  milliseconds: number;
}

async function measure(
  question: Question,
  given: Row["given"],
  set: Awaited<ReturnType<typeof loadSet>>,
  models: OfflineModels,
): Promise<Row> {
  const { evidence } = await sampleEvidence(question, given, set.index, set.passageById);
  // A new object each, so that no reading of an earlier question is reused.
  const fresh = evidence.map((passage) => ({ ...passage }));
  const started = performance.now();
  const view = await viewOf(question.question, fresh);
  const answer = findAnswer(view, models);
  const milliseconds = performance.now() - started;
  const probability = sufficiency(view, answer, models);
  const accepted = acceptedAnswers(question);
  const scoring = answerScoring(question.dataset);
  const snippets = compressEvidence(view, rankTexts(view, models), 8, 256);
  const holds = (texts: readonly string[]): boolean =>
    texts.some((text) => accepted.some((gold) => text.toLowerCase().includes(gold.toLowerCase())));
  const isYesNo = /^(?:yes|no)$/iu.test(question.answer);
  return {
    dataset: question.dataset,
    type: question.type,
    given,
    isYesNo,
    ...scoreAnswer(answer.text, accepted, scoring),
    recall: supportRecall(question, evidence),
    probability,
    saysSufficient: probability >= models.sufficientFrom,
    keptAnswer:
      isYesNo || !holds(evidence.map(({ pageContent }) => pageContent))
        ? -1
        : Number(holds(snippets.map(({ text }) => text))),
    milliseconds,
  };
}

async function rowsOf(dataset: string): Promise<Row[]> {
  const set = await loadSet(options.data, dataset, options.dev ? "dev" : "train");
  const shipped = await shippedModels();
  const ofFold = readFoldModels(await readFile("policies/offline-folds.json", "utf8"));
  const folds = parseFolds(await readFile("policies/folds.json", "utf8")).get(dataset);
  const rows: Row[] = [];
  for (const question of set.questions.slice(0, Number(options.limit))) {
    const models = options.dev ? shipped : ofFold[folds?.get(question.id) ?? -1];
    if (!models) throw new Error("A train question has no fold.");
    for (const given of ["top5", "gold"] as const) {
      rows.push(await measure(question, given, set, models));
    }
  }
  return rows;
}

/** The figures of a group of rows, in percent but for AUC and milliseconds. */
interface Figures {
  group: string;
  n: number;
  exactMatch: number;
  f1: number;
  auc: number | null;
  sufficient: number;
  saysSufficient: number;
  milliseconds: number;
}

function figures(group: string, rows: readonly Row[]): Figures {
  const mean = (of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length);
  const percent = (share: number): number => Math.round(1000 * share) / 10;
  const auc = areaUnderCurve(
    rows.map(({ probability }) => probability),
    rows.map(({ recall }) => (recall === 1 ? 1 : 0)),
  );
  return {
    group,
    n: rows.length,
    exactMatch: percent(mean((row) => row.exactMatch)),
    f1: percent(mean((row) => row.f1)),
    auc: Number.isNaN(auc) ? null : Math.round(1000 * auc) / 1000,
    sufficient: percent(mean(({ recall }) => (recall === 1 ? 1 : 0))),
    saysSufficient: percent(mean(({ saysSufficient }) => (saysSufficient ? 1 : 0))),
    milliseconds: Math.round(10 * mean((row) => row.milliseconds)) / 10,
  };
}

async function main(): Promise<void> {
  const rows: Row[] = [];
  for (const dataset of DATA_SETS) rows.push(...(await rowsOf(dataset)));
  const table: Figures[] = [];
  for (const given of ["top5", "gold"] as const) {
    for (const dataset of DATA_SETS) {
      const own = rows.filter((row) => row.dataset === dataset && row.given === given);
      table.push(figures(`${dataset} ${given}`, own));
      for (const type of [...new Set(own.map((row) => row.type))].sort()) {
        const group = `${dataset} ${given} ${type}`;
        table.push(
          figures(
            group,
            own.filter((row) => row.type === type),
          ),
        );
      }
    }
    const yesNo = rows.filter((row) => row.isYesNo && row.given === given);
    table.push(figures(`yes/no ${given}`, yesNo));
    const kept = rows.filter((row) => row.keptAnswer >= 0 && row.given === given);
    const share = kept.reduce((sum, row) => sum + row.keptAnswer, 0) / Math.max(1, kept.length);
    console.log(
      `answers kept by compression, ${given}: ${(100 * share).toFixed(1)} % of ${kept.length}`,
    );
  }
  console.table(table);
  if (options.out === undefined) return;
  const split = options.dev ? "dev" : "train, out of fold";
  await writeFile(options.out, `${JSON.stringify({ split, table }, null, 2)}\n`);
}

await main();
