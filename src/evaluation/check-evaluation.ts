import { FOLD_COUNT } from "../datasets/folds.js";
import { DynaKragError } from "../errors.js";
import type { Policy } from "../policy/policy.js";
import { NO_CHOICES, readChoices } from "./choices.js";
import type { EvaluateOptions } from "./evaluate-options.js";
import { methodSpec, ORACLE } from "./method-spec.js";
import { policiesWith } from "./policy-file.js";
import { KNOWN_PRICES } from "./prices.js";
import { bootstrapSettings } from "./resample-groups.js";

/**
 * Everything that can be wrong with an evaluation is told before the first question costs anything.
 *
 * @throws DynaKragError `INVALID_INPUT`, `INVALID_POLICY`, `INVALID_SETTINGS`, `GENERATOR_REQUIRED`,
 * or what is wrong with the file of choices.
 */
export async function checkEvaluation(options: EvaluateOptions): Promise<void> {
  const { questions, methods, source } = options;
  if (methods.length === 0) throw badInput("No method is named.", "Give at least one method.");
  if (questions.length === 0) throw badInput("There is no question.", "Give at least one.");
  if (new Set(questions.map(({ id }) => id)).size < questions.length) {
    throw badInput("Two questions have the same id.", "Give each question an id of its own.");
  }
  checkNumbers(options);
  const { choices: path, folds } = source;
  const policyNamed = await policiesWith(source.policyFile);
  const choices = path === null ? NO_CHOICES : await readChoices(path);
  const everyFold = folds === undefined ? [] : Array.from({ length: FOLD_COUNT }, (_, n) => n);
  for (const method of methods) {
    for (const fold of [undefined, ...everyFold]) {
      const { policy } = methodSpec(method, choices, fold, policyNamed);
      if (policy !== ORACLE) assertGeneratorFor(policyNamed(policy), source.generator);
    }
  }
}

/**
 * Methods that live by what a language model writes are no straw men of the embedded generator.
 *
 * @throws DynaKragError `GENERATOR_REQUIRED`
 */
export function assertGeneratorFor(policy: Policy, generator: string): void {
  if (policy.needsLanguageModel !== true || generator !== "embedded") return;
  throw new DynaKragError({
    code: "GENERATOR_REQUIRED",
    message: `The method ${policy.name} needs a language model.`,
    remedy: "Name one with --generator openai:MODEL, or leave the method out.",
  });
}

function checkNumbers(options: EvaluateOptions): void {
  const { concurrency = 1, workers = 0, maxTokens, maxCost, resamples, prices } = options;
  const { generator } = options.source;
  if (!Number.isInteger(concurrency) || concurrency < 1) throw outOfBounds("concurrency", 1);
  if (!Number.isInteger(workers) || workers < 0) throw outOfBounds("workers", 0);
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens >= 1)) {
    throw outOfBounds("max-tokens", 1);
  }
  if (maxCost !== undefined && !(Number.isFinite(maxCost) && maxCost > 0)) {
    throw badInput("The limit of the cost is not above 0.", "Leave it out, or give more than 0.");
  }
  if (maxCost !== undefined && !(prices ?? KNOWN_PRICES).has(generator)) {
    throw badInput(
      "The limit of the cost cannot be kept: the price of this generator is not known.",
      "Give its price with --prices FILE, or limit the tokens with --max-tokens.",
    );
  }
  if (resamples !== undefined) bootstrapSettings({ resamples });
}

function outOfBounds(option: string, least: number): DynaKragError {
  return badInput(
    `The number given for ${option} is no whole number from ${least} on.`,
    "Correct it, or leave it out.",
  );
}

function badInput(message: string, remedy: string): DynaKragError {
  return new DynaKragError({ code: "INVALID_INPUT", message, remedy });
}
