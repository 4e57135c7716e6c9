/** A worker thread that runs jobs; see {@link workerRunner}. */
import { parentPort, workerData } from "node:worker_threads";
import { DynaKragError } from "../errors.js";
import { localRunner } from "./question-runner.js";
import type { QuestionJob, RunnerOptions } from "./question-runner.js";
import type { FailureReport, WorkerReport } from "./worker-runner.js";

const port = parentPort;
if (!port) throw new Error("This file runs in a worker thread.");

const report = (message: WorkerReport): void => port.postMessage(message);

function failure(error: unknown): FailureReport {
  const message = error instanceof Error ? error.message : String(error);
  if (!DynaKragError.isInstance(error)) return { type: "failed", code: "FAILED", message };
  return { type: "failed", code: error.code, message, remedy: error.remedy };
}

async function open(options: RunnerOptions): Promise<void> {
  const runner = await localRunner(options);
  port?.on("message", (job: QuestionJob) => {
    const { id } = job.question;
    runner
      .run(job, {
        onPrediction: (prediction) => report({ type: "prediction", id, prediction }),
        onReply: (_, key, reply) => report({ type: "reply", id, key, reply }),
      })
      .then(
        () => report({ type: "done", id }),
        (error: unknown) => report({ ...failure(error), id }),
      );
  });
  report({ type: "ready" });
}

open(workerData as RunnerOptions).catch((error: unknown) => report(failure(error)));
