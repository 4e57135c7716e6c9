/** Numbers of a node in {@link TreeModel.nodes}: feature, threshold or value, left child, unused. */
export const NODE_SIZE = 4;

/** Trees that are added up, laid out for prediction in one block: a node in one cache line. */
export interface TreeModel {
  /** Log-odds before the first tree. */
  readonly base: number;
  readonly featureCount: number;
  /** Where the first node of each tree starts in `nodes`. */
  readonly roots: Int32Array;
  /**
   * {@link NODE_SIZE} numbers a node: the feature, −1 in a leaf; the number that is read from
   * `numbers`; where the left child starts, the right one follows it.
   */
  readonly nodes: Int32Array;
  /** The same memory as floats: left of a split where the feature is below; what a leaf adds. */
  readonly numbers: Float32Array;
}

/** Log-odds that the model gives to a row. */
export function logOdds(model: TreeModel, row: ArrayLike<number>): number {
  const { roots, nodes, numbers } = model;
  let sum = model.base;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number;
    let column = nodes[node] as number;
    while (column >= 0) {
      const goesLeft = (row[column] as number) < (numbers[node + 1] as number);
      node = (nodes[node + 2] as number) + (goesLeft ? 0 : NODE_SIZE);
      column = nodes[node] as number;
    }
    sum += numbers[node + 1] as number;
  }
  return sum;
}

/**
 * Adds the log-odds of many rows to `sums`. Tree by tree: rows that stand side by side are alike,
 * mostly take the same way down a tree, and so cost a third of what they cost one by one.
 *
 * @param rows `sums.length` rows of `featureCount` numbers.
 */
export function addLogOdds(model: TreeModel, rows: Float32Array, sums: Float64Array): void {
  const { base, featureCount, roots, nodes, numbers } = model;
  const count = sums.length;
  const own = new Float64Array(count).fill(base);
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree] as number;
    for (let row = 0, start = 0; row < count; row++, start += featureCount) {
      let node = root;
      let column = nodes[node] as number;
      while (column >= 0) {
        const goesLeft = (rows[start + column] as number) < (numbers[node + 1] as number);
        node = (nodes[node + 2] as number) + (goesLeft ? 0 : NODE_SIZE);
        column = nodes[node] as number;
      }
      own[row] = (own[row] as number) + (numbers[node + 1] as number);
    }
  }
  for (let row = 0; row < count; row++) sums[row] = (sums[row] as number) + (own[row] as number);
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
