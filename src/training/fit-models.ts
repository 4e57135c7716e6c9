import { CANDIDATE_FEATURES } from "../generator/offline/candidate-features.js";
import type { PlainModel } from "../generator/offline/offline-models.js";
import { OPTION_FEATURES } from "../generator/offline/option-features.js";
import { SUFFICIENCY_FEATURES } from "../generator/offline/sufficiency-features.js";
import { YES_NO_FEATURES } from "../generator/offline/yes-no-features.js";
import { binRows } from "../forest/train-bins.js";
import { trainBoosting, trainRanking } from "../forest/train-boosting.js";
import type { BoostedTrees, BoostingSettings } from "../forest/train-boosting.js";
import type { Calibration } from "./calibrate.js";
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
    plain(trainRanking(table, targets, ranges, READER)),
    plain(trainBoosting(table, targets, READER)),
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

/** Fits the judge; its log-odds are calibrated afterwards ({@link calibrated}). */
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
  return plain(trainBoosting(table, targets, settings));
}

function joined(groups: readonly Rows[]): Rows {
  return {
    rows: groups.flatMap(({ rows }) => rows),
    targets: groups.flatMap(({ targets }) => targets),
  };
}

/** Trees as a file holds them: seven digits of a threshold and four of a leaf are enough. */
function plain({ base, trees }: BoostedTrees): PlainModel {
  return {
    base: rounded(base, 7),
    trees: trees.map(({ feature, threshold, left, value }) => ({
      feature,
      left: left.map((child) => Math.max(0, child)),
      value: feature.map((column, node) =>
        column < 0 ? rounded(value[node] ?? 0, 4) : rounded(threshold[node] ?? 0, 7),
      ),
    })),
  };
}

/** The model whose log-odds are slope × those of this one + offset. */
export function calibrated(model: PlainModel, { slope, offset }: Calibration): PlainModel {
  return {
    base: rounded(slope * model.base + offset, 7),
    trees: model.trees.map(({ feature, left, value }) => ({
      feature,
      left,
      value: value.map((number, node) =>
        (feature[node] ?? -1) < 0 ? rounded(slope * number, 4) : number,
      ),
    })),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
