import { startThread } from "../worker-threads.js";
import type { ThreadJob } from "../worker-threads.js";
import type { Prediction } from "./prediction.js";
import type { QuestionJob, QuestionRunner, RunnerOptions } from "./question-runner.js";

/** A job as a thread takes it. */
export interface QuestionThreadJob extends QuestionJob, ThreadJob {}

/** What a job brings while it runs. */
export type QuestionEvent =
  | { type: "prediction"; prediction: Prediction }
  | { type: "reply"; key: string; reply: unknown };

const WORKER = new URL("./evaluation-worker", import.meta.url);

/** A runner in a thread of its own, with its own index in memory. */
export async function workerRunner({
  source,
  answers,
  signal,
}: RunnerOptions): Promise<QuestionRunner> {
  const data = { source, answers };
  const thread = await startThread<QuestionThreadJob, QuestionEvent>(WORKER, data, signal);
  return {
    run: (job, { onPrediction, onReply }) => {
      const { id } = job.question;
      return thread.run({ ...job, id }, (event) => {
        if (event.type === "prediction") onPrediction(event.prediction);
        else onReply(id, event.key, event.reply);
      });
    },
    close: () => thread.close(),
  };
}
