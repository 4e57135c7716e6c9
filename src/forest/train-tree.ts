import type { FlatTree } from "./forest.js";
import type { BinnedTable } from "./train-bins.js";
import { MOST_BINS } from "./train-bins.js";
import type { RandomSource } from "./train-random.js";

/** How a tree grows. */
export interface TreeSettings {
  /** Splits from the root to a leaf at most; 0 gives a single leaf. */
  maxDepth: number;
  /** Every leaf holds at least this many rows. */
  minLeaf: number;
  /** Features tried at a split, drawn anew for each; at most all. */
  featuresPerSplit: number;
  /** Added to the hessian of a leaf, which pulls its value towards 0 (default 0). */
  shrinkage?: number;
}

/** Rows to learn from: a leaf predicts Σ gradient / (Σ hessian + shrinkage). */
export interface TreeTargets {
  /** For plain regression weight × target. */
  gradient: Float64Array;
  /** For plain regression the weight. */
  hessian: Float64Array;
}

interface Split {
  feature: number;
  /** The last bin that goes left. */
  bin: number;
  gain: number;
}

interface OpenNode {
  index: number;
  from: number;
  to: number;
  depth: number;
}

/** A split that gains less than rounding errors is none. */
const LEAST_GAIN = 1e-9;

/**
 * Grows one regression tree on histograms, level by level without recursion. Of equal splits the
 * one that is found first stands, so a seed fixes the tree.
 *
 * Source: gain and leaf value of Chen and Guestrin, "XGBoost" (KDD 2016), equations 5 to 7; with
 * hessian = weight and no shrinkage they are variance reduction and mean (CART).
 *
 * @param rows indices of the rows to learn from; reordered in place.
 */
export function growTree(
  table: BinnedTable,
  targets: TreeTargets,
  rows: Int32Array,
  settings: TreeSettings,
  random: RandomSource,
): FlatTree {
  const tree = { feature: [-1], threshold: [0], left: [-1], right: [-1], value: [0] };
  const finder = new SplitFinder(table, targets, rows, settings, random);
  const open: OpenNode[] = [{ index: 0, from: 0, to: rows.length, depth: 0 }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { index, from, to, depth } = node;
    tree.value[index] = finder.leafValue(from, to);
    const split = depth < settings.maxDepth ? finder.best(from, to) : undefined;
    if (!split) continue;
    const middle = finder.partition(from, to, split);
    const left = tree.feature.length;
    for (const list of [tree.feature, tree.left, tree.right]) list.push(-1, -1);
    for (const list of [tree.threshold, tree.value]) list.push(0, 0);
    tree.feature[index] = split.feature;
    tree.threshold[index] = table.thresholds[split.feature]?.[split.bin] ?? 0;
    tree.left[index] = left;
    tree.right[index] = left + 1;
    tree.value[index] = 0;
    open.push({ index: left + 1, from: middle, to, depth: depth + 1 });
    open.push({ index: left, from, to: middle, depth: depth + 1 });
  }
  return tree;
}

/** Keeps the histograms of one feature, which are filled again and again. */
class SplitFinder {
  readonly #gradients = new Float64Array(MOST_BINS);
  readonly #hessians = new Float64Array(MOST_BINS);
  readonly #counts = new Int32Array(MOST_BINS);
  readonly #features: Int32Array;
  readonly #right: Int32Array;
  // The targets of the rows of a node side by side: reading them in order is twice as fast.
  readonly #nodeGradients: Float64Array;
  readonly #nodeHessians: Float64Array;

  constructor(
    readonly table: BinnedTable,
    readonly targets: TreeTargets,
    readonly rows: Int32Array,
    readonly settings: TreeSettings,
    readonly random: RandomSource,
  ) {
    this.#features = Int32Array.from({ length: table.featureCount }, (_, feature) => feature);
    this.#right = new Int32Array(rows.length);
    this.#nodeGradients = new Float64Array(rows.length);
    this.#nodeHessians = new Float64Array(rows.length);
  }

  leafValue(from: number, to: number): number {
    const { gradient, hessian } = this.#sums(from, to);
    const weight = hessian + (this.settings.shrinkage ?? 0);
    return weight > 0 ? gradient / weight : 0;
  }

  /** The split with the largest gain, if any gains. */
  best(from: number, to: number): Split | undefined {
    if (to - from < 2 * this.settings.minLeaf) return undefined;
    const sums = this.#sums(from, to);
    let best: Split | undefined;
    const tried = Math.min(this.settings.featuresPerSplit, this.#features.length);
    for (let count = 0; count < tried; count++) {
      const feature = this.#draw(count);
      const split = this.#bestOf(feature, from, to, sums);
      if (split && split.gain > (best?.gain ?? LEAST_GAIN)) best = split;
    }
    return best;
  }

  /** Moves the rows that go left to the front, keeping the order of both sides. */
  partition(from: number, to: number, { feature, bin }: Split): number {
    const { rows, table } = this;
    const base = feature * table.rowCount;
    let left = from;
    let moved = 0;
    for (let at = from; at < to; at++) {
      const row = rows[at] as number;
      if ((table.bins[base + row] as number) <= bin) rows[left++] = row;
      else this.#right[moved++] = row;
    }
    rows.set(this.#right.subarray(0, moved), left);
    return left;
  }

  #sums(from: number, to: number): { gradient: number; hessian: number } {
    let gradient = 0;
    let hessian = 0;
    for (let at = from; at < to; at++) {
      const row = this.rows[at] as number;
      const [own, weight] = [this.targets.gradient[row], this.targets.hessian[row]];
      this.#nodeGradients[at] = own as number;
      this.#nodeHessians[at] = weight as number;
      gradient += own as number;
      hessian += weight as number;
    }
    return { gradient, hessian };
  }

  /** One step of a Fisher–Yates shuffle: the next feature that was not drawn at this split. */
  #draw(count: number): number {
    const features = this.#features;
    const other = count + Math.floor(this.random() * (features.length - count));
    const drawn = features[other] as number;
    features[other] = features[count] as number;
    features[count] = drawn;
    return drawn;
  }

  #bestOf(
    feature: number,
    from: number,
    to: number,
    whole: { gradient: number; hessian: number },
  ): Split | undefined {
    const binCount = (this.table.thresholds[feature]?.length ?? 0) + 1;
    if (binCount === 1) return undefined;
    this.#fill(feature, binCount, from, to);
    const { minLeaf, shrinkage = 0 } = this.settings;
    const worth = (gradient: number, hessian: number): number =>
      hessian + shrinkage > 0 ? (gradient * gradient) / (hessian + shrinkage) : 0;
    const unsplit = worth(whole.gradient, whole.hessian);
    let [gradient, hessian, count, best] = [0, 0, 0, LEAST_GAIN];
    let split: Split | undefined;
    for (let bin = 0; bin < binCount - 1; bin++) {
      const inBin = this.#counts[bin] as number;
      if (inBin === 0) continue;
      gradient += this.#gradients[bin] as number;
      hessian += this.#hessians[bin] as number;
      count += inBin;
      if (count < minLeaf) continue;
      if (to - from - count < minLeaf) break;
      const gain =
        worth(gradient, hessian) +
        worth(whole.gradient - gradient, whole.hessian - hessian) -
        unsplit;
      if (gain > best) [split, best] = [{ feature, bin, gain }, gain];
    }
    return split;
  }

  #fill(feature: number, binCount: number, from: number, to: number): void {
    const { rows, table } = this;
    const [nodeGradients, nodeHessians] = [this.#nodeGradients, this.#nodeHessians];
    const [gradients, hessians, counts] = [this.#gradients, this.#hessians, this.#counts];
    gradients.fill(0, 0, binCount);
    hessians.fill(0, 0, binCount);
    counts.fill(0, 0, binCount);
    const { bins } = table;
    const base = feature * table.rowCount;
    for (let at = from; at < to; at++) {
      const bin = bins[base + (rows[at] as number)] as number;
      gradients[bin] = (gradients[bin] as number) + (nodeGradients[at] as number);
      hessians[bin] = (hessians[bin] as number) + (nodeHessians[at] as number);
      counts[bin] = (counts[bin] as number) + 1;
    }
  }
}
