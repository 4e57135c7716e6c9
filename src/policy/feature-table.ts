import { RANKED_ACTIONS } from "../actions/index.js";

/** What a feature is called, where it lies and why it is there. */
export interface FeatureInfo {
  name: string;
  range: string;
  why: string;
  /** One of the groups that the paper names (section 4); the others are ours. */
  inPaper?: true;
}

/** A value that is not known; all others are ≥ 0. */
export const MISSING = -1;

/** What describes the state alone. */
export const STATE_FEATURES: readonly FeatureInfo[] = [
  paper("question_terms", "0…", "Long questions have more parts to find."),
  paper("question_names", "0…", "Named things are what a search finds first."),
  paper("passages", "0…12", "Evidence burden."),
  paper("titles", "0…12", "Several documents, or several parts of one."),
  paper("frontier_position", "0…50", "How deep the question's own ranking was read."),
  paper("last_rank", "1…50", "Where the best new passage stood in its list; −1 before any."),
  paper("last_score_ratio", "0…1", "How it compares with the best of its list; −1: no scores."),
  paper("overlap", "0…1", "Share of the question's terms that the evidence covers."),
  paper("bridge_candidates", "0…", "Names that may lead on."),
  own("question_kind", "0…8", "Yes-no, either-or, who, when and so on; −1 without rules."),
  own("question_links", "0…", "Genitives: each hides a document of its own."),
  own("last_added", "0…10", "What the newest acquisition brought."),
  own("last_names", "0…", "Names that came with it and may lead on."),
  own("last_linked", "0…1", "Share of its passages that older evidence or the question names."),
  own("residual_terms", "0…", "Terms that no passage covers."),
  own("best_passage", "0…1", "Best share of the question in one passage."),
  own("best_sentence", "0…1", "Best share of the question in one sentence with its title."),
  own("open_names", "0…", "Names of the question that no passage holds."),
  own("asked_titles", "0…", "Passages whose title the question names."),
  own("links", "0…", "Pairs of passages, one naming the title of the other."),
  own("chain_length", "0…12", "Longest way along such links from an asked title."),
  own("isolated", "0…1", "Share of the passages that no link touches."),
  own("linked_candidates", "0…", "Names with a document of their own that was not found."),
  own("top_candidate", "0…1", "How much of what is asked stands beside the best of them."),
  own("verdict", "0…3", "0 never checked, 1 unknown, 2 insufficient, 3 sufficient; −1 ignored."),
  own("verdict_age", "0…", "Evidence versions since the last check; −1 before any."),
  own("gap_attempts_left", "0…2", "What the recorded gap still offers; −1 without a gap."),
  own("gap_terms", "0…", "Terms of its query that the question lacks: how specific it is."),
  own("gap_slots", "0…", "What it says is missing."),
  own("failed_steps", "0…", "Steps that failed or brought nothing."),
  own("steps_left", "0…10", "Remaining budget."),
  own("retrievals_left", "0…10", "Remaining budget."),
  own("room", "0…50", "Passages that still fit."),
];

/** What describes an operation in a state. */
export const OPERATION_FEATURES: readonly FeatureInfo[] = [
  ...RANKED_ACTIONS.map(({ name }) => paper(`is_${name}`, "0, 1", "Which operation it is.")),
  paper("times_used", "0…", "How often this operation was used before."),
  paper("cost", "0…", "Estimated cost: thousands of tokens + 0.1 per retrieval."),
];

/** What the previewed search of an operation would bring; −1 where there was none. */
export const PREVIEW_FEATURES: readonly FeatureInfo[] = [
  own("preview_gain", "0…3", "Sum of the probabilities of its best three passages."),
  own("preview_best", "0…1", "The best of these probabilities."),
  own("preview_lead", "0…3", "Its gain by the best gain of the others, 3 at most."),
  own("preview_cover", "0…1", "Most of the question that one of its first three adds."),
  own("preview_chain", "0…1", "Most that one adds by a chain of two sentences."),
  own("preview_linked", "0…3", "How many of its first three the evidence names."),
  own("preview_bridge", "0…1", "Best place of one among the bridge candidates."),
  own("preview_names", "0…1", "Most of the open names that one holds."),
  own("preview_novelty", "0…1", "Mean novelty of its first three."),
  own("preview_second", "0…1", "Score of its second hit by its first; −1 without scores."),
];

function paper(name: string, range: string, why: string): FeatureInfo {
  return { name, range, why, inPaper: true };
}

function own(name: string, range: string, why: string): FeatureInfo {
  return { name, range, why };
}
