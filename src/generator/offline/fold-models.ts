import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { unpackModels } from "./offline-models.js";
import type { OfflineModels } from "./fitted-models.js";

const schema = z.object({ folds: z.array(z.string()).min(1) });

/**
 * Reads the models that were fitted without one fold each: what is used on train questions, so that
 * nobody learns from verdicts on questions the judge was fitted on.
 *
 * @param text the content of `policies/offline-folds.json`.
 * @returns the models for fold 0, 1 and so on, as `policies/folds.json` numbers them.
 * @throws DynaKragError `INVALID_ARTIFACT` where it is anything else.
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { embeddedGenerator, readFoldModels } from "dynakrag";
 *
 * const models = readFoldModels(await readFile("policies/offline-folds.json", "utf8"));
 * const generator = embeddedGenerator({ models: models[2] });
 * ```
 */
export function readFoldModels(text: string): OfflineModels[] {
  return parse(text).folds.map(unpackModels);
}

function parse(text: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new DynaKragError({
      code: "INVALID_ARTIFACT",
      message: "The fold models of the embedded generator cannot be read.",
      remedy: "Name policies/offline-folds.json of this version, or fit them again.",
      cause,
    });
  }
}
