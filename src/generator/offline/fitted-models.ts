import type { TreeModel } from "../../forest/tree-model.js";

/** What was fitted for the embedded generator (docs/offline.md). */
export interface OfflineModels {
  /** Rank candidate spans together: their log-odds are added up. */
  readers: readonly TreeModel[];
  /** Chooses between two options. */
  options: TreeModel;
  /** Answers yes or no. */
  yesNo: TreeModel;
  /** Log-odds that the evidence is sufficient. */
  judge: TreeModel;
  /** The evidence is called sufficient from this probability on. */
  sufficientFrom: number;
  /** An answer is called a guess below this probability that the evidence is sufficient. */
  answerableFrom: number;
}
