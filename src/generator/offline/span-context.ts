import { relatedTerms } from "../../language/related-terms.js";
import type { CandidateSpan } from "./candidate-spans.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import { EVENTS } from "./question-shape.js";
import { contextCode, isInBrackets, lastEvent } from "./token-context.js";

/** A place in a passage where a term of the question, or a word related to it, stands. */
export interface TermPosition {
  token: number;
  sentence: number;
  isRelation: boolean;
  isFocus: boolean;
  isKind: boolean;
  /** Only a related word stands there, not the term itself. */
  isRelated: boolean;
}

/** Where the question's terms, and the words related to them, stand in a passage. */
export function positionsOfTerms(view: EvidenceView, passage: PassageView): TermPosition[] {
  const { question, analyzer } = view;
  const exact = new Set(question.terms);
  const relation = new Set(question.relationTerms);
  const focus = new Set(question.focusTerms);
  const related = new Set(
    question.relationTerms.flatMap((term) => relatedTerms(term, analyzer.language)),
  );
  return passage.tokens.flatMap(({ term, sentence }, token) => {
    const isExact = exact.has(term);
    if (term === "" || (!isExact && !related.has(term))) return [];
    return {
      token,
      sentence,
      isRelation: relation.has(term),
      isFocus: focus.has(term),
      isKind: term === question.kindTerm,
      isRelated: related.has(term),
    };
  });
}

const FAR = 40;

/** Columns `nearestTerm` to `windowTerms`: what of the question stands near, in the same sentence. */
export function nearness(
  view: EvidenceView,
  passage: PassageView,
  span: CandidateSpan,
  positions: readonly TermPosition[],
): number[] {
  const sentence = passage.tokens[span.firstToken]?.sentence;
  const nearest = { any: FAR, relation: FAR, focus: FAR, related: FAR, before: FAR, kind: FAR };
  let proximity = 0;
  let window = 0;
  for (const at of positions) {
    if (at.sentence !== sentence) continue;
    if (at.token >= span.firstToken && at.token < span.lastToken) {
      if (at.isKind) nearest.kind = 0;
      continue;
    }
    const isBefore = at.token < span.firstToken;
    const distance = isBefore ? span.firstToken - at.token : at.token - span.lastToken + 1;
    proximity += 1 / (1 + distance);
    if (distance <= 6) window += 1;
    nearest.any = Math.min(nearest.any, distance);
    if (at.isRelation) nearest.relation = Math.min(nearest.relation, distance);
    if (at.isFocus) nearest.focus = Math.min(nearest.focus, distance);
    if (at.isKind) nearest.kind = Math.min(nearest.kind, distance);
    if (!at.isRelated) continue;
    nearest.related = Math.min(nearest.related, distance);
    if (isBefore) nearest.before = Math.min(nearest.before, distance);
  }
  return [
    nearest.any,
    nearest.relation,
    nearest.focus,
    nearest.related,
    nearest.before,
    proximity,
    view.question.kindTerm === "" ? -1 : nearest.kind,
    window,
  ];
}

/** What stands around a span, whatever is asked: the columns but for `eventMatch`. */
interface Surroundings {
  words: readonly number[];
  event: number;
  place: number;
}

/** Spans are immutable, and every state of a question asks the same of them. */
const surroundingsCache = new WeakMap<CandidateSpan, Surroundings>();

/** Columns `before` to `place`: the words on both sides and the event that is told. */
export function surroundings(
  view: EvidenceView,
  passage: PassageView,
  span: CandidateSpan,
): number[] {
  const around = surroundingsCache.get(span) ?? readSurroundings(passage, span);
  surroundingsCache.set(span, around);
  const { words, event, place } = around;
  const isAsked = event === EVENTS.indexOf(view.question.shape.event) ? 1 : 0;
  return [...words, event, event === 0 ? -1 : isAsked, place];
}

function readSurroundings({ tokens, sentences }: PassageView, span: CandidateSpan): Surroundings {
  const { sentence } = tokens[span.firstToken] ?? { sentence: 0 };
  const from = sentences[sentence]?.firstToken ?? 0;
  return {
    words: [
      contextCode(tokens[span.firstToken - 1]),
      contextCode(tokens[span.firstToken - 2]),
      contextCode(tokens[span.lastToken]),
      isInBrackets(tokens, span.firstToken) ? 1 : 0,
    ],
    event: lastEvent(tokens, from, span.firstToken),
    place: span.firstToken / Math.max(1, tokens.length),
  };
}
