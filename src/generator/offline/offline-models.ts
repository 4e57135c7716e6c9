import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { CANDIDATE_FEATURES } from "./candidate-features.js";
import { OPTION_FEATURES } from "./option-features.js";
import { SUFFICIENCY_FEATURES } from "./sufficiency-features.js";
import { NODE_SIZE } from "./tree-model.js";
import type { OfflineModels, TreeModel } from "./tree-model.js";
import { YES_NO_FEATURES } from "./yes-no-features.js";

/** One tree as plain lists: what training gives and a file holds. */
export interface PlainTree {
  feature: readonly number[];
  /** Thresholds of splits, values of leaves. */
  value: readonly number[];
  /** Left children, 0 in a leaf; the right child follows its sister. */
  left: readonly number[];
}

/** A tree model as plain lists. */
export interface PlainModel {
  base: number;
  trees: readonly PlainTree[];
}

/** {@link OfflineModels} as plain lists. */
export interface PlainOfflineModels {
  readers: readonly PlainModel[];
  options: PlainModel;
  yesNo: PlainModel;
  judge: PlainModel;
  sufficientFrom: number;
  answerableFrom: number;
}

const numbers = z.array(z.number());
const model = z.object({
  base: z.number(),
  trees: z.array(z.object({ feature: numbers, value: numbers, left: numbers })),
});
const schema: z.ZodType<PlainOfflineModels> = z.object({
  readers: z.array(model).min(1),
  options: model,
  yesNo: model,
  judge: model,
  sufficientFrom: z.number(),
  answerableFrom: z.number(),
});

let shipped: Promise<OfflineModels> | undefined;

/** The models of this package, fitted on all train questions: decoded when first used. */
export function shippedModels(): Promise<OfflineModels> {
  shipped ??= import("./models.generated.js").then(({ MODELS }) => unpackModels(MODELS));
  return shipped;
}

/** Compressed and in base64: the content of `models.generated.ts` and of the fold file. */
export function packModels(models: PlainOfflineModels): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return brotliCompressSync(JSON.stringify(models), { params }).toString("base64");
}

/** @throws DynaKragError `INVALID_ARTIFACT` where it is not what {@link packModels} gave. */
export function unpackModels(packed: string): OfflineModels {
  const plain = parse(packed);
  return {
    ...plain,
    readers: plain.readers.map((reader) => layOut(reader, CANDIDATE_FEATURES.length)),
    options: layOut(plain.options, OPTION_FEATURES.length),
    yesNo: layOut(plain.yesNo, YES_NO_FEATURES.length),
    judge: layOut(plain.judge, SUFFICIENCY_FEATURES.length),
  };
}

function parse(packed: string): PlainOfflineModels {
  try {
    const bytes = brotliDecompressSync(Buffer.from(packed, "base64"));
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch (cause) {
    throw invalid("The models of the embedded generator cannot be read.", cause);
  }
}

/** Puts the trees of a model side by side, checked. */
export function layOut({ base, trees }: PlainModel, featureCount: number): TreeModel {
  const count = trees.reduce((sum, { feature }) => sum + feature.length, 0);
  const memory = new ArrayBuffer(4 * NODE_SIZE * count);
  const nodes = new Int32Array(memory);
  const numbers = new Float32Array(memory);
  const roots = new Int32Array(trees.length);
  let start = 0;
  for (const [index, tree] of trees.entries()) {
    assertSound(tree, featureCount);
    roots[index] = start;
    for (const [node, column] of tree.feature.entries()) {
      const at = start + NODE_SIZE * node;
      nodes[at] = column;
      numbers[at + 1] = tree.value[node] ?? 0;
      nodes[at + 2] = start + NODE_SIZE * (tree.left[node] ?? 0);
    }
    start += NODE_SIZE * tree.feature.length;
  }
  return { base, featureCount, roots, nodes, numbers };
}

/** Children stand after their parent and inside the tree, so that every way down ends. */
function assertSound({ feature, value, left }: PlainTree, featureCount: number): void {
  const size = feature.length;
  const isSound = feature.every((column, node) => {
    const child = left[node] ?? 0;
    return column < 0 || (column < featureCount && child > node && child + 1 < size);
  });
  if (!isSound || size === 0 || value.length !== size || left.length !== size) {
    throw invalid("A tree of the embedded generator is not sound.", undefined);
  }
}

function invalid(message: string, cause: unknown): DynaKragError {
  return new DynaKragError({
    code: "INVALID_ARTIFACT",
    message,
    remedy: "Use the models that ship with this version, or fit them again.",
    cause,
  });
}
