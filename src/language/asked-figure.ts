import type { Language } from "./language.js";

/** What kind of figure a question asks for, if it asks for one. */
export type AskedFigure = "year" | "number";

interface FigureWords {
  year: RegExp;
  number: RegExp;
}

const ENGLISH: FigureWords = {
  year: /\bwhen\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|decade|century)\b|\bdate of\b/iu,
  number: /\bhow (?:many|much|long|tall|high|far|deep|old|large)\b|\b(?:population|number) of\b/iu,
};

// No \b before "¿": it is no letter, and "cuándo" may open the question.
const SPANISH: FigureWords = {
  year: /(?<!\p{L})(?:cuándo|en qué (?:año|fecha|día|siglo|década)|fecha de)(?!\p{L})/iu,
  number: /(?<!\p{L})(?:cuánt[oa]s?|qué (?:altura|edad|población|longitud)|número de)(?!\p{L})/iu,
};

const WORDS: Readonly<Record<Language, FigureWords | undefined>> = {
  english: ENGLISH,
  spanish: SPANISH,
  none: undefined,
};

const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/u;
const DIGIT = /\p{Nd}/u;

/** The figure that a question asks for: by its question words, so in languages with rules only. */
export function askedFigure(question: string, language: Language): AskedFigure | undefined {
  const words = WORDS[language];
  if (words?.year.test(question)) return "year";
  return words?.number.test(question) ? "number" : undefined;
}

/** True where a text holds such a figure; a year has four digits and lies in 1000 to 2099. */
export function holdsFigure(text: string, figure: AskedFigure): boolean {
  return figure === "year" ? YEAR.test(text) : DIGIT.test(text);
}
