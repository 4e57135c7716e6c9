import { setMaxListeners } from "node:events";
import type { Question } from "../datasets/question.js";
import { evaluateQuestion } from "./evaluate-question.js";
import { openParts } from "./parts-source.js";
import type { PartsSource } from "./parts-source.js";
import type { Prediction } from "./prediction.js";
import type { ReplyStore } from "./shared-calls.js";

/** One question and the methods that are still to be run on it. */
export interface QuestionJob {
  question: Question;
  methods: string[];
  /** Replies that an earlier, interrupted run has paid for: key and reply. */
  replies: [key: string, reply: unknown][];
}

/** What comes of a job while it runs. */
export interface JobEvents {
  /** A method is done with the question. */
  onPrediction(prediction: Prediction): void;
  /** A call was made, not taken from the store: this is what is paid for. */
  onReply(questionId: string, key: string, reply: unknown): void;
}

/** Runs jobs, here or in a worker thread. */
export interface QuestionRunner {
  run(job: QuestionJob, events: JobEvents): Promise<void>;
  close(): Promise<void>;
}

/** How jobs are run. */
export interface RunnerOptions {
  source: PartsSource;
  /** False: evidence is gathered and nothing is answered. */
  answers: boolean;
  signal?: AbortSignal | undefined;
}

/** A runner in this thread. */
export async function localRunner({
  source,
  answers,
  signal,
}: RunnerOptions): Promise<QuestionRunner> {
  const stores = new Map<string, ReplyStore>();
  const parts = await openParts(source, ({ id }) => stores.get(id) ?? new Map());
  return {
    run: async ({ question, methods, replies }, events) => {
      // The embedded generator costs nothing: its replies need not outlive the question.
      const isPaid = source.generator !== "embedded";
      stores.set(question.id, isPaid ? tellingStore(question.id, replies, events) : new Map());
      try {
        const options = { answers, signal: ofOneQuestion(signal) };
        for await (const prediction of evaluateQuestion(question, methods, parts, options)) {
          events.onPrediction(prediction);
        }
      } finally {
        stores.delete(question.id);
      }
    },
    close: async () => undefined,
  };
}

/** Clients listen to it in every call and may never stop: it goes when the question is done. */
function ofOneQuestion(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (!signal) return undefined;
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

function tellingStore(
  questionId: string,
  replies: QuestionJob["replies"],
  { onReply }: JobEvents,
): ReplyStore {
  const kept = new Map<string, unknown>(replies);
  return {
    get: (key) => kept.get(key),
    set: (key, reply) => {
      kept.set(key, reply);
      onReply(questionId, key, reply);
    },
  };
}
