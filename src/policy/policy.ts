import type { PassageFeatures } from "../retrieval/passage-feature-table.js";
import type { ActionName, AddedPassage, DecisionArgs, PreviewedSearch } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Settings } from "../state/settings.js";
import type { Language } from "../language/language.js";

/** A hit of a previewed search: no text, but what can be said of it without gold. */
export interface ScoredHit extends AddedPassage {
  features: PassageFeatures;
  /** That the question needs it, 0 to 1, by the evidence ranker or the model of the package. */
  probability?: number;
}

/** A search that was made before choosing, with its first ten unseen hits, best first. */
export interface ScoredPreview extends PreviewedSearch {
  hits: ScoredHit[];
}

/** What a policy decides from. */
export interface PolicyInput {
  state: EvidenceState;
  /** A(s), never empty. */
  valid: readonly ActionName[];
  settings: Settings;
  language: Language;
  /** Estimated cost of each valid operation: thousands of tokens + 0.1 per retrieval. */
  costs: ReadonlyMap<ActionName, number>;
  /** The searches that were made before choosing; empty unless the policy asks for them. */
  preview: readonly ScoredPreview[];
}

/** What a policy decides. */
export interface PolicyChoice {
  operation: ActionName;
  variant?: string;
  args?: DecisionArgs;
  /** Estimated worth of operations in units of support recall, where the policy has estimates. */
  values?: ReadonlyMap<ActionName, number>;
  /** One sentence for people. */
  reason: string;
}

/**
 * Chooses among the valid operations: a pure, synchronous function of the state, without memory of
 * its own, so that one policy serves any number of questions at once.
 */
export interface Policy {
  /** As it stands in decisions, traces and summaries. */
  readonly name: string;
  /** True where it wants the free searches made before it chooses. */
  readonly wantsPreview?: boolean;
  /** True where it lives by what a language model writes: refused on the embedded generator. */
  readonly needsLanguageModel?: true;
  rank(input: PolicyInput): PolicyChoice;
}
