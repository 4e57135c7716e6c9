import type { BoostedTrees } from "../forest/train-boosting.js";
import type { PlainModel } from "../forest/tree-model.js";
import type { Calibration } from "./calibrate.js";

/** Trees as a file holds them: seven digits of a threshold and four of a leaf are enough. */
export function plainModel({ base, trees }: BoostedTrees): PlainModel {
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
