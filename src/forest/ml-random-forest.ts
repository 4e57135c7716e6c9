import { z } from "zod";
import { DynaKragError } from "../errors.js";
import type { FlatTree } from "./forest.js";

/** Bounds that keep a crafted file from hanging or exhausting the process that opens it. */
const MOST_TREES = 500;
const MOST_NODES = 8192;
const MOST_FEATURES = 500;
/** ml-random-forest itself walks trees by recursion; a trained tree is some 20 levels deep. */
const MOST_DEPTH = 500;

/** A node of ml-random-forest: a leaf has a `distribution`, a split has children. */
export type MlTreeNode =
  | { distribution: number }
  | { splitColumn: number; splitValue: number; left: MlTreeNode; right: MlTreeNode };

/** What `RandomForestRegression.load()` of ml-random-forest 2.1 reads. */
export interface MlRandomForestJson {
  name: "RFRegression";
  selectionMethod: "mean";
  baseModel: {
    /** For each tree the feature that each of its columns stands for. */
    indexes: number[][];
    n: number;
    replacement: boolean;
    maxFeatures: number;
    nEstimators: number;
    treeOptions: Record<string, never>;
    isClassifier: false;
    seed: number;
    estimators: { name: "DTRegression"; options: { kind: "regression" }; root: MlTreeNode }[];
    useSampleBagging: boolean;
  };
}

const featureSchema = z.int().nonnegative().lt(MOST_FEATURES);

const modelSchema = z.object({
  name: z.literal("RFRegression"),
  // Our forests predict the mean.
  selectionMethod: z.literal("mean"),
  baseModel: z.object({
    isClassifier: z.literal(false),
    nEstimators: z.int().min(1).max(MOST_TREES),
    indexes: z.array(z.array(featureSchema).max(MOST_FEATURES)).max(MOST_TREES),
    estimators: z
      .array(z.object({ name: z.literal("DTRegression"), root: z.unknown() }))
      .max(MOST_TREES),
  }),
});

/** Nodes are checked one by one: a recursive schema would follow a crafted depth. */
const leafSchema = z.object({
  distribution: z.number(),
  left: z.undefined().optional(),
  right: z.undefined().optional(),
});

const splitSchema = z.object({
  splitColumn: z.int().min(0),
  splitValue: z.number(),
  left: z.unknown(),
  right: z.unknown(),
});

/**
 * Reads a forest that ml-random-forest trained. `compileForest` of the result predicts what the
 * library predicts, to the last bit: both go left where x < threshold and add the trees up in
 * their order.
 *
 * Source: ml-random-forest 2.1.0 (`RandomForestBase.js`), ml-cart 2.1.1 (`TreeNode.js`). Each tree
 * sees its own sample of the features; here every tree counts columns of the full row.
 *
 * @param json What `RandomForestRegression#toJSON()` gives, also after a JSON round trip: at most
 *   500 trees, each of at most 8,192 nodes, 500 levels below the root and 500 features.
 * @throws DynaKragError `INVALID_ARTIFACT` where it is anything else, a classifier, or a forest
 *   that predicts the median.
 * @example
 * ```ts
 * import { compileForest, forestFromMlRandomForest } from "dynakrag";
 *
 * const root = { splitColumn: 0, splitValue: 3, left: { distribution: 1 }, right: { distribution: 2 } };
 * const estimators = [{ name: "DTRegression", root }];
 * const trees = forestFromMlRandomForest({
 *   name: "RFRegression",
 *   selectionMethod: "mean",
 *   // The only column of its only tree is the fifth feature.
 *   baseModel: { isClassifier: false, nEstimators: 1, indexes: [[4]], estimators },
 * });
 * console.log(compileForest(trees).predict([0, 0, 0, 0, 9])); // 2
 * ```
 */
export function forestFromMlRandomForest(json: unknown): FlatTree[] {
  const { nEstimators, indexes, estimators } = check(modelSchema, json).baseModel;
  if (estimators.length !== nEstimators || indexes.length !== nEstimators) {
    throw invalid("The forest counts its trees in different ways.", { nEstimators });
  }
  return estimators.map(({ root }, at) => flatten(root, indexes[at] ?? [], at));
}

/** Iterates, and numbers a node before its children, so that every walk down a tree ends. */
function flatten(root: unknown, columns: readonly number[], at: number): FlatTree {
  const feature: number[] = [];
  const threshold: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const value: number[] = [];
  const addLeaf = (): number => {
    threshold.push(0);
    left.push(-1);
    right.push(-1);
    value.push(0);
    return feature.push(-1) - 1;
  };
  const pending = [{ node: root, index: addLeaf(), depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, index, depth } = next;
    if (isLeaf(node)) {
      value[index] = check(leafSchema, node, at).distribution;
      continue;
    }
    const split = check(splitSchema, node, at);
    const column = columns[split.splitColumn];
    if (column === undefined) throw invalid("A tree splits by a column it has not.", { tree: at });
    if (depth >= MOST_DEPTH || feature.length + 2 > MOST_NODES) {
      throw invalid("A tree is too large.", { tree: at, levels: MOST_DEPTH, nodes: MOST_NODES });
    }
    feature[index] = column;
    threshold[index] = split.splitValue;
    left[index] = addLeaf();
    right[index] = addLeaf();
    pending.push({ node: split.right, index: right[index], depth: depth + 1 });
    pending.push({ node: split.left, index: left[index], depth: depth + 1 });
  }
  return { feature, threshold, left, right, value };
}

function isLeaf(node: unknown): boolean {
  return (
    typeof node === "object" &&
    node !== null &&
    "distribution" in node &&
    node.distribution !== undefined
  );
}

/**
 * Writes our trees as ml-random-forest does: `RandomForestRegression.load(json)` predicts what
 * `compileForest(trees)` predicts, to the last bit, also after a JSON round trip. It predicts
 * only: the library's feature importances are NaN after any load.
 *
 * @param trees At least one; bounds as in {@link forestFromMlRandomForest}.
 * @param featureCount Length of the rows that the forest predicts for.
 * @throws DynaKragError `INVALID_ARTIFACT` where a tree is not sound or has a feature that rows of
 *   this length lack.
 * @example
 * ```ts
 * import { toMlRandomForest } from "dynakrag";
 *
 * const leaf = { feature: [-1], threshold: [0], left: [-1], right: [-1], value: [0.5] };
 * const json = JSON.stringify(toMlRandomForest([leaf], 40));
 * ```
 */
export function toMlRandomForest(
  trees: readonly FlatTree[],
  featureCount: number,
): MlRandomForestJson {
  const isCount = Number.isInteger(featureCount) && featureCount >= 1;
  if (!isCount || featureCount > MOST_FEATURES) {
    throw invalid("The number of features is out of bounds.", { most: MOST_FEATURES });
  }
  if (trees.length === 0 || trees.length > MOST_TREES) {
    throw invalid("The number of trees is out of bounds.", {
      trees: trees.length,
      most: MOST_TREES,
    });
  }
  const columns = Array.from({ length: featureCount }, (_, column) => column);
  return {
    name: "RFRegression",
    selectionMethod: "mean",
    baseModel: {
      indexes: trees.map(() => [...columns]),
      n: featureCount,
      replacement: false,
      maxFeatures: featureCount,
      nEstimators: trees.length,
      treeOptions: {},
      isClassifier: false,
      seed: 0,
      estimators: trees.map((tree, at) => ({
        name: "DTRegression",
        options: { kind: "regression" },
        root: nest(tree, featureCount, at),
      })),
      useSampleBagging: false,
    },
  };
}

/** From the last node to the root, because children come after their parent. */
function nest(tree: FlatTree, featureCount: number, at: number): MlTreeNode {
  const nodes = tree.feature.length;
  if (nodes > MOST_NODES) throw invalid("A tree is too large.", { tree: at, nodes: MOST_NODES });
  const waiting = new Map<number, { node: MlTreeNode; height: number }>();
  // A node is taken once: a second parent would make a net of the tree.
  const take = (index = -1) => {
    const found = waiting.get(index);
    if (!found) throw invalid("A tree has a node that leads nowhere.", { tree: at });
    waiting.delete(index);
    return found;
  };
  for (let index = nodes - 1; index >= 0; index--) {
    const column = tree.feature[index];
    if (column === -1) {
      const distribution = check(z.number(), tree.value[index], at);
      waiting.set(index, { node: { distribution }, height: 0 });
      continue;
    }
    const splitColumn = check(featureSchema, column, at);
    if (splitColumn >= featureCount) {
      throw invalid("A tree has a feature that does not exist.", { tree: at, featureCount });
    }
    const splitValue = check(z.number(), tree.threshold[index], at);
    const left = take(tree.left[index]);
    const right = take(tree.right[index]);
    const height = 1 + Math.max(left.height, right.height);
    if (height > MOST_DEPTH) throw invalid("A tree is too deep.", { tree: at, levels: MOST_DEPTH });
    const node = { splitColumn, splitValue, left: left.node, right: right.node };
    waiting.set(index, { node, height });
  }
  return take(0).node;
}

function check<Shape>(schema: z.ZodType<Shape>, value: unknown, tree = -1): Shape {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
  throw invalid(`The forest is not valid at "${place}".`, { place, tree });
}

function invalid(message: string, details: Record<string, string | number>): DynaKragError {
  return new DynaKragError({
    code: "INVALID_ARTIFACT",
    message,
    remedy: "Use what RandomForestRegression#toJSON() of ml-random-forest 2.1 gives.",
    details,
  });
}
