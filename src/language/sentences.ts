import type { LanguageRules } from "./language-rules.js";
import type { Word } from "./word-segmentation.js";

// No look-ahead here: what follows is checked in code, so a long run of dots stays linear.
const POSSIBLE_END = /[.!?…。！？｡]+["'”’»)\]」』]*|\n[^\S\n]*\n/g;
const UNSPACED_END = /[。！？｡]/;
const FIRST_OF_NEXT = /[\p{L}\p{N}]+/uy;
const OPENING = new Set(['"', "'", "“", "‘", "«", "(", "[", "¿", "¡"]);
const WHITE_SPACE = /\s/;
const LOWER_CASE = /^\p{Ll}/u;
/** The last stretch before a full stop without white space or brackets: `Mr`, `J`, `U.S`. */
const LAST_TOKEN = /[^\s("“‘[]{1,24}$/u;
const DOTTED_LETTERS = /^(?:\p{L}\.)*\p{L}$/u;

/**
 * Splits a text into sentences. A full stop ends none after a form of address, an initial or an
 * acronym (unless a stop word follows with a capital: "in the U.S. He …"), nor before a small
 * letter. A blank line always ends one.
 */
export function splitSentences(
  text: string,
  rules: LanguageRules,
  isStopWord: (word: string) => boolean,
): Word[] {
  const sentences: Word[] = [];
  let start = 0;
  for (const match of text.matchAll(POSSIBLE_END)) {
    const mark = match[0];
    const end = match.index + mark.length;
    if (!endsSentence(text, match.index, mark, rules, isStopWord)) continue;
    pushTrimmed(sentences, text, start, end);
    start = end;
  }
  pushTrimmed(sentences, text, start, text.length);
  return sentences;
}

function endsSentence(
  text: string,
  index: number,
  mark: string,
  rules: LanguageRules,
  isStopWord: (word: string) => boolean,
): boolean {
  if (mark.startsWith("\n") || UNSPACED_END.test(mark)) return true;
  const end = index + mark.length;
  if (end < text.length && !WHITE_SPACE.test(text.charAt(end))) return false;
  const next = firstWordFrom(text, end);
  if (LOWER_CASE.test(next)) return false;
  if (mark !== ".") return true;
  const token = LAST_TOKEN.exec(text.slice(Math.max(0, index - 24), index))?.[0] ?? "";
  const word = token.toLowerCase();
  if (rules.honorifics.has(word)) return false;
  if (word === "no" && /^\d/.test(next)) return false;
  const mayContinue = DOTTED_LETTERS.test(token) || rules.abbreviations.has(word);
  return !mayContinue || next === "" || isStopWord(next);
}

function firstWordFrom(text: string, from: number): string {
  let at = from;
  while (at < text.length && (WHITE_SPACE.test(text.charAt(at)) || OPENING.has(text.charAt(at)))) {
    at += 1;
  }
  FIRST_OF_NEXT.lastIndex = at;
  return FIRST_OF_NEXT.exec(text)?.[0] ?? "";
}

function pushTrimmed(sentences: Word[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === "") return;
  const start = from + raw.indexOf(trimmed);
  sentences.push({ text: trimmed, start, end: start + trimmed.length });
}
