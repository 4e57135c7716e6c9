import type { Question } from "../datasets/question.js";
import { DynaKragError } from "../errors.js";
import { packageVersion } from "../package-version.js";
import { readChoices, NO_CHOICES } from "./choices.js";
import { curvePoints } from "./curve-points.js";
import { methodSpec } from "./method-spec.js";
import type { PartsSource } from "./parts-source.js";
import type { Prediction } from "./prediction.js";
import { KNOWN_PRICES, priceOf } from "./prices.js";
import type { PriceTable } from "./prices.js";
import { localRunner } from "./question-runner.js";
import type { QuestionRunner } from "./question-runner.js";
import { runJobs } from "./run-jobs.js";
import type { EvaluationProgress } from "./run-jobs.js";
import { openRunFolder } from "./run-folder.js";
import type { RunFolder } from "./run-folder.js";
import { summarise } from "./summarise.js";
import type { Summary } from "./summary.js";
import { workerRunner } from "./worker-runner.js";

/** Options of {@link evaluate}. */
export interface EvaluateOptions {
  questions: readonly Question[];
  /** Method names, such as `rule`, `fixed-k:k=6`, `uniform:cap=2`, `oracle`. */
  methods: readonly string[];
  source: PartsSource;
  /** Runs each method over its stopping knob too. */
  curve?: boolean;
  /** Keeps predictions and summary, and goes on where an earlier run ended. */
  out?: string;
  /** Hashes of the files that questions and corpus came from, for the summary. */
  dataHashes?: Readonly<Record<string, string>>;
  /** Questions at a time in each thread (default 1). */
  concurrency?: number;
  /** Worker threads; 0 runs in this one (default 0). */
  workers?: number;
  /** Ends the batch when this price is reached, in the currency of the table. */
  maxCost?: number;
  /** Ends the batch when so many tokens are paid for. */
  maxTokens?: number;
  prices?: PriceTable;
  /** False: evidence is gathered and nothing is answered (default true). */
  answers?: boolean;
  /** Resamples of the intervals (default 10,000). */
  resamples?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: EvaluationProgress) => void;
}

/** A finished evaluation. */
export interface Evaluation {
  summary: Summary;
  predictions: ReadonlyMap<string, readonly Prediction[]>;
}

/** All predictions of a run, by method name; those of curve points too. */
export interface PredictedMethods {
  predictions: ReadonlyMap<string, readonly Prediction[]>;
  folder: RunFolder;
}

/**
 * Runs methods over questions and compares them.
 *
 * @throws DynaKragError `INVALID_INPUT`, `INVALID_POLICY` or `INVALID_SETTINGS` before the first
 * question; `BUDGET_SPENT` or `QUOTA_EXHAUSTED` where the batch was ended, with what is done in the
 * folder.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { questions, source, answers = true } = options;
  const curves = options.methods.map((method) =>
    options.curve === true ? curvePoints(method) : { method, points: [method] },
  );
  const methods = [...new Set(curves.flatMap(({ points }) => points))];
  const { predictions, folder } = await predictAll({ ...options, methods });
  const summary = summarise({
    questions,
    predictions,
    curves,
    answers,
    generator: source.generator,
    dataHashes: options.dataHashes ?? {},
    ...(options.resamples === undefined ? {} : { resamples: options.resamples }),
  });
  await folder.writeSummary(summary);
  return { summary, predictions };
}

/**
 * The predictions of every method for every question, in the order of the questions: those of an
 * earlier run are taken from the folder, the others are made.
 */
export async function predictAll(options: EvaluateOptions): Promise<PredictedMethods> {
  const { questions, methods, source } = options;
  await checkBefore(questions, methods, source);
  const folder = await openRunFolder(options.out, identityOf(options), methods);
  const jobs = jobsOf(questions, methods, folder);
  const runners = jobs.length === 0 ? [] : await openRunners(options);
  try {
    await runJobs(jobs, runners, folder, {
      ...options,
      priceOf: (usage) => priceOf(usage, source.generator, options.prices ?? KNOWN_PRICES),
      total: questions.length * methods.length,
    });
  } finally {
    await Promise.all(runners.map((runner) => runner.close()));
  }
  const order = questions.map(({ id }) => id);
  const predictions = new Map<string, readonly Prediction[]>();
  for (const method of methods) predictions.set(method, await folder.sort(method, order));
  return { predictions, folder };
}

/** Everything that can be wrong is told before the first question costs anything. */
async function checkBefore(
  questions: readonly Question[],
  methods: readonly string[],
  { choices: path }: PartsSource,
): Promise<void> {
  const ids = new Set(questions.map(({ id }) => id));
  if (questions.length === 0 || ids.size < questions.length || methods.length === 0) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message:
        methods.length === 0
          ? "No method is named."
          : questions.length === 0
            ? "There is no question."
            : "Two questions have the same id.",
      remedy: "Give at least one method and one question, each question with an id of its own.",
    });
  }
  const choices = path === null ? NO_CHOICES : await readChoices(path);
  for (const method of methods) methodSpec(method, choices);
}

/** Methods may be added to a run; everything else has to stay as it was. */
function identityOf({ source, answers = true, dataHashes = {}, questions }: EvaluateOptions) {
  // Where the files lie may change; what is in them is told by the hashes.
  const { corpus: _corpus, index, passagesOf: _files, ...rest } = source;
  return {
    version: packageVersion(),
    source: rest,
    searched: index === undefined ? "corpus" : "index",
    answers,
    dataHashes,
    questions: questions.length,
  };
}

async function openRunners(options: EvaluateOptions): Promise<QuestionRunner[]> {
  const { source, answers = true, signal, workers = 0 } = options;
  const runner = { source, answers, signal };
  if (workers === 0) return [await localRunner(runner)];
  return Promise.all(Array.from({ length: workers }, () => workerRunner(runner)));
}

function jobsOf(questions: readonly Question[], methods: readonly string[], folder: RunFolder) {
  return questions.flatMap((question) => {
    const open = methods.filter((method) => !folder.known(method).has(question.id));
    if (open.length === 0) return [];
    return { question, methods: open, replies: folder.replies(question.id) };
  });
}
