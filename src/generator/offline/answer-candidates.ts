import type { Analyzer } from "../../language/analyzer.js";
import { relatedTerms } from "../../language/related-terms.js";
import type { AnswerType } from "./question-shape.js";
import type { EvidenceView, SentenceView } from "./evidence-view.js";

/** A span that may be the answer. */
export interface AnswerCandidate {
  text: string;
  passageIndex: number;
  passageId: string;
  sentence: string;
  /** Higher is better; comparable within one question only. */
  score: number;
}

const MONTH =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const DATE_SPAN = new RegExp(
  `(?:\\d{1,2}\\s+)?(?:${MONTH})(?:\\s+\\d{1,2},)?\\s+\\d{3,4}|\\b1\\d{3}\\b|\\b20\\d{2}\\b`,
  "gu",
);
const NUMBER_SPAN = /\b\d[\d,]*(?:\.\d+)?(?:\s+(?:million|billion|thousand))?(?:\s+\p{Ll}+)?/gu;
const QUOTED_SPAN = /["“]([^"”]{2,80})["”]/gu;

/** Words near a span that fit what is asked for. */
const CUES: Partial<Record<AnswerType, RegExp>> = {
  person: /\b(?:by|born|wife|husband|son|daughter|father|mother|named|mayor|sister|brother)\b/iu,
  place: /\b(?:in|at|near|from|born|located|lies|stands)\b/iu,
  date: /\b(?:in|on|since|until|born|died|founded|opened|built)\b/iu,
};

/**
 * Candidate spans, best first: of the type that is asked for, in a sentence that covers the
 * question, in a passage that another one leads to, and not named in the question.
 */
export function answerCandidates(
  question: string,
  type: AnswerType,
  view: EvidenceView,
  analyzer: Analyzer,
): AnswerCandidate[] {
  const asked = ` ${analyzer.fold(question)} `;
  const candidates = view.sentences.flatMap((sentence) =>
    spansOf(sentence.text, type, analyzer)
      .filter((text) => {
        const folded = analyzer.fold(text);
        return folded !== "" && !asked.includes(` ${folded} `);
      })
      .map((text): AnswerCandidate => ({
        text,
        passageIndex: sentence.passageIndex,
        passageId: sentence.passageId,
        sentence: sentence.text,
        score: scoreOf(text, type, sentence, view, analyzer),
      })),
  );
  return candidates.toSorted((a, b) => b.score - a.score);
}

function spansOf(text: string, type: AnswerType, analyzer: Analyzer): string[] {
  const matches = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map((match) => (match[1] ?? match[0]).trim());
  switch (type) {
    case "date":
      return matches(DATE_SPAN);
    case "number":
      return matches(NUMBER_SPAN);
    case "person":
    case "place":
      return analyzer.capitalisedSpans(text).map((span) => span.text);
    default:
      return [...matches(QUOTED_SPAN), ...analyzer.capitalisedSpans(text).map((span) => span.text)];
  }
}

/**
 * The answer of a multi-hop question stands where its last hop is: in a passage next to the one the
 * question starts from, in a sentence with the terms which that one lacks.
 */
function scoreOf(
  text: string,
  type: AnswerType,
  sentence: SentenceView,
  view: EvidenceView,
  analyzer: Analyzer,
): number {
  const { passageIndex, terms, position } = sentence;
  const { openTerms, questionTerms, anchor } = view;
  const before = sentence.text.slice(0, sentence.text.indexOf(text)).slice(-40);
  const isTitle = analyzer.fold(view.titles[passageIndex] ?? "") === analyzer.fold(text);
  const isOver = passageIndex === anchor && openTerms.length > 0;
  return (
    1.5 * relatedCoverage(openTerms, terms, analyzer) +
    0.8 * relatedCoverage(questionTerms, terms, analyzer) +
    (view.nextToAnchor[passageIndex] ? 0.6 : 0) +
    (isOver ? 0 : 0.2) +
    (CUES[type]?.test(before) ? 0.3 : 0) -
    (isTitle ? 0.4 : 0) -
    0.02 * position
  );
}

function relatedCoverage(
  asked: readonly string[],
  terms: ReadonlySet<string>,
  { language }: Analyzer,
): number {
  if (asked.length === 0) return 0;
  const met = asked.filter((term) => relatedTerms(term, language).some((word) => terms.has(word)));
  return met.length / asked.length;
}
