import { setImmediate } from "node:timers/promises";
import type { Question } from "../datasets/question.js";
import type { PartsSource } from "./parts-source.js";
import { localRunner } from "./question-runner.js";

/** Questions that are run to estimate the rest. */
const SAMPLE = 10;

/** What an evaluation would take, before it is paid for. */
export interface CostEstimate {
  /** Predictions that are to be made. */
  predictions: number;
  inputTokens: number;
  outputTokens: number;
  /** Questions it was estimated on. */
  sample: number;
}

/**
 * Estimates the tokens of an evaluation: a few questions, evenly spread, are run with the embedded
 * generator, which counts the prompts a chat model would be sent. Replies that methods share are
 * counted for each of them, so the bill is lower; a model that stops later than the embedded judge
 * makes it higher.
 */
export async function estimateTokens(
  questions: readonly Question[],
  methods: readonly string[],
  source: PartsSource,
  signal?: AbortSignal,
): Promise<CostEstimate> {
  const step = Math.max(1, Math.floor(questions.length / SAMPLE));
  const sample = questions.filter((_, index) => index % step === 0).slice(0, SAMPLE);
  const runner = await localRunner({
    source: { ...source, generator: "embedded" },
    answers: true,
    signal,
  });
  let inputTokens = 0;
  let outputTokens = 0;
  for (const question of sample) {
    await setImmediate();
    signal?.throwIfAborted();
    await runner.run(
      { question, methods: [...methods], replies: [] },
      {
        onPrediction: (prediction) => {
          inputTokens += prediction.inputTokens;
          outputTokens += prediction.outputTokens;
        },
        onReply: () => undefined,
      },
    );
  }
  await runner.close();
  const scale = questions.length / Math.max(1, sample.length);
  return {
    predictions: questions.length * methods.length,
    inputTokens: Math.round(scale * inputTokens),
    outputTokens: Math.round(scale * outputTokens),
    sample: sample.length,
  };
}
