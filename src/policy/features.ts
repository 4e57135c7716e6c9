import { RANKED_ACTIONS } from "../actions/index.js";
import type { ActionView } from "../actions/action.js";
import { bridgeCandidates, GAP_ATTEMPTS, uncoveredWords } from "../actions/queries.js";
import { analyzerFor } from "../language/analyzer.js";
import { titleOf } from "../retrieval/passage-identity.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { lastGain, retrievalsTaken, stepsTaken } from "../state/history.js";
import { expectedCost, METHOD_WEIGHTS } from "./cost.js";

/** What a feature is called, where it lies and why it is there. */
export interface FeatureInfo {
  name: string;
  range: string;
  why: string;
}

/** A value that is not known; all others are ≥ 0. */
export const MISSING = -1;

const VERDICT_CODES = { sufficient: 3, insufficient: 2, unknown: 1 } as const;

const STATE_FEATURES = [
  info("question_terms", "0…", "Long questions have more parts to find."),
  info("question_names", "0…", "Named things are what a search finds first."),
  info("passages", "0…12", "Evidence burden."),
  info("titles", "0…12", "Several documents, or several parts of one."),
  info("frontier_position", "0…50", "How deep the question's own ranking was read."),
  info("last_rank", "1…50", "Where the best new passage stood in its list; −1 before any."),
  info("last_score_ratio", "0…1", "How it compares with the best of its list; −1 without scores."),
  info("last_added", "0…10", "What the newest acquisition brought."),
  info("overlap", "0…1", "Share of the question's terms that the evidence covers."),
  info("residual_terms", "0…", "Terms that no passage covers."),
  info("bridge_candidates", "0…", "Names that may lead on."),
  info("verdict", "0…3", "0 never checked, 1 unknown, 2 insufficient, 3 sufficient; −1 ignored."),
  info("verdict_age", "0…", "Evidence versions since the last check; −1 before any."),
  info("gap_attempts_left", "0…2", "What the recorded gap still offers; −1 without a gap."),
  info("steps_left", "0…10", "Remaining budget."),
  info("retrievals_left", "0…10", "Remaining budget."),
];

const OPERATION_FEATURES = [
  ...RANKED_ACTIONS.map(({ name }) => info(`is_${name}`, "0, 1", "Which operation it is.")),
  info("times_used", "0…", "How often this operation was used before."),
  info("cost", "0…", "Estimated cost: thousands of tokens + 0.1 per retrieval."),
];

/** All features, in the order of the vector: of the state first, then of the operation. */
export const FEATURES: readonly FeatureInfo[] = [...STATE_FEATURES, ...OPERATION_FEATURES];

/** The names alone, as an artefact records them. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(({ name }) => name);

/** How many features describe the state alone: what a continuation model sees. */
export const STATE_FEATURE_COUNT = STATE_FEATURES.length;

/**
 * The state as numbers: ranks and ratios inside one list, counts and shares; never a raw score and
 * never a gold label.
 *
 * Source: DynaKRAG paper, section 4 (feature groups).
 */
export function stateFeatures(state: EvidenceState, view: ActionView): number[] {
  const { settings, language } = view;
  const analyzer = analyzerFor(language);
  const terms = new Set(analyzer.terms(state.question)).size;
  const open = uncoveredWords(state, language).length;
  const gain = lastGain(state);
  const best = gain?.added[0];
  const { verdict, gap } = state;
  return [
    terms,
    analyzer.capitalisedSpans(state.question).length,
    state.evidence.length,
    new Set(state.evidence.map((passage) => titleOf(passage) ?? passage.id)).size,
    state.frontier.position,
    best?.rank ?? MISSING,
    best?.scoreRatio ?? MISSING,
    gain?.added.length ?? 0,
    terms === 0 ? 1 : 1 - open / terms,
    open,
    bridgeCandidates(state, language).length,
    settings.judge === "ignore" ? MISSING : verdict ? VERDICT_CODES[verdict.verdict] : 0,
    verdict ? state.evidenceVersion - verdict.evidenceVersion : MISSING,
    gap ? GAP_ATTEMPTS - gap.attempts : MISSING,
    settings.maxSteps - stepsTaken(state),
    Math.max(0, settings.maxRetrievals - retrievalsTaken(state)),
  ];
}

/** The whole vector of one operation in one state. */
export function operationFeatures(
  ofState: readonly number[],
  state: EvidenceState,
  name: ActionName,
  view: ActionView,
): number[] {
  return [
    ...ofState,
    ...RANKED_ACTIONS.map((action) => (action.name === name ? 1 : 0)),
    state.history.filter(({ operation }) => operation === name).length,
    // A run with other weights must look to a fitted model as those it was fitted on.
    expectedCost(state, name, view, METHOD_WEIGHTS),
  ];
}

function info(name: string, range: string, why: string): FeatureInfo {
  return { name, range, why };
}
