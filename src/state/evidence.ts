/**
 * The vocabulary of the state: plain JSON, so that every checkpointer stores it and gives it back
 * unchanged. No class instance, no `Document`, no NaN, no Date.
 */
import type { DynaKragErrorCode } from "../errors.js";

import type { JsonObject } from "./json.js";

export type { JsonObject, JsonValue } from "./json.js";

/**
 * One passage of evidence: the fields of a LangChain `Document` as plain JSON.
 * `metadata.title`, where there is one, names the document the passage comes from.
 */
export interface Passage {
  /** Unique within the evidence: the document's own id, else a hash of title and text. */
  id: string;
  pageContent: string;
  metadata: JsonObject;
}

/** The seven atomic operations (DynaKRAG paper, section 3). */
export type ActionName =
  | "retrieve_more"
  | "gap_query"
  | "rewrite_query"
  | "bridge_entity_expand"
  | "sufficiency_check"
  | "stop_answer"
  | "compress_answer_evidence";

/** What a judge said about the evidence. `unknown`: its reply could not be read. */
export type Verdict = "sufficient" | "insufficient" | "unknown";

/** The last verdict and what it was about. */
export interface SufficiencyVerdict {
  verdict: Verdict;
  /** The evidence version that was judged. */
  evidenceVersion: number;
  /** The step of the check. */
  step: number;
}

/** What is missing, as the last "insufficient" verdict recorded it. */
export interface Gap {
  /** One sentence for people; becomes the output `missing`. */
  text: string;
  /** What the first attempt searches for, without a model call. */
  query: string;
  /** Names or terms that are still to be found. */
  slots: string[];
  /** The step of the check that recorded it; identifies the gap. */
  step: number;
  /** How many `gap_query` attempts were made for it (0 to 2). */
  attempts: number;
}

/** A name in the evidence that may lead to the next document. */
export interface BridgeEntity {
  /** As written in the corpus title, else in the passage. */
  name: string;
  /** The passage it was first seen in; null for a name in the question itself. */
  passageId: string | null;
  /** True where the corpus has a document of this title. */
  linked: boolean;
  /** Index of the sentence it was seen in, 0 = first of the passage. */
  sentence: number;
  /** Share of what the question asks about that passage which stands in that sentence, 0 to 1. */
  overlap: number;
  /** Share of the name's own terms that the passage or the question holds, 0 to 1. */
  fit: number;
}

/** An answer that was tried before the end. */
export interface DraftAnswer {
  /** As it was given, without the numbers of passages. */
  text: string;
  /** Folded, so that two answers can be compared: "Paris." and "paris" are one. */
  folded: string;
  /** The step of the check that asked for it. */
  step: number;
  /** The evidence version it was given for. */
  evidenceVersion: number;
}

/**
 * What a variant of an operation learnt beyond the standard, for the policy to read next time. Each
 * question begins without.
 */
export interface Advice {
  /** `sufficiency_check:answer`: the newest answer. */
  draft?: DraftAnswer;
}

/** How far the ranking of the original question has been read. */
export interface Frontier {
  /** Deepest rank of that ranking which was looked at, 0 = none yet. */
  position: number;
  /** True once the ranking holds no unseen passage. */
  exhausted: boolean;
}

/** A passage that an acquisition added, and where it stood in its list. */
export interface AddedPassage {
  id: string;
  /** 1 = first of its list. */
  rank: number;
  /** Its score divided by the list's best, 0 to 1; null where the retriever gives none. */
  scoreRatio: number | null;
}

/** One executed step: an acquisition or a check, also a failed one. */
export interface ActionRecord {
  /** 1 for the first step of the question. */
  step: number;
  operation: ActionName;
  variant?: string;
  /** The query as it was searched. */
  query?: string;
  /** The bridge entity that was expanded. */
  entity?: string;
  outcome: "added" | "nothing_new" | "failed" | "checked";
  added: AddedPassage[];
  /** Queries of other previewed searches that passages were taken from as well. */
  otherQueries?: string[];
  verdict?: Verdict;
  /** The evidence version before the step. */
  evidenceVersion: number;
  /** The gap (its `step`) that stood before the step, null without one. */
  gapStep: number | null;
  /** Why a failed step failed: an error code, never a message. */
  errorCode?: StepErrorCode;
}

/**
 * Why a step failed: the code of a `DynaKragError`; `OPERATION_FAILED` for any other error;
 * `DEADLINE` where its time was over; `BLANK_QUERY` or `REPEATED_QUERY` where there was nothing to
 * search for.
 */
export type StepErrorCode =
  | DynaKragErrorCode
  | "OPERATION_FAILED"
  | "DEADLINE"
  | "BLANK_QUERY"
  | "REPEATED_QUERY";

/** Arguments that a policy may give to an operation. */
export interface DecisionArgs {
  /** Add at most this many passages (default: the setting `passagesPerRetrieval`). */
  passages?: number;
  /** Search for this instead of the operation's own query. */
  query?: string;
  /**
   * Add these passages, in this order, from any of the searches that were previewed for this
   * decision. The operation has to be the one whose search holds the first of them, so that the
   * history stays true; ids that no search holds are ignored, and where none is left the operation
   * takes the best of its own.
   */
  passageIds?: string[];
}

/** One operation that was possible, and what the policy thought of it. */
export interface Candidate {
  operation: ActionName;
  /** Estimated worth in units of support recall; null where the policy estimates none. */
  value: number | null;
  /** Estimated cost: thousands of tokens + 0.1 per retrieval. */
  cost: number;
}

/** What a previewed search would bring: ids, ranks and ratios, never text. */
export interface PreviewedSearch {
  operation: ActionName;
  query: string;
  hits: AddedPassage[];
}

/** Why an operation was chosen, as the checkpoint keeps it. */
export interface Decision {
  /** The step it leads to: 1 for the first. */
  step: number;
  operation: ActionName;
  variant?: string;
  args?: DecisionArgs;
  /** A(s): the operations that were possible. */
  valid: ActionName[];
  candidates: Candidate[];
  /** The policy that decided, by name. */
  policy: string;
  /** One sentence for people. */
  reason: string;
  /** The cap that left nothing but stopping. */
  limit?: StopReason;
  preview?: PreviewedSearch[];
}

/** Why the run ended. */
export type StopReason =
  | "policy"
  | "budget_steps"
  | "budget_retrievals"
  | "budget_tokens"
  | "deadline"
  | "no_evidence"
  | "refusal"
  | "content_filter"
  | "generator_failed";

/** What one node cost. Entries are merged by `id`, so writing one twice counts once. */
export interface UsageEntry {
  /** Unique per question: `<operation>:<step>` and so on. */
  id: string;
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  /** Searches made, previews included. */
  searches: number;
  /** Executed acquisitions. */
  retrievals: number;
  /** True where tokens were counted here rather than reported by the provider. */
  estimated: boolean;
}

/** Totals of a question. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  modelCalls: number;
  searches: number;
  retrievals: number;
  steps: number;
  /** True where any token figure is our own count. */
  estimated: boolean;
}

/** A sentence or fact that supports the answer, taken from a passage. */
export interface Snippet {
  passageId: string;
  text: string;
}

/** A source the answer cites. */
export interface Citation {
  /** The number in square brackets in the answer. */
  number: number;
  passageId: string;
  title?: string;
}
