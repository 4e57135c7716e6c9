import type { DynaKragErrorCode } from "../errors.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Question } from "../datasets/question.js";
import { stepsTaken, totalUsage } from "../state/history.js";
import { scoreQuestion } from "./score-question.js";
import { scoreSupport } from "./support-scores.js";

/** A point on a question's way: after so many acquisitions. */
export interface TrailPoint {
  passages: number;
  supportRecall: number | null;
}

/**
 * One line of `predictions.<method>.jsonl`: what a method made of a question, and how good it was.
 * Shares are 0 to 1; null where the question has no such score.
 */
export interface Prediction {
  id: string;
  dataset: string;
  type: string;
  hops: number;
  /** As it was asked for. */
  method: string;
  /** The policy with its options: what a bare name meant for this question. */
  policy: string;
  answer: string;
  answerable: boolean;
  stopReason: string;
  /** Why the question failed: an error code; null where it did not. A failed question scores 0. */
  error: string | null;
  em: number | null;
  f1: number | null;
  abstention: string;
  supportRecall: number | null;
  supportPrecision: number | null;
  supportF1: number | null;
  allGold: number | null;
  recallAt: { 1: number; 2: number; 5: number; 10: number } | null;
  /** Ids of the passages, in the order they were found. */
  evidence: string[];
  passages: number;
  retrievals: number;
  searches: number;
  modelCalls: number;
  steps: number;
  inputTokens: number;
  outputTokens: number;
  tokens: number;
  /** True where any token figure is our own count. */
  estimated: boolean;
  /** The executed steps, with their variants: `rewrite_query:model`. */
  operations: string[];
  /** After each acquisition. */
  trail: TrailPoint[];
  /**
   * What the method would have taken alone: shared operations count for each. The one figure that
   * differs between two runs.
   */
  seconds: number;
}

/** What is known of a run besides its last state. */
export interface RunFacts {
  method: string;
  policy: string;
  /** Searches made to look ahead that the state does not tell of. */
  previewSearches: number;
  seconds: number;
  /** Error code of a run that did not end. */
  error?: string;
}

/** Scores a question's last state. */
export function toPrediction(
  question: Question,
  state: EvidenceState,
  { method, policy, previewSearches, seconds, error = errorIn(state) }: RunFacts,
): Prediction {
  const evidence = state.evidence.map(({ id }) => id);
  const { answer, answerable, stopReason = "policy" } = state;
  const score = scoreQuestion(question, { answer: plainAnswer(state), answerable, evidence });
  const usage = state.usage ?? totalUsage(state.ledger, stepsTaken(state));
  const failed = error !== undefined;
  const or = (value: number | undefined): number | null =>
    value === undefined ? null : failed ? 0 : value;
  const { support } = score;
  return {
    id: question.id,
    dataset: question.dataset,
    type: question.type,
    hops: question.hops,
    method,
    policy,
    answer,
    answerable,
    stopReason,
    error: error ?? null,
    em: or(score.exactMatch),
    f1: or(score.f1),
    abstention: score.abstention,
    supportRecall: or(support?.recall),
    supportPrecision: or(support?.precision),
    supportF1: or(support?.f1),
    allGold: or(support?.allGold),
    recallAt: support
      ? {
          1: or(support.recallAt1) ?? 0,
          2: or(support.recallAt2) ?? 0,
          5: or(support.recallAt5) ?? 0,
          10: or(support.recallAt10) ?? 0,
        }
      : null,
    evidence,
    passages: evidence.length,
    retrievals: usage.retrievals,
    searches: usage.searches + previewSearches,
    modelCalls: usage.modelCalls,
    steps: usage.steps,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    tokens: usage.totalTokens,
    estimated: usage.estimated,
    operations: state.history.map(({ operation, variant }) =>
      variant === undefined ? operation : `${operation}:${variant}`,
    ),
    trail: trailOf(state, question),
    seconds,
  };
}

/** No reply that could be read, such as for a context that is too long, is a failure too. */
function errorIn({ stopReason }: EvidenceState): DynaKragErrorCode | undefined {
  return stopReason === "generator_failed" ? "GENERATOR_FAILED" : undefined;
}

/** The answer without its citation marks: they are no part of what is compared. */
export function plainAnswer({ answer }: Pick<EvidenceState, "answer">): string {
  return answer.replace(/\s*\[\d{1,3}\]/gu, "").trim();
}

function trailOf({ history }: EvidenceState, { supporting }: Question): TrailPoint[] {
  const ids: string[] = [];
  const trail: TrailPoint[] = [];
  for (const { operation, added } of history) {
    if (operation === "sufficiency_check") continue;
    ids.push(...added.map(({ id }) => id));
    const recall = scoreSupport(ids, supporting)?.recall ?? null;
    trail.push({ passages: ids.length, supportRecall: recall });
  }
  return trail;
}
