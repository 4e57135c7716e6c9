/** One regression tree as parallel arrays; node 0 is the root, `feature` −1 marks a leaf. */
export interface FlatTree {
  /** Index of the feature that is compared, −1 in a leaf. */
  feature: readonly number[];
  /** A row goes left where its feature is below this. */
  threshold: readonly number[];
  left: readonly number[];
  right: readonly number[];
  /** What a leaf predicts. */
  value: readonly number[];
}

/** What every forest offers, whoever trained it. */
export interface RegressionForest {
  readonly treeCount: number;
  /** Mean over the trees. */
  predict(row: ArrayLike<number>): number;
  /** Standard deviation over the trees: how far they disagree. */
  spread(row: ArrayLike<number>): number;
}

/**
 * Lays trees out in one block of typed arrays, so that a prediction walks through memory without
 * following objects. A missing feature is −1 and all others are ≥ 0, so `x < threshold` needs no
 * default direction.
 *
 * @throws RangeError without a tree; trees are checked where they are read (`policy-artifact.ts`).
 */
export function compileForest(trees: readonly FlatTree[]): RegressionForest {
  if (trees.length === 0) throw new RangeError("A forest needs at least one tree.");
  const nodes = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const feature = new Int16Array(nodes);
  const threshold = new Float64Array(nodes);
  const left = new Int32Array(nodes);
  const right = new Int32Array(nodes);
  const value = new Float64Array(nodes);
  const roots = new Int32Array(trees.length);
  let base = 0;
  for (const [index, tree] of trees.entries()) {
    roots[index] = base;
    feature.set(tree.feature, base);
    threshold.set(tree.threshold, base);
    value.set(tree.value, base);
    for (let node = 0; node < tree.feature.length; node++) {
      left[base + node] = base + (tree.left[node] ?? 0);
      right[base + node] = base + (tree.right[node] ?? 0);
    }
    base += tree.feature.length;
  }

  const leafValue = (root: number, row: ArrayLike<number>): number => {
    let node = root;
    for (;;) {
      const column = feature[node] as number;
      if (column < 0) return value[node] as number;
      const goesLeft = (row[column] as number) < (threshold[node] as number);
      node = (goesLeft ? left[node] : right[node]) as number;
    }
  };
  const predict = (row: ArrayLike<number>): number => {
    let sum = 0;
    for (const root of roots) sum += leafValue(root, row);
    return sum / roots.length;
  };
  return {
    treeCount: trees.length,
    predict,
    spread: (row) => {
      const mean = predict(row);
      let sum = 0;
      for (const root of roots) sum += (leafValue(root, row) - mean) ** 2;
      return Math.sqrt(sum / roots.length);
    },
  };
}
