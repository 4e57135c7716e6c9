import { logOdds, sigmoid } from "../../forest/tree-model.js";
import type { PassageScorer } from "../evidence-retriever.js";
import { passageVector } from "../passage-feature-table.js";
import type { PassageFeatures } from "../passage-feature-table.js";
import { shippedRankerModel } from "./ranker-model.js";
import type { RankerModel } from "./ranker-model.js";

/**
 * The probability, 0 to 1, of each passage that it is one the question needs and the evidence does
 * not hold. The sum over the passages an acquisition would add estimates how many needed ones it
 * brings. Calibrated on train questions that the model was not fitted on (docs/decisions/0006-evidence-ranker.md).
 */
export function passageProbabilities(
  features: readonly PassageFeatures[],
  model: RankerModel,
): number[] {
  return features.map((one) => sigmoid(logOdds(model, passageVector(one))));
}

/** What previewed passages are scored with; without a model by that of the package. */
export async function passageScorer(model?: RankerModel): Promise<PassageScorer> {
  const trees = model ?? (await shippedRankerModel());
  return (features) => passageProbabilities(features, trees);
}
