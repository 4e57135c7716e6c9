import type { FlatTree } from "./forest.js";
import type { BinnedTable } from "./train-bins.js";
import { checkTargets } from "./train-forest.js";
import { seededRandom } from "./train-random.js";
import type { RandomSource } from "./train-random.js";
import { growTree } from "./train-tree.js";

/** Settings of gradient boosting. */
export interface BoostingSettings {
  /** Trees (default 200). */
  rounds?: number;
  /** Share of each tree's step that is taken (default 0.1). */
  learningRate?: number;
  /** Splits from root to leaf at most (default 5). */
  maxDepth?: number;
  /** Rows in a leaf at least (default 20). */
  minLeaf?: number;
  /** Features tried at a split (default half of them, rounded up). */
  featuresPerSplit?: number;
  /** Share of the rows that each tree sees, drawn without replacement (default 1). */
  rowShare?: number;
  /** Added to the hessian of a leaf (default 1). */
  shrinkage?: number;
  /** 32 bits (default 13). */
  seed?: number;
}

/** Trees that are added up: log-odds = `base` + Σ tree(row). */
export interface BoostedTrees {
  base: number;
  /** The learning rate is already in their leaves. */
  trees: FlatTree[];
  /** Mean logistic loss on the training rows, before the first tree and after each. */
  losses: number[];
}

/** Leaves grow no further once a probability is this close to 0 or 1. */
const LEAST_HESSIAN = 1e-6;

/** What the trees are to lower, and how steep it is for each row. */
interface Objective {
  base: number;
  /** Sets gradient (downhill) and hessian for the present margins; gives the mean loss. */
  derive(margins: Float64Array, gradient: Float64Array, hessian: Float64Array): number;
}

/**
 * Fits boosted trees to targets in 0 to 1 by the logistic loss; a target between 0 and 1 is a
 * degree, such as the token F1 of a candidate answer.
 *
 * Source: Friedman, "Greedy function approximation" (Annals of Statistics 29, 2001), with the
 * second-order step of Chen and Guestrin, "XGBoost" (KDD 2016).
 *
 * @param weights one a row, 0 or more (default 1 each).
 * @throws RangeError without rows, or where a target is not in 0 to 1.
 * @example
 * ```ts
 * import { binRows, trainBoosting } from "dynakrag";
 *
 * const rows = Float64Array.from({ length: 200 }, (_, row) => row);
 * const targets = rows.map((x) => (x < 100 ? 0 : 1));
 * const { losses } = trainBoosting(binRows(rows, 1), targets, { rounds: 20 });
 * (losses.at(-1) ?? 1) < (losses[0] ?? 0); // true
 * ```
 */
export function trainBoosting(
  table: BinnedTable,
  targets: ArrayLike<number>,
  settings: BoostingSettings = {},
  weights?: ArrayLike<number>,
): BoostedTrees {
  const { rowCount } = table;
  checkTargets(rowCount, targets);
  const weight = Float64Array.from({ length: rowCount }, (_, row) => weights?.[row] ?? 1);
  return boost(table, logisticObjective(targets, weight), settings);
}

/**
 * Fits boosted trees that rank the rows of a group: the loss is the cross-entropy between the
 * softmax of the margins in a group and its targets, scaled to sum to 1. A group without a target
 * above 0 teaches nothing.
 *
 * Source: Cao et al., "Learning to rank: from pairwise approach to listwise approach" (ICML 2007),
 * ListNet, top one; trees as in {@link trainBoosting}.
 *
 * @param groups for each group its first row and the row after its last; rising, none shared.
 * @throws RangeError without rows, or where a target is below 0 or none is above it.
 */
export function trainRanking(
  table: BinnedTable,
  targets: ArrayLike<number>,
  groups: readonly { from: number; to: number }[],
  settings: BoostingSettings = {},
): BoostedTrees {
  checkTargets(table.rowCount, targets);
  return boost(table, softmaxObjective(targets, groups), settings);
}

function boost(table: BinnedTable, objective: Objective, settings: BoostingSettings): BoostedTrees {
  const { rowCount, featureCount } = table;
  const {
    rounds = 200,
    learningRate = 0.1,
    maxDepth = 5,
    minLeaf = 20,
    featuresPerSplit = Math.ceil(featureCount / 2),
    rowShare = 1,
    shrinkage = 1,
    seed = 13,
  } = settings;
  const random = seededRandom(seed);
  const { base } = objective;
  const margins = new Float64Array(rowCount).fill(base);
  const gradient = new Float64Array(rowCount);
  const hessian = new Float64Array(rowCount);
  const losses = [objective.derive(margins, gradient, hessian)];
  const trees: FlatTree[] = [];
  for (let round = 0; round < rounds; round++) {
    const rows = sampleRows(rowCount, rowShare, random);
    const grown = { maxDepth, minLeaf, featuresPerSplit, shrinkage };
    const tree = scaled(growTree(table, { gradient, hessian }, rows, grown, random), learningRate);
    trees.push(tree);
    addTree(table, tree, margins);
    losses.push(objective.derive(margins, gradient, hessian));
  }
  return { base, trees, losses };
}

/** Log-odds of the weighted mean target, kept finite. */
function logOdds(targets: ArrayLike<number>, weight: Float64Array): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < weight.length; row++) {
    const target = targets[row] as number;
    if (target < 0 || target > 1) throw new RangeError("A target is not in 0 to 1.");
    sum += (weight[row] as number) * target;
    total += weight[row] as number;
  }
  if (!(total > 0)) throw new RangeError("All rows have no weight.");
  const mean = Math.min(1 - 1e-6, Math.max(1e-6, sum / total));
  return Math.log(mean / (1 - mean));
}

function logisticObjective(targets: ArrayLike<number>, weight: Float64Array): Objective {
  const total = weight.reduce((sum, value) => sum + value, 0);
  return {
    base: logOdds(targets, weight),
    derive: (margins, gradient, hessian) => {
      let loss = 0;
      for (let row = 0; row < weight.length; row++) {
        const [target, margin] = [targets[row] as number, margins[row] as number];
        const w = weight[row] as number;
        const probability = 1 / (1 + Math.exp(-margin));
        gradient[row] = w * (target - probability);
        hessian[row] = w * Math.max(LEAST_HESSIAN, probability * (1 - probability));
        // log(1 + e^margin) − target × margin, written so that it does not overflow.
        const softplus = Math.max(margin, 0) + Math.log1p(Math.exp(-Math.abs(margin)));
        loss += w * (softplus - target * margin);
      }
      return loss / total;
    },
  };
}

function softmaxObjective(
  targets: ArrayLike<number>,
  groups: readonly { from: number; to: number }[],
): Objective {
  const sums = groups.map(({ from, to }) => {
    let sum = 0;
    for (let row = from; row < to; row++) {
      if ((targets[row] as number) < 0) throw new RangeError("A target is below 0.");
      sum += targets[row] as number;
    }
    return sum;
  });
  const teaching = sums.filter((sum) => sum > 0).length;
  if (teaching === 0) throw new RangeError("No target is above 0.");
  return {
    base: 0,
    derive: (margins, gradient, hessian) => {
      let loss = 0;
      for (const [index, { from, to }] of groups.entries()) {
        const sum = sums[index] ?? 0;
        if (sum === 0) continue;
        const highest = margins.subarray(from, to).reduce((a, b) => Math.max(a, b), -Infinity);
        let total = 0;
        for (let row = from; row < to; row++) total += Math.exp((margins[row] as number) - highest);
        for (let row = from; row < to; row++) {
          const margin = (margins[row] as number) - highest;
          const probability = Math.exp(margin) / total;
          const target = (targets[row] as number) / sum;
          gradient[row] = target - probability;
          hessian[row] = Math.max(LEAST_HESSIAN, probability * (1 - probability));
          loss += target * (Math.log(total) - margin);
        }
      }
      return loss / teaching;
    },
  };
}

function sampleRows(rowCount: number, share: number, random: RandomSource): Int32Array {
  const all = Int32Array.from({ length: rowCount }, (_, row) => row);
  return share >= 1 ? all : all.filter(() => random() < share);
}

function scaled(tree: FlatTree, rate: number): FlatTree {
  return { ...tree, value: tree.value.map((value) => value * rate) };
}

function addTree(
  { bins, thresholds, rowCount }: BinnedTable,
  tree: FlatTree,
  margins: Float64Array,
): void {
  // A threshold t is the first value that goes right, and the bin of t is the first bin to do so.
  const firstRight = tree.feature.map((feature, node) =>
    feature < 0 ? 0 : (thresholds[feature]?.indexOf(tree.threshold[node] as number) ?? 0) + 1,
  );
  for (let row = 0; row < rowCount; row++) {
    let node = 0;
    for (;;) {
      const feature = tree.feature[node] as number;
      if (feature < 0) break;
      const bin = bins[feature * rowCount + row] as number;
      const goesLeft = bin < (firstRight[node] as number);
      node = (goesLeft ? tree.left[node] : tree.right[node]) as number;
    }
    margins[row] = (margins[row] as number) + (tree.value[node] as number);
  }
}
