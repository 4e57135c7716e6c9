import type { FoundAnswer } from "./find-answer.js";
import { coverage, relatedCoverage } from "./evidence-view.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import { ANSWER_TYPES, EVENTS } from "./question-shape.js";
import { comparedNames } from "./find-answer.js";
import { sidesOf } from "./comparison-sides.js";

/** Columns of the judge's table, in order. Missing is −1, all others are ≥ 0. */
export const SUFFICIENCY_FEATURES = [
  "passages",
  "questionType",
  "questionEvent",
  "questionTerms",
  "connectors",
  "coverage",
  "missingTerms",
  "bestCoverage",
  "coverageGain",
  "relationCoverage",
  "pairCoverage",
  "sentencePair",
  "deepest",
  "named",
  "linked",
  "questionNames",
  "namesFound",
  "openCovered",
  "openLinked",
  "openBridges",
  "anchorCoverage",
  "linkedShare",
  "secondCoverage",
  "answerShare",
  "answerMargin",
  "answerLead",
  "answerDepth",
  "answerLinked",
  "answerIsTitle",
  "sides",
  "linkedSides",
  "datedSides",
  "titleShare",
] as const;

const CONNECTORS = /\b(?:of|that|which|who|whose|where|whom|by|in which)\b|['’]s\b/giu;

/** One row: how far the evidence goes. */
export function sufficiencyFeatures(view: EvidenceView, answer: FoundAnswer): Float32Array {
  const { question, passages, openTerms, missingTerms, anchor, analyzer } = view;
  const all = new Set(passages.flatMap(({ terms }) => [...terms]));
  const shares = passages.map((passage) => passage.coverage).sort((one, other) => other - one);
  const whole = coverage(question.terms, all);
  const linked = passages.filter(({ ledToBy }) => ledToBy.length > 0);
  const next = passages.filter((_, index) => isNext(view, index));
  const last = passages[answer.passages.at(-1) ?? -1];
  const names = question.names.map((name) => analyzer.fold(name));
  const found = names.filter((name) => passages.some(({ folded }) => folded.includes(` ${name} `)));
  return Float32Array.from([
    passages.length,
    ANSWER_TYPES.indexOf(question.shape.type),
    EVENTS.indexOf(question.shape.event),
    question.terms.length,
    [...question.text.matchAll(CONNECTORS)].length,
    whole,
    missingTerms.length,
    shares[0] ?? 0,
    whole - (shares[0] ?? 0),
    relatedCoverage(question.relationTerms, all, analyzer),
    bestPair(view),
    bestSentencePair(view),
    Math.max(0, ...passages.map(({ depth }) => depth + 1)),
    passages.filter(({ depth }) => depth === 0).length,
    linked.length,
    names.length,
    names.length === 0 ? -1 : found.length / names.length,
    openTerms.length === 0 ? -1 : relatedCoverage(openTerms, all, analyzer),
    openTerms.length === 0
      ? -1
      : Math.max(0, ...next.map(({ terms }) => relatedCoverage(openTerms, terms, analyzer))),
    openBridges(view),
    passages[anchor]?.coverage ?? 0,
    linked.length / Math.max(1, passages.length),
    shares[1] ?? 0,
    answer.share,
    Math.max(0, 10 + answer.margin),
    Math.max(0, answer.lead),
    last ? last.depth + 1 : -1,
    last ? (last.ledToBy.length > 0 ? 1 : 0) : -1,
    passages.some(({ name }) => name !== "" && name === analyzer.fold(answer.text)) ? 1 : 0,
    ...sideFeatures(view),
    coverage(
      [...new Set(passages.flatMap(({ titleTerms }) => [...titleTerms]))],
      new Set(question.terms),
    ),
  ]);
}

function isNext({ passages, anchor }: EvidenceView, index: number): boolean {
  if (index === anchor) return false;
  return Boolean(
    passages[anchor]?.leadsTo.includes(index) || passages[index]?.leadsTo.includes(anchor),
  );
}

/** Best coverage of the question by two passages of which one names the other. */
function bestPair({ question, passages }: EvidenceView): number {
  let best = 0;
  for (const { terms, leadsTo } of passages) {
    for (const other of leadsTo) {
      const both = new Set([...terms, ...(passages[other]?.terms ?? [])]);
      best = Math.max(best, coverage(question.terms, both));
    }
  }
  return best;
}

/**
 * Best coverage by a chain of two sentences: one that names another passage, and one of that
 * passage.
 */
function bestSentencePair({ question, passages, analyzer }: EvidenceView): number {
  let best = 0;
  for (const { sentences, leadsTo, titleTerms } of passages) {
    for (const other of leadsTo) {
      const target = passages[other];
      if (!target) continue;
      for (const { text, terms } of sentences) {
        if (!` ${analyzer.fold(text)} `.includes(` ${target.name} `)) continue;
        for (const reached of target.sentences) {
          const union = new Set([...titleTerms, ...terms, ...target.titleTerms, ...reached.terms]);
          best = Math.max(best, relatedCoverage(question.relationTerms, union, analyzer));
        }
      }
    }
  }
  return best;
}

/** Names in the anchor's best sentence that no passage is about: ways that were not gone. */
function openBridges(view: EvidenceView): number {
  return bridgeNames(view).length;
}

/** As {@link openBridges}, by name, in the order of the text. */
export function bridgeNames({ question, passages, anchor }: EvidenceView): string[] {
  const start = passages[anchor];
  if (!start) return [];
  const best = bestSentenceOf(start, question.relationTerms);
  const names = start.spans.filter(
    ({ kind, firstToken, folded }) =>
      kind === "name" &&
      start.tokens[firstToken]?.sentence === best &&
      !question.folded.includes(` ${folded} `) &&
      !passages.some(({ name }) => name !== "" && (name.includes(folded) || folded.includes(name))),
  );
  return [...new Map(names.map(({ folded, text }) => [folded, text])).values()];
}

function bestSentenceOf({ sentences }: PassageView, asked: readonly string[]): number {
  const shares = sentences.map(({ terms }) => coverage(asked, terms));
  return Math.max(0, shares.indexOf(Math.max(...shares)));
}

function sideFeatures(view: EvidenceView): [number, number, number] {
  const { type, options } = view.question.shape;
  const names = type === "choice" ? options : type === "yes_no" ? comparedNames(view) : undefined;
  if (!names) return [-1, -1, -1];
  const sides = sidesOf(names, view);
  return [
    sides.filter(({ passage }) => passage).length,
    sides.filter(({ linked }) => linked.length > 0).length,
    sides.filter(({ dates }) => dates.length > 0).length,
  ];
}
