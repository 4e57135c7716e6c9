import type { FlatTree } from "./forest.js";
import type { BinnedTable } from "./train-bins.js";
import { seededRandom } from "./train-random.js";
import type { RandomSource } from "./train-random.js";
import { growTree } from "./train-tree.js";

/** Settings of a random forest. */
export interface ForestSettings {
  /** Trees (default 300, as in the DynaKRAG paper). */
  trees?: number;
  /** Rows in a leaf at least (default 8, as in the paper). */
  minLeaf?: number;
  /** Splits from root to leaf at most (default 16). */
  maxDepth?: number;
  /** Features tried at a split (default a third of them, rounded up). */
  featuresPerSplit?: number;
  /** 32 bits (default 13, as in the paper). */
  seed?: number;
}

/**
 * Fits a random-forest regressor: each tree on a bootstrap sample of the rows, features drawn anew
 * at every split. A row drawn more than once weighs more; a leaf counts distinct rows.
 *
 * Source: Breiman, "Random Forests" (Machine Learning 45, 2001).
 *
 * @param targets one finite number a row.
 * @throws RangeError without rows, or where targets and rows differ in number.
 * @example
 * ```ts
 * import { binRows, compileForest, trainForest } from "dynakrag";
 *
 * const rows = Float64Array.from({ length: 200 }, (_, row) => row);
 * const targets = rows.map((x) => (x < 100 ? 0 : 1));
 * const trees = trainForest(binRows(rows, 1), targets, { trees: 20 });
 * compileForest(trees).predict([150]); // about 1
 * ```
 */
export function trainForest(
  table: BinnedTable,
  targets: ArrayLike<number>,
  settings: ForestSettings = {},
): FlatTree[] {
  const { rowCount, featureCount } = table;
  checkTargets(rowCount, targets);
  const {
    trees = 300,
    minLeaf = 8,
    maxDepth = 16,
    featuresPerSplit = Math.ceil(featureCount / 3),
    seed = 13,
  } = settings;
  const random = seededRandom(seed);
  const gradient = new Float64Array(rowCount);
  return Array.from({ length: trees }, () => {
    const hessian = bootstrapCounts(rowCount, random);
    for (let row = 0; row < rowCount; row++) {
      gradient[row] = (hessian[row] as number) * (targets[row] as number);
    }
    const rows = Int32Array.from(rowsWithWeight(hessian));
    const tree = { maxDepth, minLeaf, featuresPerSplit };
    return growTree(table, { gradient, hessian }, rows, tree, random);
  });
}

/** @throws RangeError without rows, or where the numbers differ or a target is not finite. */
export function checkTargets(rowCount: number, targets: ArrayLike<number>): void {
  if (rowCount === 0) throw new RangeError("There is no row to learn from.");
  if (targets.length !== rowCount) throw new RangeError("Each row needs one target.");
  for (let row = 0; row < rowCount; row++) {
    if (!Number.isFinite(targets[row])) throw new RangeError("A target is not a finite number.");
  }
}

/** How often each row is drawn when as many are drawn as there are. */
function bootstrapCounts(rowCount: number, random: RandomSource): Float64Array {
  const counts = new Float64Array(rowCount);
  for (let draw = 0; draw < rowCount; draw++) {
    const row = Math.floor(random() * rowCount);
    counts[row] = (counts[row] as number) + 1;
  }
  return counts;
}

function* rowsWithWeight(weights: Float64Array): Generator<number> {
  for (let row = 0; row < weights.length; row++) {
    if ((weights[row] as number) > 0) yield row;
  }
}
