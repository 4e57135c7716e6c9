import { Worker } from "node:worker_threads";
import type { Prediction } from "./prediction.js";
import type { JobEvents, QuestionRunner, RunnerOptions } from "./question-runner.js";

/** What a worker tells. */
export type WorkerReport =
  | { type: "ready" }
  | { type: "prediction"; id: string; prediction: Prediction }
  | { type: "reply"; id: string; key: string; reply: unknown }
  | { type: "done"; id: string }
  | FailureReport;

/** A job, or without an id the whole worker, failed. */
export interface FailureReport {
  type: "failed";
  id?: string;
  code: string;
  message: string;
  /** Only errors of this package have one. */
  remedy?: string;
}

interface OpenJob {
  events: JobEvents;
  resolve(): void;
  reject(error: Error): void;
}

const FROM_SOURCE = import.meta.url.endsWith(".ts");
const WORKER = new URL(`./evaluation-worker.${FROM_SOURCE ? "ts" : "js"}`, import.meta.url);

/** Threads do not inherit the loader that runs TypeScript from source: tsx is started in each. */
function startWorker(workerData: Omit<RunnerOptions, "signal">): Worker {
  if (!FROM_SOURCE) return new Worker(WORKER, { workerData });
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(WORKER.href)});
  });`;
  return new Worker(start, { workerData, eval: true });
}

/** A runner in a thread of its own, with its own index in memory. */
export async function workerRunner({
  source,
  answers,
  signal,
}: RunnerOptions): Promise<QuestionRunner> {
  const worker = startWorker({ source, answers });
  const jobs = new Map<string, OpenJob>();
  await new Promise<void>((resolve, reject) => {
    const failAll = (error: Error): void => {
      reject(error);
      for (const job of jobs.values()) job.reject(error);
      void worker.terminate();
    };
    signal?.addEventListener("abort", () => failAll(signal.reason as Error), { once: true });
    worker.on("error", failAll);
    worker.on("exit", (code) => failAll(new Error(`A worker ended with exit code ${code}.`)));
    worker.on("message", (report: WorkerReport) => {
      if (report.type === "ready") resolve();
      else if (report.type === "failed" && report.id === undefined) failAll(errorOf(report));
      else settle(jobs, report);
    });
  });
  return {
    run: (job, events) =>
      new Promise((resolve, reject) => {
        jobs.set(job.question.id, { events, resolve, reject });
        // A thread of our own has no origin to check.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage(job);
      }),
    close: async () => {
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}

function settle(jobs: Map<string, OpenJob>, report: Exclude<WorkerReport, { type: "ready" }>) {
  const { id = "" } = report;
  const job = jobs.get(id);
  if (!job) return;
  if (report.type === "prediction") job.events.onPrediction(report.prediction);
  if (report.type === "reply") job.events.onReply(id, report.key, report.reply);
  if (report.type !== "done" && report.type !== "failed") return;
  jobs.delete(id);
  if (report.type === "done") job.resolve();
  else job.reject(errorOf(report));
}

/** Errors lose their class on the way between threads; ours is known by name, code and remedy. */
function errorOf({ code, message, remedy }: FailureReport): Error {
  const error = new Error(message);
  return remedy === undefined
    ? error
    : Object.assign(error, { name: "DynaKragError", code, remedy, details: {} });
}
