import type { Question } from "../datasets/question.js";
import type { AbstentionSummary } from "./abstention.js";
import type { MethodCurve } from "./curve-points.js";
import type { Prediction } from "./prediction.js";

/** Means over questions; shares are 0 to 1, null where no question has such a score. */
export interface MethodMeans {
  /** Questions, failed ones included: those score 0. */
  n: number;
  em: number | null;
  f1: number | null;
  supportRecall: number | null;
  supportPrecision: number | null;
  supportF1: number | null;
  allGold: number | null;
  /** Passages in the evidence. */
  passages: number;
  /** Executed acquisitions. */
  retrievals: number;
  /** Searches made, previews included. */
  searches: number;
  modelCalls: number;
  steps: number;
  /** Prompt and completion tokens of all model calls. */
  tokens: number;
}

/** What a method reached. */
export interface MethodSummary extends MethodMeans {
  /** The policy with its options; several where folds of train questions chose differently. */
  policies: string[];
  recallAt: { 1: number; 2: number; 5: number; 10: number } | null;
  /** Wall seconds a question: the one figure that differs between two runs. */
  seconds: number;
  failed: number;
  /** Error code → number of questions. */
  errors: Record<string, number>;
  /** True where tokens were counted here rather than reported by a provider. */
  estimated: boolean;
  abstentions: AbstentionSummary;
  /** Operation → mean number a question. */
  operations: Record<string, number>;
  stopReasons: Record<string, number>;
  byDataset: Record<string, MethodMeans>;
  byType: Record<string, MethodMeans>;
  byHops: Record<string, MethodMeans>;
}

/** Measures that methods are compared by. */
export type ComparedMetric = "em" | "f1" | "supportRecall" | "allGold" | "tokens" | "passages";

/** a − b over the same questions. */
export interface Comparison {
  a: string;
  b: string;
  metric: ComparedMetric;
  /**
   * `none`: both at their own settings. `equalPassages`: a is read off its curve at b's mean
   * passages. `equalSupport`: at b's mean support recall.
   */
  at: "none" | "equalPassages" | "equalSupport";
  n: number;
  /** Groups of questions that share supporting passages. */
  groups: number;
  diff: number;
  /** 95 % over resampled groups, from which claims follow; null where it cannot be given. */
  ci: [low: number, high: number] | null;
  /** 95 % over resampled questions. */
  ciByQuestion: [low: number, high: number] | null;
}

/** A method over its stopping knob. */
export interface CurveSummary {
  name: string;
  passages: number;
  supportRecall: number | null;
  f1: number | null;
  em: number | null;
  tokens: number;
  retrievals: number;
}

/** The content of `summary.json`. */
export interface Summary {
  schema: "dynakrag.summary/1";
  n: number;
  /** The data sets, joined by + where there are several. */
  dataset: string;
  generator: string;
  environment: { package: string; node: string; platform: string };
  /** File name → SHA-256 of questions and corpus. */
  dataHashes: Record<string, string>;
  methods: Record<string, MethodSummary>;
  comparisons: Comparison[];
  /** Method → points of its curve, its own setting first. */
  curves: Record<string, CurveSummary[]>;
}

/** What a summary is made of. */
export interface SummaryInput {
  questions: readonly Question[];
  /** For each name a prediction for each question, in the order of the questions. */
  predictions: ReadonlyMap<string, readonly Prediction[]>;
  curves: readonly MethodCurve[];
  /** False where nothing was answered: there are no answer scores then. */
  answers: boolean;
  generator: string;
  dataHashes: Readonly<Record<string, string>>;
  resamples?: number;
}
