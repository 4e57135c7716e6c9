import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import type { Passage } from "../state/evidence.js";
import { titleOf } from "./passage-identity.js";

/** A sentence of a passage, as its features read it. */
export interface AnalysedSentence {
  /** Folded words between spaces, so that a name is found by `includes(" name ")`. */
  folded: string;
  /** Without repeats. */
  terms: readonly string[];
}

/** What the features of a passage read of it, whatever the question. */
export interface AnalysedPassage {
  passage: Passage;
  /** The title folded, whole, between spaces; empty where there is none. */
  title: string;
  /** The title without a parenthesis, as written: "Titanic" of "Titanic (1997 film)". */
  writtenName: string;
  /** The same, folded, between spaces; empty where it is too short to be looked for. */
  name: string;
  titleTerms: ReadonlySet<string>;
  /** Terms of title and text. */
  terms: ReadonlySet<string>;
  /** Folded words of the text between spaces. */
  folded: string;
  /** The text that was read: the beginning of a long page. */
  text: string;
  sentences: readonly AnalysedSentence[];
}

/** Characters that are read of a page of any length. */
const LONGEST_TEXT = 20_000;
/** Names shorter than this are words more often than names. */
const SHORTEST_NAME = 3;
const PARENTHESIS = /(?<!\s)\s*\([^()]*\)$/u;

/** Passages are immutable, so each is taken apart once for as long as it lives. */
const known = new Map<Language, WeakMap<Passage, AnalysedPassage>>();

/** Takes a passage apart, once for each object and language. */
export function analysedPassage(passage: Passage, language: Language): AnalysedPassage {
  const ofLanguage = known.get(language) ?? new WeakMap<Passage, AnalysedPassage>();
  known.set(language, ofLanguage);
  const found = ofLanguage.get(passage);
  if (found) return found;
  const analysed = analyse(passage, language);
  ofLanguage.set(passage, analysed);
  return analysed;
}

function analyse(passage: Passage, language: Language): AnalysedPassage {
  const { terms, fold, sentences } = analyzerFor(language);
  const title = titleOf(passage) ?? "";
  const writtenName = nameOfTitle(title);
  const name = fold(writtenName);
  const text = passage.pageContent.slice(0, LONGEST_TEXT);
  const titleTerms = new Set(terms(title));
  const pieces = sentences(text).map((sentence): AnalysedSentence => ({
    folded: ` ${fold(sentence.text)} `,
    terms: [...new Set(terms(sentence.text))],
  }));
  return {
    passage,
    title: title === "" ? "" : ` ${fold(title)} `,
    writtenName,
    name: name.length < SHORTEST_NAME ? "" : ` ${name} `,
    titleTerms,
    terms: new Set([...titleTerms, ...pieces.flatMap((piece) => piece.terms)]),
    folded: ` ${fold(text)} `,
    text,
    sentences: pieces,
  };
}

/** A title without its parenthesis: "Titanic (1997 film)" is called "Titanic" in a text. */
export function nameOfTitle(title: string): string {
  return title.replace(PARENTHESIS, "").trim() || title;
}

/**
 * True where a passage names the title of another. A title of one word must stand there as it is
 * written, so that "Bridge" is not named by every bridge.
 */
export function namesTitle(from: AnalysedPassage, to: AnalysedPassage): boolean {
  if (!holdsName(from.folded, to)) return false;
  return to.name.trim().includes(" ") || from.text.includes(to.writtenName);
}

/** True where a folded text between spaces holds the name of a title. */
export function holdsName(folded: string, { name }: AnalysedPassage): boolean {
  return name !== "" && folded.includes(name);
}
