import { setImmediate } from "node:timers/promises";
import type { CallUsage } from "../generator/generator.js";
import { DynaKragError } from "../errors.js";
import type { Prediction } from "./prediction.js";
import type { QuestionJob, QuestionRunner } from "./question-runner.js";
import type { RunFolder } from "./run-folder.js";

/** How far an evaluation is. */
export interface EvaluationProgress {
  done: number;
  total: number;
  failed: number;
  /** Tokens paid for, in earlier runs of the folder too; shared replies are paid for once. */
  tokens: number;
  /** What they cost; undefined where the price is not known. */
  price: number | undefined;
}

/** How jobs are run. */
export interface RunJobsOptions {
  concurrency?: number;
  maxCost?: number;
  maxTokens?: number;
  /** Predictions in all, those that are known already included. */
  total: number;
  /** Predictions of earlier runs that failed. */
  failedBefore: number;
  signal?: AbortSignal | undefined;
  /** Ends what is under way: called once, when the batch has to end. */
  stop(): void;
  priceOf(usage: Pick<CallUsage, "inputTokens" | "outputTokens">): number | undefined;
  onProgress?: (progress: EvaluationProgress) => void;
}

/** Errors that every further question would meet too. */
const ENDS_BATCH: ReadonlySet<string> = new Set(["QUOTA_EXHAUSTED", "MISSING_KEY"]);

/**
 * Works through the jobs, each runner taking the next one when it is free. A question that fails is
 * a prediction with an error code and the batch goes on; a limit, an account without credit or an
 * abort ends it, with everything that is done kept.
 */
export async function runJobs(
  jobs: readonly QuestionJob[],
  runners: readonly QuestionRunner[],
  folder: RunFolder,
  options: RunJobsOptions,
): Promise<void> {
  const { concurrency = 1, total, onProgress, signal } = options;
  const spent = { ...folder.paid() };
  const left = jobs.reduce((sum, { methods }) => sum + methods.length, 0);
  let done = total - left;
  let failed = options.failedBefore;
  const batch: { ended?: unknown } = {};
  const end = (reason: unknown): void => {
    if (reason === undefined || batch.ended !== undefined) return;
    batch.ended = reason;
    options.stop();
  };
  const events = {
    onPrediction: (prediction: Prediction): void => {
      if (prediction.error !== null && ENDS_BATCH.has(prediction.error)) {
        end(noMoreCalls(prediction.error));
        return;
      }
      folder.add(prediction);
      done += 1;
      if (prediction.error !== null) failed += 1;
      const tokens = spent.inputTokens + spent.outputTokens;
      onProgress?.({ done, total, failed, tokens, price: options.priceOf(spent) });
    },
    onReply: (question: string, key: string, reply: unknown): void => {
      const { usage } = reply as { usage: CallUsage };
      spent.inputTokens += usage.inputTokens;
      spent.outputTokens += usage.outputTokens;
      folder.keep({ question, key, reply });
      end(overBudget(spent, options));
    },
  };
  const queue = jobs.values();
  const work = async (runner: QuestionRunner): Promise<void> => {
    // The iterator is shared: each job is taken once.
    for (const job of queue) {
      // Lets signals in: a question that is answered here need not wait for anything.
      await setImmediate();
      if (batch.ended !== undefined) return;
      signal?.throwIfAborted();
      await runner.run(job, events);
    }
  };
  if (left > 0) end(overBudget(spent, options));
  const workers = runners.flatMap((runner) => Array.from({ length: concurrency }, () => runner));
  await Promise.all(workers.map((runner) => work(runner).catch(end)));
  if (batch.ended !== undefined) throw batch.ended;
}

function overBudget(
  spent: { inputTokens: number; outputTokens: number },
  { maxCost, maxTokens, priceOf }: RunJobsOptions,
): Error | undefined {
  const price = priceOf(spent);
  const tooDear = maxCost !== undefined && price !== undefined && price >= maxCost;
  const tooMany = maxTokens !== undefined && spent.inputTokens + spent.outputTokens >= maxTokens;
  if (!tooDear && !tooMany) return undefined;
  return new DynaKragError({
    code: "BUDGET_SPENT",
    message: "The limit of this evaluation is reached; what is done is kept.",
    remedy: "Run the same command with a higher limit to go on.",
  });
}

function noMoreCalls(code: string): Error {
  return new DynaKragError({
    code: code === "MISSING_KEY" ? "MISSING_KEY" : "QUOTA_EXHAUSTED",
    message: "The model provider takes no further calls; what is done is kept.",
    remedy: "Add credit or a key, then run the same command to go on.",
  });
}
