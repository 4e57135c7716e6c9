import { z } from "zod";
import { FOLD_COUNT } from "../datasets/folds.js";
import { readJsonFile } from "./read-json-file.js";

const methodChoice = z.strictObject({
  /** The method with its options, such as `rule:gaps=3,check=1,bridge=0`. */
  chosen: z.string().min(1),
  /**
   * The choice that was made without each fold, for use on the questions of that fold; none where
   * no train question was looked at.
   */
  withoutFold: z
    .array(z.string().min(1))
    .refine(({ length }) => length === 0 || length === FOLD_COUNT, "one a fold, or none"),
});

const choicesSchema = z.strictObject({
  /** What the choices were made on. */
  madeOn: z.string(),
  /** From this probability on, the embedded judge says "sufficient". */
  gate: z.number().min(0).max(1),
  methods: z.record(z.string(), methodChoice),
});

/** What was chosen on train questions and frozen: `policies/choices.json`, which ships. */
export type Choices = z.output<typeof choicesSchema>;

/** Nothing was chosen: bare names mean the defaults of their policies. */
export const NO_CHOICES: Choices = { madeOn: "nothing", gate: 0.5, methods: {} };

// The package ships policies/, so this leads there from src/evaluation and dist/evaluation alike.
export const SHIPPED_CHOICES = new URL("../../policies/choices.json", import.meta.url);

const CHOICES_FILE = {
  name: "file of frozen choices",
  ifMissing: "Name a choices.json that exists, or leave the option out.",
  ifOther: "Make it again with: dynakrag choose",
};

/**
 * Reads frozen choices, those of the package by default.
 *
 * @throws DynaKragError `FILE_NOT_FOUND` or `INVALID_ARTIFACT`
 * @example
 * ```ts
 * import { readChoices } from "dynakrag";
 *
 * const { methods } = await readChoices();
 * methods["rule"]?.chosen; // "rule:gaps=…"
 * ```
 */
export function readChoices(path: string | URL = SHIPPED_CHOICES): Promise<Choices> {
  return readJsonFile(path, CHOICES_FILE, (value) => choicesSchema.parse(value));
}

/** What a bare method name means: the frozen choice, or the method's own defaults. */
export function chosenName(method: string, { methods }: Choices, fold?: number): string {
  const choice = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!choice) return method;
  return (fold === undefined ? undefined : choice.withoutFold[fold]) ?? choice.chosen;
}
