import type { Analyzer } from "../../language/analyzer.js";
import type { Passage } from "../../state/evidence.js";
import { relatedTerms } from "../../language/related-terms.js";
import { readPassage, readText } from "./passage-reading.js";
import type { PassageReading } from "./passage-reading.js";
import { questionShape, questionWordAt } from "./question-shape.js";
import type { QuestionShape } from "./question-shape.js";
import type { Tagger } from "./tagger.js";
import type { Token } from "./token.js";

/** The question, taken apart once. */
export interface QuestionReading {
  text: string;
  folded: string;
  tokens: Token[];
  shape: QuestionShape;
  /** All content terms. */
  terms: string[];
  /** Names in the question, as written. */
  names: string[];
  /** Content terms outside names: what is asked about them. */
  relationTerms: string[];
  /** Content terms within five tokens of the question word. */
  focusTerms: string[];
  kindTerm: string;
}

/** A passage among the others. */
export interface PassageView extends PassageReading {
  /** Steps along titles from the question: 0 = the question names it; −1 = no way leads there. */
  depth: number;
  /** Indices of the passages whose title this one names. */
  leadsTo: number[];
  /** Indices of the passages that name this one's title. */
  ledToBy: number[];
  /** Share of the question's terms that stand in it, 0 to 1. */
  coverage: number;
}

/** The evidence as the embedded generator reads it: question, passages and the links between. */
export interface EvidenceView {
  question: QuestionReading;
  passages: PassageView[];
  /** The passage the question starts from: named by it, and covering most of it. */
  anchor: number;
  /** Terms of the question that the anchor does not cover: the last hop. */
  openTerms: string[];
  /** Terms of the question that no passage covers. */
  missingTerms: string[];
  analyzer: Analyzer;
}

/** Reads question and evidence once for all tasks. */
export function viewEvidence(
  question: string,
  evidence: readonly Passage[],
  analyzer: Analyzer,
  tag: Tagger,
): EvidenceView {
  const asked = readQuestion(question, analyzer, tag);
  const readings = evidence.map((passage) => readPassage(passage, analyzer, tag));
  const leadsTo = readings.map((from, index) =>
    [...readings.keys()].filter(
      (other) => other !== index && names(from.folded, readings[other]?.name ?? ""),
    ),
  );
  const depths = depthsFrom(asked.folded, readings, leadsTo);
  const passages = readings.map((reading, index): PassageView => ({
    ...reading,
    depth: depths[index] ?? -1,
    leadsTo: leadsTo[index] ?? [],
    ledToBy: [...readings.keys()].filter((other) => leadsTo[other]?.includes(index)),
    coverage: coverage(asked.terms, reading.terms),
  }));
  const anchor = anchorOf(passages);
  const anchored = passages[anchor]?.terms ?? new Set<string>();
  return {
    question: asked,
    passages,
    anchor,
    openTerms: asked.terms.filter((term) => !anchored.has(term)),
    missingTerms: asked.terms.filter((term) => !passages.some(({ terms }) => terms.has(term))),
    analyzer,
  };
}

function readQuestion(question: string, analyzer: Analyzer, tag: Tagger): QuestionReading {
  const { tokens } = readText(question, analyzer, tag);
  const shape = questionShape(question);
  const spans = analyzer.capitalisedSpans(question);
  const outside = tokens.filter(
    ({ start, end, term }) =>
      term !== "" && !spans.some((span) => span.start <= start && end <= span.end),
  );
  const at = questionWordAt(tokens);
  const near = tokens.slice(Math.max(0, at - 5), at + 6);
  return {
    text: question,
    folded: ` ${analyzer.fold(question)} `,
    tokens,
    shape,
    terms: [...new Set(analyzer.terms(question))],
    names: spans.map(({ text }) => text),
    relationTerms: [...new Set(outside.map(({ term }) => term))],
    focusTerms: [...new Set(near.map(({ term }) => term).filter((term) => term !== ""))],
    kindTerm: kindTerm(tokens, at, shape.kind, analyzer),
  };
}

/** The noun that says what is asked for: "series" in "what Western TV series"; empty without one. */
function kindTerm(
  tokens: readonly Token[],
  at: number,
  kind: string | undefined,
  analyzer: Analyzer,
): string {
  let head = "";
  let isNamed = true;
  for (const { tag, term } of tokens.slice(at + 1, at + 9)) {
    if (tag === "NOUN" || (tag === "PROPN" && isNamed)) {
      if (term !== "") head = term;
      isNamed &&= tag === "PROPN";
    } else if (tag === "VERB" || (head !== "" && tag !== "ADJ" && tag !== "PROPN")) break;
  }
  if (tokens[at]?.lower === "what" || tokens[at]?.lower === "which") {
    if (head !== "") return head;
  }
  return kind === undefined ? "" : (analyzer.terms(kind)[0] ?? "");
}

/** Names shorter than this are words more often than names. */
const SHORTEST_NAME = 3;

function names(folded: string, name: string): boolean {
  return name.length >= SHORTEST_NAME && folded.includes(` ${name} `);
}

/** Breadth first along titles, from the passages that the question names. */
function depthsFrom(
  asked: string,
  readings: readonly PassageReading[],
  leadsTo: readonly number[][],
): number[] {
  const depths = readings.map(({ name }): number => (names(asked, name) ? 0 : -1));
  const queue = [...depths.keys()].filter((index) => depths[index] === 0);
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    for (const to of leadsTo[from] ?? []) {
      if (depths[to] !== -1) continue;
      depths[to] = (depths[from] ?? 0) + 1;
      queue.push(to);
    }
  }
  return depths;
}

/** The passage that covers most of the question; one that the question names is preferred. */
function anchorOf(passages: readonly PassageView[]): number {
  const worth = passages.map((passage) => passage.coverage + (passage.depth === 0 ? 0.5 : 0));
  return Math.max(0, worth.indexOf(Math.max(...worth)));
}

/** Share of the asked terms that a set of terms holds, 0 to 1. */
export function coverage(asked: readonly string[], terms: ReadonlySet<string>): number {
  if (asked.length === 0) return 0;
  return asked.filter((term) => terms.has(term)).length / asked.length;
}

/** As {@link coverage}; a term also counts as met by one that states the same relation. */
export function relatedCoverage(
  asked: readonly string[],
  terms: ReadonlySet<string>,
  { language }: Analyzer,
): number {
  if (asked.length === 0) return 0;
  const met = asked.filter((term) => relatedTerms(term, language).some((word) => terms.has(word)));
  return met.length / asked.length;
}
