import type { Analyzer } from "../../language/analyzer.js";
import type { Token } from "./token.js";

/** What a span looks like. The numbers are a feature of the reader: add at the end only. */
export const SPAN_KINDS = [
  "name",
  "date",
  "year",
  "number",
  "quotation",
  "phrase",
  "place",
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** A stretch of a passage that may be an answer. */
export interface CandidateSpan {
  text: string;
  start: number;
  end: number;
  kind: SpanKind;
  /** Tokens from here to before `lastToken`. */
  firstToken: number;
  lastToken: number;
  folded: string;
}

const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const DATE = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH},?\\s+\\d{3,4}\\b|\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{3,4}\\b|` +
    `\\b${MONTH},?\\s+\\d{3,4}\\b|\\b\\d{1,2}\\s+${MONTH}\\b|\\b${MONTH}\\s+\\d{1,2}\\b`,
  "gu",
);
const YEAR = /\b(?:1\d{3}|20\d{2})s?\b/gu;
const YEARS = /\b(?:1\d{3}|20\d{2})\s?(?:-|–|—|to|until|and)\s?(?:(?:1\d{3}|20\d{2})|\d{2})\b/gu;
const NUMBER =
  /(?:[$£€]\s?)?\b\d+(?:,\d{3})*(?:\.\d+)?(?:\s?%|\s(?:million|billion|trillion|thousand|hundred|percent))?/gu;
const RANGE = /\b\d[\d,.]*(?:\s?%)?\s?(?:to|and|-|–)\s?\d[\d,.]*\d(?:\s?%)?/gu;
const QUOTED = /["“]([^"“”]{2,80})["”]/gu;
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|hundreds|thousand|thousands|million|dozens?|first|second|third|fourth|fifth)$/u;

/** Tags that a noun phrase is made of. */
const PHRASE_TAGS: ReadonlySet<string> = new Set(["NOUN", "PROPN", "ADJ", "NUM"]);
const LONGEST_PHRASE = 9;

/** All candidate spans of a text, each stretch once, in the order of the text. */
export function candidateSpans(
  text: string,
  tokens: readonly Token[],
  analyzer: Analyzer,
): CandidateSpan[] {
  const spans = new Map<string, { start: number; end: number; kind: SpanKind }>();
  const add = (start: number, end: number, kind: SpanKind): void => {
    const key = `${start}:${end}`;
    if (end > start && !spans.has(key)) spans.set(key, { start, end, kind });
  };
  const addMatches = (pattern: RegExp, kind: SpanKind): void => {
    for (const match of text.matchAll(pattern)) {
      const inner = match[1] ?? match[0];
      const start = match.index + match[0].indexOf(inner);
      add(start, start + inner.length, kind);
    }
  };
  addMatches(DATE, "date");
  addMatches(YEARS, "year");
  addMatches(YEAR, "year");
  addNames(text, analyzer, add);
  addMatches(RANGE, "number");
  addMatches(NUMBER, "number");
  addMatches(QUOTED, "quotation");
  addPhrases(tokens, add);
  return withTokens([...spans.values()], text, tokens, analyzer);
}

type AddSpan = (start: number, end: number, kind: SpanKind) => void;

const RANK_BETWEEN = /^, (?:\d+(?:st|nd|rd|th) )?$/u;
const WORDS_OF_NAME = /\S+/gu;

/**
 * Capitalised spans; "Gardnerville, Nevada" and "Hugh, 2nd Earl of Stafford": two of them with a
 * comma between; and a long name without its first or its last word ("President James K. Polk").
 */
function addNames(text: string, analyzer: Analyzer, add: AddSpan): void {
  const names = analyzer.capitalisedSpans(text);
  for (const [index, { text: name, start, end }] of names.entries()) {
    add(start, end, "name");
    const next = names[index + 1];
    const between = next ? text.slice(end, next.start) : "";
    if (next && RANK_BETWEEN.test(between)) add(start, next.end, "place");
    if (next && between === " and ") add(start, next.end, "phrase");
    const words = [...name.matchAll(WORDS_OF_NAME)];
    const [second, last] = [words[1], words.at(-1)];
    if (words.length < 3 || !second || !last) continue;
    add(start + second.index, end, "name");
    add(start, start + last.index - 1, "name");
  }
}

/**
 * Noun phrases by part of speech: the whole run, without its adjectives, the nouns at its end, the
 * run with its number, and two runs with "of" between.
 */
function addPhrases(tokens: readonly Token[], add: AddSpan): void {
  const startOf = (token: number): number => tokens[token]?.start ?? 0;
  const endOf = (token: number): number => tokens[token - 1]?.end ?? 0;
  let before: { from: number; to: number } | undefined;
  for (let from = 0; from < tokens.length;) {
    const to = endOfPhrase(tokens, from);
    if (to === from) {
      from += 1;
      continue;
    }
    const kind = isNumeric(tokens[from]) ? "number" : "phrase";
    add(startOf(from), endOf(to), kind);
    const noun = firstOf(tokens, from, to, ({ tag }) => tag === "NOUN" || tag === "PROPN");
    if (noun < to) add(startOf(noun), endOf(to), "phrase");
    const lastNames = lastRun(tokens, from, to, "NOUN");
    if (lastNames < to) add(startOf(lastNames), endOf(to), "phrase");
    for (let token = from; token < to; token++) {
      // A single adjective or number may be the answer: "American", "three".
      const { tag } = tokens[token] as Token;
      if (tag === "ADJ" || tag === "NUM") add(startOf(token), endOf(token + 1), "phrase");
    }
    if (before && joinsByOf(tokens, before.to, from) && to - before.from <= LONGEST_PHRASE) {
      add(startOf(before.from), endOf(to), "phrase");
    }
    before = { from, to };
    from = to;
  }
}

function endOfPhrase(tokens: readonly Token[], from: number): number {
  let to = from;
  while (to < tokens.length && to - from < LONGEST_PHRASE) {
    const token = tokens[to];
    if (!token || !(PHRASE_TAGS.has(token.tag) || NUMBER_WORD.test(token.lower))) break;
    if (token.sentence !== tokens[from]?.sentence) break;
    to += 1;
  }
  return to;
}

function firstOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  isWanted: (token: Token) => boolean,
): number {
  for (let index = from; index < to; index++) {
    const token = tokens[index];
    if (token && isWanted(token)) return index;
  }
  return to;
}

/** Where the run of this tag at the end begins; `to` where the last token has another. */
function lastRun(tokens: readonly Token[], from: number, to: number, tag: string): number {
  let index = to;
  while (index > from && tokens[index - 1]?.tag === tag) index -= 1;
  return index;
}

function joinsByOf(tokens: readonly Token[], end: number, next: number): boolean {
  const between = tokens.slice(end, next).map(({ lower }) => lower);
  return between[0] === "of" && (between.length === 1 || between.join(" ") === "of the");
}

function isNumeric(token: Token | undefined): boolean {
  return token !== undefined && (token.tag === "NUM" || NUMBER_WORD.test(token.lower));
}

/** Finds the tokens of each span by one walk, because both lists rise. */
function withTokens(
  spans: { start: number; end: number; kind: SpanKind }[],
  text: string,
  tokens: readonly Token[],
  analyzer: Analyzer,
): CandidateSpan[] {
  let first = 0;
  return spans
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .flatMap(({ start, end, kind }) => {
      while (first < tokens.length && (tokens[first]?.end ?? 0) <= start) first += 1;
      let last = first;
      while (last < tokens.length && (tokens[last]?.start ?? 0) < end) last += 1;
      const written = text.slice(start, end);
      const folded = analyzer.fold(written);
      if (folded === "" || last === first) return [];
      return [{ text: written, start, end, kind, firstToken: first, lastToken: last, folded }];
    });
}
