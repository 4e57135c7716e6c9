import { foldLetters } from "./folding.js";
import type { LanguageRules } from "./language-rules.js";
import { segmentWords } from "./word-segmentation.js";
import type { Word } from "./word-segmentation.js";

/** Longer runs are headings in capitals, not names. */
const LONGEST_NAME = 12;
const LONGEST_NICKNAME = 3;
const MOST_CONNECTORS = 3;

// Also d'Artagnan and call signs such as 3AW.
const CAPITALISED = /^(?:\p{L}{1,2}['’]|\p{N}{1,3})?[\p{Lu}\p{Lt}]/u;
const INITIAL = /^\p{Lu}$/u;
const NUMBER = /^\p{N}/u;
const POSSESSIVE = /['’]s$/i;
const GENERATION = /^(?:Jr|Sr|II|III|IV)$/;
const SPACE = /^\s{1,3}$/;
const AMPERSAND = /^\.?\s?&\s?$/;
const OPENS_QUOTE = /^\s["“«]$/;
const CLOSES_QUOTE = /^["”»]\s$/;
const QUOTE_BEFORE = /["“«]/;
/** A list of single words that ends in "& Nash": the name of a firm or a band. */
const ENDS_IN_AMPERSAND = /^[^\s&]+\s&\s/;

/** Words of a text together with what the rules ask about them again and again. */
interface Reading {
  text: string;
  words: readonly Word[];
  rules: LanguageRules;
  /** Index of every word that opens a sentence. */
  openers: ReadonlySet<number>;
}

/** Finds runs of capitalised words: see `Analyzer.capitalisedSpans`. */
export function splitCapitalisedSpans(
  text: string,
  sentences: readonly Word[],
  rules: LanguageRules,
  isStopWord: (word: string) => boolean,
): Word[] {
  const words = segmentWords(text);
  const reading: Reading = { text, words, rules, openers: sentenceOpeners(words, sentences) };
  const spans: Word[] = [];
  let first = 0;
  while (first < words.length) {
    const word = words[first];
    if (!word || !opensName(reading, first, word, isStopWord)) {
      first += 1;
      continue;
    }
    const last = lastWordOfName(reading, first);
    const named = words.slice(first, last + 1);
    if (isName(named, rules, isStopWord)) spans.push(spanOf(reading, first, last));
    first = last + 1;
  }
  return joinLists(text, spans);
}

function sentenceOpeners(words: readonly Word[], sentences: readonly Word[]): Set<number> {
  const openers = new Set<number>();
  let index = 0;
  for (const sentence of sentences) {
    while (index < words.length && (words[index]?.start ?? 0) < sentence.start) index += 1;
    openers.add(index);
  }
  return openers;
}

function opensName(
  { openers }: Reading,
  index: number,
  word: Word,
  isStopWord: (word: string) => boolean,
): boolean {
  if (!CAPITALISED.test(word.text)) return false;
  return !openers.has(index) || !isStopWord(word.text);
}

/** Follows a name from its first word as far as the rules join words. */
function lastWordOfName(reading: Reading, first: number): number {
  let last = nicknameAtStart(reading, first) ?? first;
  for (;;) {
    const next = nextWordOfName(reading, last);
    if (next === undefined) return last;
    last = next;
  }
}

function nextWordOfName(reading: Reading, index: number): number | undefined {
  const { words, openers, rules } = reading;
  const word = words[index];
  const next = words[index + 1];
  if (!word || !next || openers.has(index + 1) || POSSESSIVE.test(word.text)) return undefined;
  const gap = gapAfter(reading, index);
  const capital = CAPITALISED.test(next.text);
  if (SPACE.test(gap)) return afterSpace(reading, index);
  if (gap === "-") return afterHyphen(reading, index);
  if (gap === "." || gap === ". ") {
    const abbreviated = INITIAL.test(word.text) || rules.honorifics.has(word.text.toLowerCase());
    return abbreviated && capital ? index + 1 : undefined;
  }
  if (AMPERSAND.test(gap)) return capital ? index + 1 : undefined;
  if (gap === ", ") return GENERATION.test(next.text) ? index + 1 : undefined;
  if (OPENS_QUOTE.test(gap)) return afterNickname(reading, index + 1);
  return undefined;
}

function afterSpace(reading: Reading, index: number): number | undefined {
  const { words, rules } = reading;
  const word = words[index];
  const next = words[index + 1];
  if (!word || !next) return undefined;
  const afterNumber = NUMBER.test(word.text);
  if (CAPITALISED.test(next.text)) {
    return afterNumber && isDateWord(next, rules) ? undefined : index + 1;
  }
  if (NUMBER.test(next.text)) {
    if (isDateWord(word, rules)) return undefined;
    const following = words[index + 2];
    return following && isDateWord(following, rules) ? undefined : index + 1;
  }
  return afterConnectors(reading, index + 1);
}

/** "of the", "de la": joined only where a capitalised word follows. */
function afterConnectors(reading: Reading, from: number): number | undefined {
  const { words, rules, openers } = reading;
  for (let index = from; index < from + MOST_CONNECTORS; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (!word || !next || openers.has(index + 1)) return undefined;
    if (!rules.nameConnectors.has(word.text) || !SPACE.test(gapAfter(reading, index))) {
      return undefined;
    }
    if (CAPITALISED.test(next.text)) return index + 1;
  }
  return undefined;
}

/** Jean-Paul, Blink-182, Stratford-upon-Avon, Young-eun; not American-born. */
function afterHyphen(reading: Reading, index: number): number | undefined {
  const { compoundEndings } = reading.rules;
  const next = reading.words[index + 1];
  const over = reading.words[index + 2];
  if (!next) return undefined;
  if (CAPITALISED.test(next.text) || NUMBER.test(next.text)) return index + 1;
  const joins = over && CAPITALISED.test(over.text) && gapAfter(reading, index + 1) === "-";
  if (joins) return index + 2;
  return compoundEndings.size > 0 && !compoundEndings.has(next.text) ? index + 1 : undefined;
}

/** "Weird Al" Yankovic: the word after a nickname that opens the name. */
function nicknameAtStart(reading: Reading, first: number): number | undefined {
  const word = reading.words[first];
  if (!word || !QUOTE_BEFORE.test(reading.text.charAt(word.start - 1))) return undefined;
  return afterNickname(reading, first);
}

/** The capitalised word after a short quotation that begins at `from`, if there is one. */
function afterNickname(reading: Reading, from: number): number | undefined {
  const { words, openers } = reading;
  for (let index = from; index < from + LONGEST_NICKNAME; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (!word || !next || openers.has(index + 1)) return undefined;
    const gap = gapAfter(reading, index);
    if (CLOSES_QUOTE.test(gap)) return CAPITALISED.test(next.text) ? index + 1 : undefined;
    if (!SPACE.test(gap)) return undefined;
  }
  return undefined;
}

function gapAfter({ text, words }: Reading, index: number): string {
  return text.slice(words[index]?.end ?? 0, words[index + 1]?.start ?? 0);
}

function isName(
  named: readonly Word[],
  rules: LanguageRules,
  isStopWord: (word: string) => boolean,
): boolean {
  if (named.length > LONGEST_NAME) return false;
  if (named.length === 1 && INITIAL.test(named[0]?.text ?? "")) return false;
  if (named.every(({ text }) => isStopWord(text))) return false;
  return !named.every((word) => NUMBER.test(word.text) || isDateWord(word, rules));
}

function isDateWord(word: Word, rules: LanguageRules): boolean {
  return rules.dateWords.has(foldLetters(word.text));
}

/** From the first to the last word, with an opening quote before and a full stop that belongs. */
function spanOf({ text, words, rules }: Reading, first: number, last: number): Word {
  let start = words[first]?.start ?? 0;
  const lastWord = words[last]?.text ?? "";
  let end = (words[last]?.end ?? 0) - (POSSESSIVE.exec(lastWord)?.[0].length ?? 0);
  const inside = text.slice(start, end);
  if (start > 0 && QUOTE_BEFORE.test(text.charAt(start - 1)) && /["”»]/.test(inside)) start -= 1;
  const dotted = INITIAL.test(lastWord) && text.charAt(end - 2) === ".";
  const shortened = rules.abbreviations.has(lastWord.toLowerCase()) || GENERATION.test(lastWord);
  if ((dotted || shortened) && text.charAt(end) === ".") end += 1;
  return { text: text.slice(start, end), start, end };
}

/** Joins "Crosby", "Stills & Nash" and the like, which a comma separates. */
function joinLists(text: string, spans: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const span of spans) {
    let { start } = span;
    if (ENDS_IN_AMPERSAND.test(span.text)) {
      for (let before = joined.at(-1); before; before = joined.at(-1)) {
        const single = !/\s/.test(before.text);
        if (!single || text.slice(before.end, start) !== ", ") break;
        start = before.start;
        joined.pop();
      }
    }
    joined.push({ text: text.slice(start, span.end), start, end: span.end });
  }
  return joined;
}
