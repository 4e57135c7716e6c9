/**
 * The queries that need no model call: pure functions of the state, the same for every generator.
 * What the question still lacks (its residual) and which names lead on matter more for the second
 * hop than the choice of the operation, so they live in one place and are measured by
 * `bench/second-hop.ts`.
 */
import { analyzerFor } from "../language/analyzer.js";
import type { Analyzer } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import { canonicalEntities, sameEntity } from "../retrieval/entity-names.js";
import { titleOf } from "../retrieval/passage-identity.js";
import { isSpent, lastGain } from "../state/history.js";
import type { BridgeEntity, Passage } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { PlannedQuery } from "./action.js";

/** Attempts that a gap gets: its recorded query, then one that the generator writes. */
export const GAP_ATTEMPTS = 2;
/** Bridge candidates that join the residual in a gap query. */
const BRIDGES_IN_QUERY = 3;

/** The next page of the question's own ranking. */
export function frontierQuery(state: EvidenceState): PlannedQuery | undefined {
  if (state.frontier.exhausted || isSpent(state, "retrieve_more")) return undefined;
  return { query: state.question };
}

/** The recorded query of the gap first; then one that the generator writes; then nothing. */
export function gapQuery(state: EvidenceState, language: Language): PlannedQuery | undefined {
  const { gap } = state;
  if (!gap || gap.attempts >= GAP_ATTEMPTS) return undefined;
  const recorded =
    isNewQuery(state, gap.query, language) && !isSpent(state, "gap_query", "recorded");
  if (gap.attempts === 0 && recorded) {
    return { variant: "recorded", query: gap.query };
  }
  return isSpent(state, "gap_query", "model") ? undefined : { variant: "model" };
}

/** The residual rewrite first; once it is exhausted for this evidence, a rewrite by the generator. */
export function rewriteQuery(state: EvidenceState, language: Language): PlannedQuery | undefined {
  if (state.evidence.length === 0) return undefined;
  const query = residualRewrite(state, language);
  if (isNewQuery(state, query, language) && !isSpent(state, "rewrite_query", "residual")) {
    return { variant: "residual", query };
  }
  return isSpent(state, "rewrite_query", "model") ? undefined : { variant: "model" };
}

/** A search around the best bridge entity that was not expanded yet. */
export function bridgeQuery(state: EvidenceState, language: Language): PlannedQuery | undefined {
  for (const { name } of bridgeCandidates(state, language)) {
    const query = [name, ...residualWords(state, language)].join(" ");
    if (isNewQuery(state, query, language)) return { query, entity: name };
  }
  return undefined;
}

/**
 * The query of a gap whose judge gave none: what the question asks and no passage covers, with the
 * best bridge candidates.
 */
export function residualGapQuery(state: EvidenceState, language: Language): string {
  const bridges = bridgeCandidates(state, language).slice(0, BRIDGES_IN_QUERY);
  return [...residualWords(state, language), ...bridges.map(({ name }) => name)].join(" ");
}

/** What no passage covers, with the new names of the newest passages only. */
export function residualRewrite(state: EvidenceState, language: Language): string {
  const newest = new Set<string | null>(lastGain(state)?.added.map(({ id }) => id));
  const names = bridgeCandidates(state, language)
    .filter(({ passageId }) => newest.has(passageId))
    .slice(0, BRIDGES_IN_QUERY)
    .map(({ name }) => name);
  return [...residualWords(state, language), ...names].join(" ");
}

/** What no passage covers; the whole question where everything is covered. */
export function residualWords(state: EvidenceState, language: Language): string[] {
  const open = uncoveredWords(state, language);
  if (open.length > 0) return open;
  return questionWords(state.question, analyzerFor(language)).map(({ text }) => text);
}

/** The words of the question that carry meaning and stand in no passage of the evidence. */
export function uncoveredWords(state: EvidenceState, language: Language): string[] {
  return onceForState(wordCache, state, language, findUncoveredWords);
}

function findUncoveredWords(state: EvidenceState, language: Language): string[] {
  const analyzer = analyzerFor(language);
  const covered = new Set<string>();
  for (const passage of state.evidence) {
    for (const term of termsOf(passage, analyzer)) covered.add(term);
  }
  return questionWords(state.question, analyzer)
    .filter(({ term }) => !covered.has(term))
    .map(({ text }) => text);
}

/**
 * Names that may lead to the next document, best first: not a title that was found, not expanded
 * yet, and not in the question unless the corpus has a document for it. The weights are measured by
 * `bench/second-hop.ts` on train questions.
 */
export function bridgeCandidates(state: EvidenceState, language: Language): BridgeEntity[] {
  return onceForState(bridgeCache, state, language, findBridgeCandidates);
}

function findBridgeCandidates(state: EvidenceState, language: Language): BridgeEntity[] {
  const analyzer = analyzerFor(language);
  const { fold } = analyzer;
  const asked = ` ${fold(state.question)} `;
  const titles = new Map(state.evidence.map((found) => [found.id, titleOf(found) ?? ""]));
  const foundTitles = new Set([...titles.values()].map(fold));
  const expanded = expandedEntities(state);
  const anchors = new Set(
    [...titles].filter(([, title]) => isAsked(title, asked, analyzer)).map(([id]) => id),
  );
  const worth = (entity: BridgeEntity): number => bridgeWorth(entity, anchors);
  // Another form of an expanded name may turn up later and then be the fullest one.
  const isExpanded = (name: string, linked: boolean): boolean =>
    expanded.some((known) => sameEntity(known, { name, linked }, language));
  return canonicalEntities(state.bridgeEntities, language)
    .filter(({ name, linked, passageId }) => {
      const folded = fold(name);
      if (foundTitles.has(folded) || isExpanded(name, linked)) return false;
      return passageId === null || !asked.includes(` ${folded} `);
    })
    .toSorted((a, b) => worth(b) - worth(a));
}

function expandedEntities({ history, bridgeEntities }: EvidenceState): BridgeEntity[] {
  const names = new Set(history.map(({ entity }) => entity));
  return bridgeEntities.filter(({ name }) => names.has(name));
}

/**
 * What makes a name lead on. Chosen on train questions, where the result hardly moves when a weight
 * is halved or doubled, but for `linked`: without it 10 and 24 points are lost on two sets.
 */
const WORTH = {
  /** A name in the question that has a document of its own and was not found. */
  asked: 2.5,
  /** The corpus has a document of this title. */
  linked: 0.6,
  /** Taken off a title whose own words are not all there, such as "Fall (song)" for "fall". */
  misfit: 0.5,
  /** All that the question asks stands in the same sentence. */
  overlap: 1,
  /** Taken off for each sentence into the passage, eight at most. */
  sentence: 0.05,
  /** The question names the passage's title. */
  anchor: 0.7,
};

function bridgeWorth(entity: BridgeEntity, anchors: ReadonlySet<string>): number {
  const { linked, fit, overlap, sentence, passageId } = entity;
  if (passageId === null) return linked && fit === 1 ? WORTH.asked : -1;
  const byTitle = linked ? WORTH.linked * (fit === 1 ? 1 : fit - WORTH.misfit) : 0;
  const byPlace = WORTH.overlap * overlap - WORTH.sentence * Math.min(sentence, 8);
  return byTitle + byPlace + (anchors.has(passageId) ? WORTH.anchor : 0);
}

/** True where the question names the title, without its "(film)". */
function isAsked(title: string, asked: string, { fold }: Analyzer): boolean {
  const name = fold(title.replace(/(?<!\s)\s*\([^()]*\)$/u, ""));
  return name !== "" && asked.includes(` ${name} `);
}

/** True for a query with words that was not searched yet, whatever its case and punctuation. */
export function isNewQuery(state: EvidenceState, query: string, language: Language): boolean {
  const { fold } = analyzerFor(language);
  const folded = fold(query);
  return folded !== "" && !state.queries.some((searched) => fold(searched) === folded);
}

function questionWords(question: string, analyzer: Analyzer): { text: string; term: string }[] {
  const seen = new Set<string>();
  return analyzer.words(question).flatMap(({ text }) => {
    const term = analyzer.terms(text)[0];
    if (term === undefined || seen.has(term)) return [];
    seen.add(term);
    return [{ text, term }];
  });
}

/** States are immutable, and validity, costs and operations of one step ask the same of them. */
type StateCache<T> = WeakMap<EvidenceState, { language: Language; found: T }>;

const wordCache: StateCache<string[]> = new WeakMap();
const bridgeCache: StateCache<BridgeEntity[]> = new WeakMap();

function onceForState<T>(
  cache: StateCache<T>,
  state: EvidenceState,
  language: Language,
  find: (state: EvidenceState, language: Language) => T,
): T {
  const known = cache.get(state);
  if (known?.language === language) return known.found;
  const found = find(state, language);
  cache.set(state, { language, found });
  return found;
}

/** Passages are immutable, so their terms are computed once for as long as they live. */
const termCache = new WeakMap<Passage, ReadonlySet<string>>();

function termsOf(passage: Passage, analyzer: Analyzer): ReadonlySet<string> {
  const known = termCache.get(passage);
  if (known) return known;
  const terms = new Set(analyzer.terms(`${titleOf(passage) ?? ""} ${passage.pageContent}`));
  termCache.set(passage, terms);
  return terms;
}
