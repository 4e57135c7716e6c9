/** Trees that are added up, laid out for prediction in one block of typed arrays. */
export interface TreeModel {
  /** Log-odds before the first tree. */
  readonly base: number;
  readonly featureCount: number;
  /** Index of the first node of each tree. */
  readonly roots: Int32Array;
  /** −1 in a leaf. */
  readonly feature: Int16Array;
  /** Left of a split where the feature is below; what a leaf adds. */
  readonly value: Float32Array;
  /** The left child; the right one follows it. */
  readonly left: Int32Array;
}

/** Log-odds that the model gives to a row. */
export function logOdds(model: TreeModel, row: ArrayLike<number>): number {
  const { roots, feature, value, left } = model;
  let sum = model.base;
  for (const root of roots) {
    let node = root;
    for (;;) {
      const column = feature[node] as number;
      if (column < 0) break;
      const goesLeft = (row[column] as number) < (value[node] as number);
      node = (left[node] as number) + (goesLeft ? 0 : 1);
    }
    sum += value[node] as number;
  }
  return sum;
}

/** From log-odds to a probability, 0 to 1. */
export function sigmoid(margin: number): number {
  return 1 / (1 + Math.exp(-margin));
}

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
