import { sigmoid } from "../forest/tree-model.js";

/** Probability = sigmoid(slope × margin + offset). */
export interface Calibration {
  slope: number;
  offset: number;
}

const MOST_STEPS = 50;

/**
 * Fits a sigmoid from the margins of a model to probabilities, on margins of rows that the model
 * was not fitted on.
 *
 * Source: Platt, "Probabilistic outputs for support vector machines" (1999), with his smoothed
 * targets; Newton's method.
 *
 * @param labels 0 or 1, one a margin.
 */
export function fitSigmoid(margins: readonly number[], labels: readonly number[]): Calibration {
  const positives = labels.filter((label) => label === 1).length;
  const negatives = labels.length - positives;
  const targets = labels.map((label) =>
    label === 1 ? (positives + 1) / (positives + 2) : 1 / (negatives + 2),
  );
  let [slope, offset] = [1, 0];
  for (let step = 0; step < MOST_STEPS; step++) {
    let [byOffset, bySlope, offsets, both, slopes] = [0, 0, 1e-9, 0, 1e-9];
    for (const [index, margin] of margins.entries()) {
      const probability = sigmoid(slope * margin + offset);
      const error = (targets[index] ?? 0) - probability;
      const spread = probability * (1 - probability);
      byOffset += error;
      bySlope += error * margin;
      offsets += spread;
      both += spread * margin;
      slopes += spread * margin * margin;
    }
    const determinant = offsets * slopes - both * both;
    const stepOffset = (slopes * byOffset - both * bySlope) / determinant;
    const stepSlope = (offsets * bySlope - both * byOffset) / determinant;
    offset += stepOffset;
    slope += stepSlope;
    if (Math.abs(stepOffset) + Math.abs(stepSlope) < 1e-9) break;
  }
  return { slope, offset };
}

/**
 * Area under the ROC curve: the chance that a positive row scores above a negative one, ties half.
 *
 * @returns NaN where one of the two classes is empty.
 */
export function areaUnderCurve(scores: readonly number[], labels: readonly number[]): number {
  const order = [...scores.keys()].sort((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0));
  const positives = labels.filter((label) => label === 1).length;
  let ranks = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && scores[order[to] ?? 0] === scores[order[from] ?? 0]) to += 1;
    const rank = (from + 1 + to) / 2;
    ranks += rank * order.slice(from, to).filter((row) => labels[row] === 1).length;
    from = to;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (labels.length - positives));
}
