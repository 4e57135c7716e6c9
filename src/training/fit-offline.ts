/**
 * Fits the models of the embedded generator on the train questions: once on all of them for the
 * package, and once without each fold for use on train questions. Deterministic to the byte.
 *
 *     npx tsx src/training/fit-offline.ts [--data ../shared/data]
 *
 * Writes src/generator/offline/models.generated.ts and policies/offline-folds.json.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { packModels, unpackModels } from "../generator/offline/offline-models.js";
import type { PlainOfflineModels } from "../generator/offline/offline-models.js";
import { layOut, logOdds, sigmoid } from "../forest/tree-model.js";
import type { PlainModel } from "../forest/tree-model.js";
import { areaUnderCurve, fitSigmoid } from "./calibrate.js";
import { chooseThreshold, gateFigures } from "./choose-threshold.js";
import { fitJudge, fitOptions, fitReaders, fitYesNo } from "./fit-models.js";
import { FOLD_COUNT, parseFolds } from "../datasets/folds.js";
import { answerSample, judgedStates, loadSet } from "./offline-samples.js";
import type { AnswerSample, JudgedState, LoadedSet } from "./offline-samples.js";
import { calibrated } from "./plain-models.js";
import { DATA_SETS } from "./train-data.js";

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    folds: { type: "string", default: "policies/folds.json" },
    models: { type: "string", default: "src/generator/offline/models.generated.ts" },
    foldModels: { type: "string", default: "policies/offline-folds.json" },
    seed: { type: "string", default: "13" },
  },
});

const started = performance.now();
function report(text: string): void {
  console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

/** A question with its fold and what was made of it. */
interface Taught {
  fold: number;
  set: LoadedSet;
  sample: AnswerSample;
  states: JudgedState[];
}

type AnswerModels = Pick<PlainOfflineModels, "readers" | "options" | "yesNo">;

function fitAnswerModels(taught: readonly Taught[]): AnswerModels {
  return {
    readers: fitReaders(taught.flatMap(({ sample }) => sample.reader)),
    options: fitOptions(taught.flatMap(({ sample }) => sample.options)),
    yesNo: fitYesNo(taught.flatMap(({ sample }) => sample.yesNo)),
  };
}

function fitJudgeOn(taught: readonly Taught[]): PlainModel {
  const states = taught.flatMap((one) => one.states);
  return fitJudge({
    rows: states.map(({ features }) => features),
    targets: states.map(({ recall }) => (recall === 1 ? 1 : 0)),
  });
}

/** A judge that was not asked for yet. */
const NO_JUDGE = { judge: { base: 0, trees: [] }, sufficientFrom: 1, answerableFrom: 0.5 };

async function main(): Promise<void> {
  const foldTable = parseFolds(await readFile(options.folds, "utf8"));
  const folds = Array.from({ length: FOLD_COUNT }, (_, fold) => fold);
  const taught: Taught[] = [];
  for (const dataset of DATA_SETS) {
    const set = await loadSet(options.data, dataset, "train");
    const foldOf = foldTable.get(dataset);
    for (const [at, question] of set.questions.entries()) {
      const sample = await answerSample(question, set, Number(options.seed) * 100_003 + at);
      taught.push({ fold: foldOf?.get(question.id) ?? 0, set, sample, states: [] });
    }
    report(`${dataset}: ${set.questions.length} questions read`);
  }
  const without = (fold: number): Taught[] => taught.filter((one) => one.fold !== fold);
  const answerModels: AnswerModels[] = [];
  for (const fold of folds) {
    const models = fitAnswerModels(without(fold));
    answerModels.push(models);
    const unpacked = unpackModels(packModels({ ...models, ...NO_JUDGE }));
    for (const one of taught) {
      if (one.fold !== fold) continue;
      one.states = await judgedStates(one.sample.question, one.set, unpacked);
    }
    report(`fold ${fold}: reader fitted, states of the loop read`);
  }
  const judges = folds.map((fold) => fitJudgeOn(without(fold)));
  const margins = outOfFold(taught, judges);
  const labels = taught.flatMap(({ states }) => states.map(({ recall }) => (recall === 1 ? 1 : 0)));
  const calibration = fitSigmoid(margins.flat(), labels);
  const walks = taught.map(({ states }, at) =>
    states.slice(0, -1).map((state, step) => ({
      ...state,
      probability: sigmoid(calibration.slope * (margins[at]?.[step] ?? 0) + calibration.offset),
    })),
  );
  const gate = { sufficientFrom: chooseThreshold(walks), answerableFrom: 0.5 };
  for (const threshold of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    report(`gate ${JSON.stringify(gateFigures(walks, threshold, 2))}`);
  }
  report(
    `judge out of fold: AUC ${areaUnderCurve(margins.flat(), labels).toFixed(3)}; gate ${gate.sufficientFrom}`,
  );
  const foldPacks = folds.map((fold) => {
    const judge = calibrated(judges[fold] ?? NO_JUDGE.judge, calibration);
    return packModels({ ...(answerModels[fold] as AnswerModels), judge, ...gate });
  });
  const whole = fitAnswerModels(taught);
  const judge = calibrated(fitJudgeOn(taught), calibration);
  const packed = packModels({ ...whole, judge, ...gate });
  await writeFile(options.models, renderModule(packed));
  await writeFile(options.foldModels, `${JSON.stringify({ folds: foldPacks }, null, 2)}\n`);
  report(
    `written: ${packed.length} characters, folds ${foldPacks.map(({ length }) => length).join(" ")}`,
  );
}

/** The judge's log-odds for the states of each question, by the model that has not seen it. */
function outOfFold(taught: readonly Taught[], judges: readonly PlainModel[]): number[][] {
  const models = judges.map((judge, fold) => {
    const features = taught.find((one) => one.fold !== fold)?.states[0]?.features;
    return layOut(judge, features?.length ?? 0);
  });
  return taught.map(({ fold, states }) =>
    states.map(({ features }) => {
      const model = models[fold];
      return model ? logOdds(model, features) : 0;
    }),
  );
}

function renderModule(packed: string): string {
  return [
    "// Generated by `npx tsx src/training/fit-offline.ts`: do not edit.",
    "",
    "/** The fitted models of the embedded generator: JSON, Brotli, base64. */",
    `export const MODELS =\n  "${packed}";`,
    "",
  ].join("\n");
}

await main();
