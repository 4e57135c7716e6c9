import { z } from "zod";
import { DynaKragError } from "../errors.js";

/**
 * Every knob of a run, with default and bounds. LangGraph Studio shows this schema as the
 * assistant's settings; `resolveSettings` applies the defaults, because LangGraph validates
 * a context schema without applying its defaults.
 */
export const settingsSchema = z.strictObject({
  policy: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Policy by name, such as `rule` or `rule:gaps=2,check=1`; default: the graph's own."),
  maxSteps: z
    .int()
    .min(1)
    .max(10)
    .default(10)
    .describe(
      "Acquisitions and checks at most. 10 steps just fit LangGraph's default limit of 25.",
    ),
  maxRetrievals: z.int().min(1).max(10).default(4).describe("Acquisitions at most."),
  maxPassages: z.int().min(1).max(50).default(12).describe("Passages of evidence at most."),
  passagesPerRetrieval: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe("Unseen passages that one acquisition adds."),
  maxPerTitle: z
    .int()
    .min(1)
    .max(50)
    .nullable()
    .default(null)
    .describe("Passages of one title at most; null: no limit."),
  maxTokens: z
    .int()
    .min(100)
    .nullable()
    .default(null)
    .describe(
      "Tokens of all model calls at most, the answer included, counted before each; null: no limit.",
    ),
  deadlineMs: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe("Milliseconds until an answer has to be there; null: no limit."),
  judge: z
    .enum(["use", "ignore"])
    .default("use")
    .describe("`ignore` makes sufficiency_check invalid."),
  preview: z
    .enum(["none", "free", "auto"])
    .default("auto")
    .describe("Searches made before choosing, where the policy asks: none, free, or auto."),
  compression: z
    .enum(["auto", "always", "never"])
    .default("auto")
    .describe("When the evidence is compressed before the answer."),
  compressAbove: z
    .int()
    .min(1)
    .default(1500)
    .describe("`auto` compresses evidence of more tokens than this."),
  compressionStyle: z
    .enum(["snippets", "fact-table"])
    .default("snippets")
    .describe("How compressed evidence looks: sentences, or rows of facts."),
  costWeight: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe("λ: support recall that a cost of 1 (1,000 tokens or 10 retrievals) must bring."),
  costPerThousandTokens: z
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe("What a thousand expected tokens count in the cost of an operation."),
  costPerRetrieval: z
    .number()
    .min(0)
    .max(100)
    .default(0.1)
    .describe("What a retrieval counts in the cost of an operation."),
  seed: z.int().min(0).max(2147483647).default(13).describe("Seed of the uniform policy."),
  closedBook: z
    .boolean()
    .default(false)
    .describe("Allows an answer from the model's memory where there is no evidence."),
});

/** All settings with their defaults applied. */
export type Settings = z.output<typeof settingsSchema>;

/** Settings as a caller gives them: each may be left out. */
export type SettingsInput = z.input<typeof settingsSchema>;

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/**
 * Merges settings, a later layer over an earlier one, and applies the defaults.
 *
 * @param layers Partial settings, weakest first; undefined values do not override.
 * @throws DynaKragError `INVALID_SETTINGS` naming the setting that is out of its bounds.
 * @example
 * ```ts
 * import { resolveSettings } from "dynakrag";
 *
 * const settings = resolveSettings({ maxSteps: 6 }, { maxSteps: 4 });
 * console.log(settings.maxSteps, settings.maxRetrievals); // 4 4
 * ```
 */
export function resolveSettings(...layers: (SettingsInput | undefined)[]): Settings {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged[name] = value;
    }
  }
  const parsed = settingsSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name =
    issue?.code === "unrecognized_keys" ? String(issue.keys[0]) : String(issue?.path[0] ?? "?");
  throw new DynaKragError({
    code: "INVALID_SETTINGS",
    message: `The setting "${name}" is not valid: ${issue?.message ?? "wrong value"}.`,
    remedy: "Correct it, or leave it out to get the default.",
    details: { setting: name },
  });
}
