import { parentPort, Worker, workerData } from "node:worker_threads";
import { DynaKragError } from "./errors.js";

/** A piece of work for a thread. */
export interface ThreadJob {
  /** Unique among the jobs that are under way. */
  id: string;
}

/** Runs jobs in a thread of its own, several at a time. */
export interface JobThread<Job extends ThreadJob, Event> {
  /** Ends when the job is done; `onEvent` is told what it brings on the way. */
  run(job: Job, onEvent: (event: Event) => void): Promise<void>;
  close(): Promise<void>;
}

/** What is done in the thread for one job. */
export type JobWork<Job extends ThreadJob, Event> = (
  job: Job,
  emit: (event: Event) => void,
) => Promise<void>;

type Report<Event> =
  | { type: "ready" }
  | { type: "event"; id: string; event: Event }
  | { type: "done"; id: string }
  | { type: "failed"; id?: string; code?: string; message: string; remedy?: string };

interface OpenJob<Event> {
  onEvent(event: Event): void;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Starts a thread over a worker file that calls {@link serveJobs}.
 *
 * @param file Its URL without the ending: `.ts` when this package runs from source, else `.js`.
 * @param data Plain data that the worker opens itself with.
 * @throws what the worker threw while it opened.
 */
export async function startThread<Job extends ThreadJob, Event>(
  file: URL,
  data: unknown,
  signal?: AbortSignal,
): Promise<JobThread<Job, Event>> {
  const worker = workerFor(file, data);
  const jobs = new Map<string, OpenJob<Event>>();
  await new Promise<void>((resolve, reject) => {
    const failAll = (error: Error): void => {
      reject(error);
      for (const job of jobs.values()) job.reject(error);
      void worker.terminate();
    };
    signal?.addEventListener("abort", () => failAll(signal.reason as Error), { once: true });
    worker.on("error", failAll);
    worker.on("exit", (code) => failAll(new Error(`A worker ended with exit code ${code}.`)));
    worker.on("message", (report: Report<Event>) => {
      if (report.type === "ready") resolve();
      else if (report.type === "failed" && report.id === undefined) failAll(errorOf(report));
      else settle(jobs, report);
    });
  });
  return {
    run: (job, onEvent) =>
      new Promise((resolve, reject) => {
        jobs.set(job.id, { onEvent, resolve, reject });
        worker.postMessage(job, []);
      }),
    close: async () => {
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}

/**
 * The other end: opens what the jobs need from the data of the thread, then works on every job that
 * comes.
 */
export function serveJobs<Data, Job extends ThreadJob, Event>(
  open: (data: Data) => Promise<JobWork<Job, Event>>,
): void {
  const port = parentPort;
  if (!port) throw new Error("This file runs in a worker thread.");
  const report = (message: Report<Event>): void => port.postMessage(message);
  const start = async (): Promise<void> => {
    const work = await open(workerData as Data);
    port.on("message", (job: Job) => {
      const { id } = job;
      const emit = (event: Event): void => report({ type: "event", id, event });
      work(job, emit).then(
        () => report({ type: "done", id }),
        (error: unknown) => report({ ...failure(error), id }),
      );
    });
    report({ type: "ready" });
  };
  start().catch((error: unknown) => report(failure(error)));
}

/** Threads do not inherit the loader that runs TypeScript from source: tsx is started in each. */
function workerFor(file: URL, data: unknown): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const url = new URL(`${file.href}.${isSource ? "ts" : "js"}`);
  if (!isSource) return new Worker(url, { workerData: data });
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(url.href)});
  });`;
  return new Worker(start, { workerData: data, eval: true });
}

function settle<Event>(
  jobs: Map<string, OpenJob<Event>>,
  report: Exclude<Report<Event>, { type: "ready" }>,
): void {
  const { id = "" } = report;
  const job = jobs.get(id);
  if (!job) return;
  if (report.type === "event") {
    job.onEvent(report.event);
    return;
  }
  jobs.delete(id);
  if (report.type === "done") job.resolve();
  else job.reject(errorOf(report));
}

function failure(error: unknown): Extract<Report<never>, { type: "failed" }> {
  const message = error instanceof Error ? error.message : String(error);
  if (!DynaKragError.isInstance(error)) return { type: "failed", message };
  return { type: "failed", code: error.code, message, remedy: error.remedy };
}

/** Errors lose their class on the way between threads; ours is known by name, code and remedy. */
function errorOf({ code, message, remedy }: Extract<Report<never>, { type: "failed" }>): Error {
  const error = new Error(message);
  return code === undefined
    ? error
    : Object.assign(error, { name: "DynaKragError", code, remedy, details: {} });
}
