import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { packJson, unpackJson } from "../../forest/packed-json.js";
import { layOut, plainModelSchema } from "../../forest/tree-model.js";
import type { PlainModel } from "../../forest/tree-model.js";
import { CANDIDATE_FEATURES } from "./candidate-features.js";
import { OPTION_FEATURES } from "./option-features.js";
import { SUFFICIENCY_FEATURES } from "./sufficiency-features.js";
import type { OfflineModels } from "./fitted-models.js";
import { YES_NO_FEATURES } from "./yes-no-features.js";

/** {@link OfflineModels} as plain lists. */
export interface PlainOfflineModels {
  readers: readonly PlainModel[];
  options: PlainModel;
  yesNo: PlainModel;
  judge: PlainModel;
  sufficientFrom: number;
  answerableFrom: number;
}

const schema: z.ZodType<PlainOfflineModels> = z.object({
  readers: z.array(plainModelSchema).min(1),
  options: plainModelSchema,
  yesNo: plainModelSchema,
  judge: plainModelSchema,
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
  return packJson(models);
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
    return schema.parse(unpackJson(packed));
  } catch (cause) {
    throw new DynaKragError({
      code: "INVALID_ARTIFACT",
      message: "The models of the embedded generator cannot be read.",
      remedy: "Use the models that ship with this version, or fit them again.",
      cause,
    });
  }
}
