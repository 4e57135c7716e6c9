import type { Question } from "../datasets/question.js";
import { checkEvaluation } from "./check-evaluation.js";
import { curvePoints } from "./curve-points.js";
import type { EvaluateOptions } from "./evaluate-options.js";
import { methodNames } from "./method-spec.js";
import type { Prediction } from "./prediction.js";
import { KNOWN_PRICES, priceOf } from "./prices.js";
import { localRunner } from "./question-runner.js";
import type { QuestionRunner } from "./question-runner.js";
import { runJobs } from "./run-jobs.js";
import { openRunFolder } from "./run-folder.js";
import type { RunFolder } from "./run-folder.js";
import { runIdentity } from "./run-identity.js";
import { summarise } from "./summarise.js";
import type { Summary } from "./summary.js";
import { workerRunner } from "./worker-runner.js";

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
 * @throws DynaKragError `INVALID_INPUT`, `INVALID_POLICY`, `INVALID_SETTINGS`, `GENERATOR_REQUIRED`
 * or what is wrong with a file, before the first question; `BUDGET_SPENT` or `QUOTA_EXHAUSTED` where
 * the batch was ended, with what is done in the folder.
 */
export async function evaluate(options: EvaluateOptions): Promise<Evaluation> {
  const { questions, source, answers = true } = options;
  const curves = methodNames(options.methods).map((method) =>
    options.curve === true ? curvePoints(method) : { method, points: [method] },
  );
  const methods = curves.flatMap(({ points }) => points);
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
  const { questions, source, answers = true, prices = KNOWN_PRICES } = options;
  await checkEvaluation(options);
  const methods = methodNames(options.methods);
  const identity = await runIdentity({ questions, source, answers });
  const folder = await openRunFolder(options.out, identity, methods);
  const jobs = jobsOf(questions, methods, folder);
  const batch = new AbortController();
  const signal = AbortSignal.any([batch.signal, ...(options.signal ? [options.signal] : [])]);
  const runners = await openRunners({ ...options, signal }, jobs.length);
  try {
    if (jobs.length > 0) await folder.begin();
    await runJobs(jobs, runners, folder, {
      ...options,
      priceOf: (usage) => priceOf(usage, source.generator, prices),
      total: questions.length * methods.length,
      failedBefore: failuresIn(folder, methods),
      stop: () => batch.abort(),
    });
  } finally {
    await Promise.all(runners.map((runner) => runner.close()));
  }
  const order = questions.map(({ id }) => id);
  const predictions = new Map<string, readonly Prediction[]>();
  for (const method of methods) predictions.set(method, await folder.sort(method, order));
  return { predictions, folder };
}

function failuresIn(folder: RunFolder, methods: readonly string[]): number {
  const known = methods.flatMap((method) => [...folder.known(method).values()]);
  return known.filter(({ error }) => error !== null).length;
}

/** No more threads than there are jobs. */
async function openRunners(options: EvaluateOptions, jobs: number): Promise<QuestionRunner[]> {
  const { source, answers = true, signal, workers = 0 } = options;
  const runner = { source, answers, signal };
  if (jobs === 0) return [];
  if (workers === 0) return [await localRunner(runner)];
  const opened = await Promise.allSettled(
    Array.from({ length: Math.min(workers, jobs) }, () => workerRunner(runner)),
  );
  const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = opened.find((one) => one.status === "rejected");
  if (!failed) return open;
  await Promise.all(open.map((one) => one.close()));
  throw failed.reason;
}

function jobsOf(questions: readonly Question[], methods: readonly string[], folder: RunFolder) {
  return questions.flatMap((question) => {
    const open = methods.filter((method) => !folder.known(method).has(question.id));
    if (open.length === 0) return [];
    return { question, methods: open, replies: folder.replies(question.id) };
  });
}
