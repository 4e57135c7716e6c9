import type { ActionName } from "../state/evidence.js";

/** How the verdict of a state came about. */
export type VerdictSource =
  /** The judge's own. */
  | "judge"
  /** Replaced by "unknown", as a reply that cannot be read. */
  | "unknown"
  /** Replaced by a coin flip. */
  | "coin"
  /** The judge is switched off. */
  | "ignore";

/** What one operation does from a state. */
export interface CollectedOperation {
  /** Its own features and those of its preview, after those of the state. */
  features: number[];
  /** Support recall afterwards, 0 to 1. */
  recall: number;
  /** Estimated cost: thousands of tokens + 0.1 per retrieval. */
  cost: number;
  /** The state it leads to; null where nothing follows (the last acquisition). */
  child: string | null;
}

/**
 * One line of what `collect` writes: a state, and what every operation that is valid there does. No
 * question and no page text.
 */
export interface CollectedState {
  question: string;
  dataset: string;
  /** Unique within the question: the operations that led there, such as `m.b.g`; `+` for checked. */
  id: string;
  parent: string | null;
  /** The operation that led here; null for the first state. */
  operation: ActionName | null;
  /** True where the evidence of this state was judged. */
  checked: boolean;
  verdict: VerdictSource;
  /** Support recall, 0 to 1. */
  recall: number;
  passages: number;
  /** Acquisitions left. */
  retrievalsLeft: number;
  stepsLeft: number;
  /** Tokens spent so far. */
  tokens: number;
  /** Features of the state. */
  features: number[];
  operations: Partial<Record<ActionName, CollectedOperation>>;
}
