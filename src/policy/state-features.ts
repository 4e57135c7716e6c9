import type { ActionView } from "../actions/action.js";
import { bridgeCandidates, GAP_ATTEMPTS, uncoveredWords } from "../actions/queries.js";
import { analyzerFor } from "../language/analyzer.js";
import { questionKindCode } from "../language/question-kind.js";
import { titleOf } from "../retrieval/passage-identity.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { lastGain, retrievalsTaken, stepsTaken } from "../state/history.js";
import { MISSING } from "./feature-table.js";
import { linkFeatures } from "./link-features.js";

const VERDICT_CODES = { sufficient: 3, insufficient: 2, unknown: 1 } as const;
/** "of", "'s" and their like: "the mother of the director of X", "X's director's mother". */
const GENITIVE = /\b(?:of|by|whose|de|del)\b|['’]s\b/giu;

/**
 * The state as numbers, in the order of `STATE_FEATURES`: ranks and ratios inside one list, counts
 * and shares; never a raw score and never a gold label.
 *
 * Source: DynaKRAG paper, section 4 (feature groups); what is ours is marked in the table.
 */
export function stateFeatures(state: EvidenceState, view: ActionView): number[] {
  const { settings, language } = view;
  const analyzer = analyzerFor(language);
  const terms = new Set(analyzer.terms(state.question)).size;
  const open = uncoveredWords(state, language).length;
  const gain = lastGain(state);
  const best = gain?.added[0];
  const candidates = bridgeCandidates(state, language);
  const newest = new Set<string | null>(gain?.added.map(({ id }) => id));
  const linked = candidates.filter((candidate) => candidate.linked);
  const links = linkFeatures(state, newest, language);
  const { verdict, gap } = state;
  return [
    terms,
    analyzer.capitalisedSpans(state.question).length,
    state.evidence.length,
    new Set(state.evidence.map((passage) => titleOf(passage) ?? passage.id)).size,
    state.frontier.position,
    best?.rank ?? MISSING,
    best?.scoreRatio ?? MISSING,
    terms === 0 ? 1 : 1 - open / terms,
    candidates.length,
    questionKindCode(state.question, language),
    state.question.match(GENITIVE)?.length ?? 0,
    gain?.added.length ?? 0,
    candidates.filter(({ passageId }) => newest.has(passageId)).length,
    links.lastLinked,
    open,
    links.bestPassage,
    links.bestSentence,
    links.openNames,
    links.askedTitles,
    links.links,
    links.chainLength,
    links.isolated,
    linked.length,
    linked[0]?.overlap ?? 0,
    settings.judge === "ignore" ? MISSING : verdict ? VERDICT_CODES[verdict.verdict] : 0,
    verdict ? Math.max(0, state.evidenceVersion - verdict.evidenceVersion) : MISSING,
    gap ? Math.max(0, GAP_ATTEMPTS - gap.attempts) : MISSING,
    gap ? newTerms(gap.query, state.question, analyzer.terms) : MISSING,
    gap?.slots.length ?? MISSING,
    state.history.filter(({ outcome }) => outcome === "failed" || outcome === "nothing_new").length,
    Math.max(0, settings.maxSteps - stepsTaken(state)),
    Math.max(0, settings.maxRetrievals - retrievalsTaken(state)),
    Math.max(0, settings.maxPassages - state.evidence.length),
  ];
}

function newTerms(query: string, question: string, terms: (text: string) => string[]): number {
  const asked = new Set(terms(question));
  return new Set(terms(query).filter((term) => !asked.has(term))).size;
}
