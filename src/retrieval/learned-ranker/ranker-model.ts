import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { packJson, unpackJson } from "../../forest/packed-json.js";
import { layOut, plainModelSchema } from "../../forest/tree-model.js";
import type { PlainModel, TreeModel } from "../../forest/tree-model.js";
import { PASSAGE_FEATURES } from "../passage-feature-table.js";

/** Trees whose sum is the log-odds that a passage is needed, given its passage features. */
export type RankerModel = TreeModel;

const NAMES = PASSAGE_FEATURES.map(({ name }) => name);

const modelSchema = z.object({ features: z.array(z.string()), model: plainModelSchema });
const foldsSchema = z.object({ folds: z.array(z.string()).min(1) });

let shipped: Promise<RankerModel> | undefined;

/** The model of this package, fitted on all train questions: decoded when first used. */
export function shippedRankerModel(): Promise<RankerModel> {
  shipped ??= import("./ranker.generated.js").then(({ MODEL }) => unpackRankerModel(MODEL));
  return shipped;
}

/** With the names of the features it was fitted on, compressed and in base64. */
export function packRankerModel(model: PlainModel): string {
  return packJson({ features: NAMES, model });
}

/**
 * @throws DynaKragError `INVALID_ARTIFACT` where it is not what {@link packRankerModel} gave, or was
 *   fitted on other features.
 */
export function unpackRankerModel(packed: string): RankerModel {
  const { features, model } = parsed(modelSchema, () => unpackJson(packed));
  if (features.length !== NAMES.length || features.some((name, at) => name !== NAMES[at])) {
    throw unreadable("The model of the evidence ranker was fitted on other features.");
  }
  return layOut(model, NAMES.length);
}

/**
 * Reads the models that were fitted without one fold each: what is used on train questions, so that
 * nobody is measured on passages the ranker learned from.
 *
 * @param text the content of `policies/ranker-folds.json`.
 * @returns the models for fold 0, 1 and so on, as `policies/folds.json` numbers them.
 * @throws DynaKragError `INVALID_ARTIFACT` where it is anything else.
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { learnedRanker, readRankerFolds } from "dynakrag";
 *
 * const models = readRankerFolds(await readFile("policies/ranker-folds.json", "utf8"));
 * const ranker = learnedRanker({ model: models[2] });
 * ```
 */
export function readRankerFolds(text: string): RankerModel[] {
  return parsed(foldsSchema, () => JSON.parse(text)).folds.map(unpackRankerModel);
}

function parsed<Content>(schema: z.ZodType<Content>, read: () => unknown): Content {
  try {
    return schema.parse(read());
  } catch (cause) {
    throw unreadable("The model of the evidence ranker cannot be read.", cause);
  }
}

function unreadable(message: string, cause?: unknown): DynaKragError {
  return new DynaKragError({
    code: "INVALID_ARTIFACT",
    message,
    remedy: "Use the model that ships with this version, or fit it again.",
    cause,
  });
}
