import type { ActionName, ActionRecord, StepErrorCode, Usage, UsageEntry } from "./evidence.js";
import type { EvidenceState } from "./evidence-state.js";

/** The part of the state that tells what was done. */
export type StateHistory = Pick<EvidenceState, "history" | "evidenceVersion" | "gap">;

/** Executed acquisitions and checks, failed ones included. */
export function stepsTaken(state: Pick<EvidenceState, "history">): number {
  return state.history.length;
}

/** Executed acquisitions, failed ones included. */
export function retrievalsTaken(state: Pick<EvidenceState, "history">): number {
  return state.history.filter(({ operation }) => operation !== "sufficiency_check").length;
}

/** The newest acquisition that added passages. */
export function lastGain(state: Pick<EvidenceState, "history">): ActionRecord | undefined {
  return state.history.findLast((record) => record.outcome === "added");
}

/** Unknown verdicts of this question. */
export function unknownVerdicts(state: Pick<EvidenceState, "history">): number {
  return state.history.filter((record) => record.verdict === "unknown").length;
}

/**
 * True where this operation (and variant) failed or brought nothing new and neither the evidence
 * nor the gap has changed since.
 */
export function isSpent(state: StateHistory, operation: ActionName, variant?: string): boolean {
  const gapStep = state.gap?.step ?? null;
  return state.history.some(
    (record) =>
      record.operation === operation &&
      record.variant === variant &&
      (record.outcome === "failed" || record.outcome === "nothing_new") &&
      record.evidenceVersion === state.evidenceVersion &&
      record.gapStep === gapStep,
  );
}

/** Why the last step failed that failed by an error, not for want of something to search for. */
export function lastErrorCode({
  history,
}: Pick<EvidenceState, "history">): StepErrorCode | undefined {
  const failed = history.findLast(
    ({ errorCode }) => errorCode !== undefined && !NOTHING_TO_SEARCH.has(errorCode),
  );
  return failed?.errorCode;
}

const NOTHING_TO_SEARCH: ReadonlySet<string> = new Set<StepErrorCode>([
  "BLANK_QUERY",
  "REPEATED_QUERY",
]);

/** Tokens that the question has cost so far. */
export function tokensSpent({ ledger }: Pick<EvidenceState, "ledger">): number {
  return ledger.reduce((sum, entry) => sum + entry.inputTokens + entry.outputTokens, 0);
}

/** Adds up the ledger. */
export function totalUsage(ledger: readonly UsageEntry[], steps: number): Usage {
  const usage: Usage = {
    inputTokens: 0,
    outputTokens: 0,
    totalTokens: 0,
    modelCalls: 0,
    searches: 0,
    retrievals: 0,
    steps,
    estimated: false,
  };
  for (const entry of ledger) {
    usage.inputTokens += entry.inputTokens;
    usage.outputTokens += entry.outputTokens;
    usage.modelCalls += entry.modelCalls;
    usage.searches += entry.searches;
    usage.retrievals += entry.retrievals;
    usage.estimated ||= entry.estimated;
  }
  usage.totalTokens = usage.inputTokens + usage.outputTokens;
  return usage;
}
