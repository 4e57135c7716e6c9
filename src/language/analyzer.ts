import { splitCapitalisedSpans } from "./capitalised-spans.js";
import { foldLetters, foldWord, withoutApostrophes } from "./folding.js";
import type { Language } from "./language.js";
import { rulesFor } from "./language-rules.js";
import type { LanguageRules } from "./language-rules.js";
import { splitSentences } from "./sentences.js";
import { segmentWords, wordTexts } from "./word-segmentation.js";
import type { Word } from "./word-segmentation.js";

export type { Word } from "./word-segmentation.js";

/**
 * What the package knows about a language: one object a language, without state that a caller
 * could see. Index, features and queries use the same analyzer, so their terms agree.
 */
export interface Analyzer {
  readonly language: Language;
  /**
   * Runs of letters and digits (Unicode) with offsets; Han, kana and Hangul one character each;
   * `O'Brien` is one word. Case is left as it is.
   */
  words(text: string): Word[];
  /**
   * Content terms in order, with repeats: case and diacritics folded, stop words removed, a
   * possessive `'s` cut, stemmed.
   */
  terms(text: string): string[];
  /** Folded words joined by one space: for comparing names and queries. */
  fold(text: string): string;
  /** True for a stop word in any case, with or without its diacritics. */
  isStopWord(word: string): boolean;
  /** Sentences with offsets; none ends after "Mr.", "J. R. R." or "U.S." */
  sentences(text: string): Word[];
  /**
   * Runs of capitalised words that may be names, with offsets. Stop words that open a sentence and
   * dates are left out; particles, initials, ampersands and nicknames in quotes stay inside.
   */
  capitalisedSpans(text: string): Word[];
}

/** Words longer than this are no words of a language: they are neither stemmed nor cached. */
const LONGEST_WORD = 64;
/** Enough for the vocabulary of a large corpus; emptied when full. */
const CACHED_TERMS = 200_000;

const analyzers = new Map<Language, Analyzer>();

/**
 * The analyzer of a language; the same object each time.
 *
 * @example
 * ```ts
 * import { analyzerFor } from "dynakrag";
 *
 * const { terms, fold } = analyzerFor("english");
 * terms("The directors of Amélie's films"); // ["director", "ameli", "film"]
 * fold("Sean O’Brien"); // "sean obrien"
 * ```
 */
export function analyzerFor(language: Language): Analyzer {
  const known = analyzers.get(language);
  if (known) return known;
  const created = createAnalyzer(language, rulesFor(language));
  analyzers.set(language, created);
  return created;
}

function createAnalyzer(language: Language, rules: LanguageRules): Analyzer {
  const stopWords = new Set(rules.stopWords.flatMap((word) => [foldLetters(word), foldWord(word)]));
  const isStopWord = (word: string): boolean => stopWords.has(foldLetters(word));

  const termOf = (word: string): string => {
    const folded = foldLetters(word);
    if (stopWords.has(folded)) return "";
    const plain = withoutApostrophes(folded.replace(/'s$/, ""));
    if (stopWords.has(plain)) return "";
    return plain.length > LONGEST_WORD ? plain : rules.stem(plain);
  };
  const cachedTermOf = cached(termOf);

  const sentences = (text: string): Word[] => splitSentences(text, rules, isStopWord);

  return {
    language,
    words: segmentWords,
    terms: (text) => {
      const terms: string[] = [];
      for (const word of wordTexts(text.normalize("NFKC"))) {
        const term = cachedTermOf(word);
        if (term !== "") terms.push(term);
      }
      return terms;
    },
    fold: (text) => wordTexts(text.normalize("NFKC")).map(foldWord).filter(Boolean).join(" "),
    isStopWord,
    sentences,
    capitalisedSpans: (text) => splitCapitalisedSpans(text, sentences(text), rules, isStopWord),
  };
}

function cached(compute: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const value = compute(word);
    if (word.length <= LONGEST_WORD) {
      if (known.size >= CACHED_TERMS) known.clear();
      known.set(word, value);
    }
    return value;
  };
}
