import { join } from "node:path";
import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { estimateTokens } from "../evaluation/estimate.js";
import { evaluate } from "../evaluation/evaluate.js";
import { hashFiles, loadQuestions } from "../evaluation/load-questions.js";
import { splitMethods } from "../evaluation/method-list.js";
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
  const isDry = values["dry-run"];
  if (isDry || values.generator !== "embedded") {
    await announceCost(questions, methods, source, prices);
    if (isDry) return;
  }
  const maxCost = amount("--max-cost", values["max-cost"]);
  if (maxCost !== undefined && !prices.has(values.generator)) throw unknownPrice();
  const progress = evaluationProgress();
  try {
    const { summary } = await evaluate({
      questions,
      methods,
      source,
      prices,
      signal,
      curve: values.curve,
      dataHashes: await hashFiles([...files, ...hashedCorpus(source)]),
      concurrency: wholeNumber("--concurrency", values.concurrency) ?? 1,
      workers: wholeNumber("--workers", values.workers) ?? 0,
      onProgress: progress.update,
      ...given("out", values.out),
      ...given("maxCost", maxCost),
      ...given("maxTokens", wholeNumber("--max-tokens", values["max-tokens"])),
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

async function announceCost(
  questions: Awaited<ReturnType<typeof loadQuestions>>,
  methods: readonly string[],
  source: PartsSource,
  prices: PriceTable,
): Promise<void> {
  const { inputTokens, outputTokens, predictions, sample } = await estimateTokens(
    questions,
    methods,
    source,
  );
  const price = priceOf({ inputTokens, outputTokens }, source.generator, prices);
  const bill = price === undefined ? "at an unknown price" : `about ${price.toFixed(2)}`;
  process.stderr.write(
    `${predictions} predictions, at most about ${inputTokens} + ${outputTokens} tokens, ${bill} (estimated on ${sample} questions)\n`,
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

function unknownPrice(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "--max-cost cannot be kept: the price of this generator is not known.",
    remedy: "Give its price with --prices FILE, or limit the tokens with --max-tokens.",
  });
}

function someFailed(failed: number): DynaKragError {
  return new DynaKragError({
    code: "GENERATOR_FAILED",
    message: `${failed} predictions failed and count as 0; their error codes are in the summary.`,
    remedy: "Delete their lines and run the command again to repeat them.",
  });
}
