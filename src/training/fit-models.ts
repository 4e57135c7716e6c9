import { CANDIDATE_FEATURES } from "../generator/offline/candidate-features.js";
import { OPTION_FEATURES } from "../generator/offline/option-features.js";
import { SUFFICIENCY_FEATURES } from "../generator/offline/sufficiency-features.js";
import { YES_NO_FEATURES } from "../generator/offline/yes-no-features.js";
import { binRows } from "../forest/train-bins.js";
import type { PlainModel } from "../forest/tree-model.js";
import { trainBoosting, trainRanking } from "../forest/train-boosting.js";
import type { BoostingSettings } from "../forest/train-boosting.js";
import { plainModel } from "./plain-models.js";
import { tableOf } from "./offline-rows.js";
import type { Rows } from "./offline-rows.js";

/** Chosen by cross-validation on train (docs/offline.md). */
const READER: BoostingSettings = {
  rounds: 150,
  maxDepth: 6,
  minLeaf: 30,
  learningRate: 0.1,
  featuresPerSplit: 12,
  rowShare: 0.5,
};
const OPTIONS: BoostingSettings = { rounds: 60, maxDepth: 3, minLeaf: 20, featuresPerSplit: 8 };
const YES_NO: BoostingSettings = { rounds: 40, maxDepth: 2, minLeaf: 15, featuresPerSplit: 8 };
const JUDGE: BoostingSettings = { rounds: 150, maxDepth: 4, minLeaf: 40, learningRate: 0.07 };

/** Fewer bins than the most: thresholds between are noise here, and files grow with them. */
const BINS = 64;

/**
 * Fits the two readers whose log-odds are added: one that ranks the candidates of an evidence (each
 * element of `groups`), and one that asks of each whether it is right. Together they are clearly
 * better than either (docs/offline.md).
 */
export function fitReaders(groups: readonly Rows[]): PlainModel[] {
  const taught = groups.filter(({ rows }) => rows.length > 0);
  let to = 0;
  const ranges = taught.map(({ rows }) => ({ from: to, to: (to += rows.length) }));
  const { rows, targets } = joined(taught);
  const table = binRows(tableOf(rows), CANDIDATE_FEATURES.length, BINS);
  return [
    plainModel(trainRanking(table, targets, ranges, READER)),
    plainModel(trainBoosting(table, targets, READER)),
  ];
}

/** Fits the choice between two options. */
export function fitOptions(groups: readonly Rows[]): PlainModel {
  return fitLogistic(groups, OPTION_FEATURES.length, OPTIONS);
}

/** Fits the answers to yes-no questions. */
export function fitYesNo(groups: readonly Rows[]): PlainModel {
  return fitLogistic(groups, YES_NO_FEATURES.length, YES_NO);
}

/** Fits the judge; its log-odds are calibrated afterwards. */
export function fitJudge(states: Rows): PlainModel {
  return fitLogistic([states], SUFFICIENCY_FEATURES.length, JUDGE);
}

function fitLogistic(
  groups: readonly Rows[],
  featureCount: number,
  settings: BoostingSettings,
): PlainModel {
  const { rows, targets } = joined(groups);
  const table = binRows(tableOf(rows, featureCount), featureCount, BINS);
  return plainModel(trainBoosting(table, targets, settings));
}

function joined(groups: readonly Rows[]): Rows {
  return {
    rows: groups.flatMap(({ rows }) => rows),
    targets: groups.flatMap(({ targets }) => targets),
  };
}
