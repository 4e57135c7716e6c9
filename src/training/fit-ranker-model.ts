import { binRows } from "../forest/train-bins.js";
import { trainBoosting } from "../forest/train-boosting.js";
import type { BoostingSettings } from "../forest/train-boosting.js";
import type { PlainModel } from "../forest/tree-model.js";
import { PASSAGE_FEATURES } from "../retrieval/passage-feature-table.js";
import { tableOf } from "./offline-rows.js";
import { plainModel } from "./plain-models.js";
import type { RankerRows } from "./ranker-rows.js";

/** Chosen by cross-validation on train (docs/decisions/0006-evidence-ranker.md). */
const BOOSTING: BoostingSettings = {
  rounds: 120,
  maxDepth: 5,
  minLeaf: 30,
  featuresPerSplit: 10,
  rowShare: 0.5,
};
/** Fewer bins than the most: thresholds between are noise here, and files grow with them. */
const BINS = 64;

/** Fits the ranker: log-odds that a candidate passage is needed, before calibration. */
export function fitRankerModel(taught: readonly RankerRows[]): PlainModel {
  const rows = taught.flatMap((one) => one.rows);
  const labels = taught.flatMap((one) => one.labels);
  const width = PASSAGE_FEATURES.length;
  return plainModel(trainBoosting(binRows(tableOf(rows, width), width, BINS), labels, BOOSTING));
}
