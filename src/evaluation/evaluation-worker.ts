/** A worker thread that runs questions; see `workerRunner`. */
import { serveJobs } from "../worker-threads.js";
import { localRunner } from "./question-runner.js";
import type { RunnerOptions } from "./question-runner.js";
import type { QuestionEvent, QuestionThreadJob } from "./worker-runner.js";

serveJobs<RunnerOptions, QuestionThreadJob, QuestionEvent>(async (options) => {
  const runner = await localRunner(options);
  return (job, emit) =>
    runner.run(job, {
      onPrediction: (prediction) => emit({ type: "prediction", prediction }),
      onReply: (_, key, reply) => emit({ type: "reply", key, reply }),
    });
});
