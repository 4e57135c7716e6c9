import type { Language } from "../../language/language.js";

/** One token of a text: a word, a number or a punctuation mark. */
export interface TaggedToken {
  text: string;
  start: number;
  end: number;
  /** Universal part of speech such as NOUN or PROPN; empty where none is known. */
  tag: string;
}

/** Splits a text into tokens and tags them. */
export type Tagger = (text: string) => TaggedToken[];

/** Without a tagger: words with inner apostrophes, numbers such as 2,913,123 and 3.5, marks. */
const PLAIN_TOKEN =
  /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{N}]/gu;
/** Longer words are no English: the tagger does not see them. */
const LONGEST_WORD = 200;

let english: Promise<Tagger> | undefined;

/** The tagger of a language, loaded once: wink-nlp for English, plain tokens for all others. */
export function taggerFor(language: Language): Promise<Tagger> {
  if (language !== "english") return Promise.resolve(plainTokens);
  english ??= loadEnglish();
  return english;
}

/** Tokens without parts of speech. */
export function plainTokens(text: string): TaggedToken[] {
  return [...text.matchAll(PLAIN_TOKEN)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
    tag: "",
  }));
}

/** The model is 4.7 MB and half a second: only who answers offline pays for it. */
async function loadEnglish(): Promise<Tagger> {
  const { default: winkNlp } = await import("wink-nlp");
  const { default: model } = await import("wink-eng-lite-web-model");
  const nlp = winkNlp(model, ["sbd", "pos"]);
  const { its } = nlp;
  return (text) => {
    if (text.split(/\s/u).some(({ length }) => length > LONGEST_WORD)) return plainTokens(text);
    const tokens = nlp.readDoc(text).tokens();
    const tags = tokens.out(its.pos);
    let from = 0;
    return tokens.out().flatMap((token, index): TaggedToken[] => {
      const start = text.indexOf(token, from);
      if (start < 0) return [];
      from = start + token.length;
      return [{ text: token, start, end: from, tag: String(tags[index] ?? "") }];
    });
  };
}
