import type { Question } from "../datasets/question.js";
import type { PartsSource } from "./parts-source.js";
import type { PriceTable } from "./prices.js";
import type { EvaluationProgress } from "./run-jobs.js";

/** Options of `evaluate`. */
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
  /** Ends the batch when this price is reached, in the currency of the table; so on every resume. */
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
