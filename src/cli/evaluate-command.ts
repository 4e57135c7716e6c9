import { join } from "node:path";
import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { estimateTokens } from "../evaluation/estimate.js";
import { checkEvaluation } from "../evaluation/check-evaluation.js";
import { curvePoints } from "../evaluation/curve-points.js";
import { evaluate } from "../evaluation/evaluate.js";
import type { EvaluateOptions } from "../evaluation/evaluate-options.js";
import { hashFiles, loadQuestions } from "../evaluation/load-questions.js";
import { splitMethods } from "../evaluation/method-list.js";
import { methodNames } from "../evaluation/method-spec.js";
import type { PartsSource } from "../evaluation/parts-source.js";
import { KNOWN_PRICES, priceOf, readPrices } from "../evaluation/prices.js";
import type { PriceTable } from "../evaluation/prices.js";
import type { Command } from "./command.js";
import { evaluationProgress } from "./evaluation-progress.js";
import { renderComparisons, renderMethods } from "./render-summary.js";
import { wholeNumber } from "./whole-number.js";

const OPTIONS = {
  questions: { type: "string", multiple: true },
  corpus: { type: "string" },
  index: { type: "string" },
  aliases: { type: "string" },
  methods: { type: "string", multiple: true },
  generator: { type: "string", default: "embedded" },
  "policy-file": { type: "string" },
  folds: { type: "string" },
  "fold-models": { type: "string" },
  choices: { type: "string" },
  limit: { type: "string" },
  seed: { type: "string" },
  concurrency: { type: "string" },
  workers: { type: "string" },
  "max-cost": { type: "string" },
  "max-tokens": { type: "string" },
  prices: { type: "string" },
  out: { type: "string" },
  curve: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** `dynakrag evaluate`: runs methods over questions and compares them. */
export const evaluateCommand: Command = async (args, signal) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const files = [...(values.questions ?? []), ...positionals];
  const methods = (values.methods ?? []).flatMap(splitMethods);
  const seed = wholeNumber("--seed", values.seed);
  const source: PartsSource = {
    ...given("corpus", values.corpus),
    ...given("index", values.index),
    ...(values.corpus === undefined && values.index === undefined ? { passagesOf: files } : {}),
    generator: values.generator,
    ...given("policyFile", values["policy-file"]),
    ...given("folds", values.folds),
    ...given("foldModels", values["fold-models"]),
    ...given("choices", values.choices),
    settings: seed === undefined ? {} : { seed },
  };
  const limit = wholeNumber("--limit", values.limit);
  const questions = await loadQuestions(files, { limit, seed, aliases: values.aliases });
  const prices = values.prices === undefined ? KNOWN_PRICES : await readPrices(values.prices);
  const options: EvaluateOptions = {
    questions,
    methods,
    source,
    prices,
    signal,
    curve: values.curve,
    concurrency: wholeNumber("--concurrency", values.concurrency) ?? 1,
    workers: wholeNumber("--workers", values.workers) ?? 0,
    ...given("out", values.out),
    ...given("maxCost", amount("--max-cost", values["max-cost"])),
    ...given("maxTokens", wholeNumber("--max-tokens", values["max-tokens"])),
  };
  await checkEvaluation(options);
  const isDry = values["dry-run"];
  if (isDry || values.generator !== "embedded") await announceCost(options, prices);
  if (isDry) return;
  const progress = evaluationProgress();
  try {
    const { summary } = await evaluate({
      ...options,
      dataHashes: await hashFiles([...files, ...hashedCorpus(source)]),
      onProgress: progress.update,
    });
    progress.stop();
    const failed = Object.values(summary.methods).reduce((sum, method) => sum + method.failed, 0);
    process.stdout.write(
      values.json
        ? `${JSON.stringify(summary, null, 2)}\n`
        : `${renderMethods(summary)}\n${renderComparisons(summary)}\n`,
    );
    if (failed > 0) throw someFailed(failed);
  } finally {
    progress.stop();
  }
};

function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** An index folder is known by its manifest, which holds the hashes of its files. */
function hashedCorpus({ corpus, index }: PartsSource): string[] {
  return [corpus ?? [], index === undefined ? [] : join(index, "manifest.json")].flat();
}

async function announceCost(options: EvaluateOptions, prices: PriceTable): Promise<void> {
  const { questions, source, curve, signal } = options;
  const named = methodNames(options.methods);
  const methods = curve === true ? named.flatMap((name) => curvePoints(name).points) : named;
  const { inputTokens, outputTokens, predictions, sample } = await estimateTokens(
    questions,
    methods,
    source,
    signal,
  );
  const price = priceOf({ inputTokens, outputTokens }, source.generator, prices);
  const bill = price === undefined ? "at an unknown price" : `about ${price.toFixed(2)}`;
  process.stderr.write(
    `${predictions} predictions, about ${inputTokens} + ${outputTokens} tokens, ${bill} (estimated on ${sample} questions)\n`,
  );
}

function amount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Number(text);
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `${option} is no amount.`,
    remedy: `Write it like ${option} 2.50.`,
  });
}

function someFailed(failed: number): DynaKragError {
  return new DynaKragError({
    code: "GENERATOR_FAILED",
    message: `${failed} predictions failed and count as 0; their error codes are in the summary.`,
    remedy: "Delete their lines and run the command again to repeat them.",
  });
}
