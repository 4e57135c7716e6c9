import { stemmer as englishStemmer } from "@orama/stemmers/english";
import { stemmer as spanishStemmer } from "@orama/stemmers/spanish";
import { stopwords as englishStopWords } from "@orama/stopwords/english";
import { stopwords as spanishStopWords } from "@orama/stopwords/spanish";
import type { Language } from "./language.js";

/** What an analyzer needs to know about one language. All words in lower case. */
export interface LanguageRules {
  readonly stopWords: readonly string[];
  /** Cuts a folded word to its stem. */
  stem(word: string): string;
  /** Small words that may stand inside a name: University *of* Chicago. */
  readonly nameConnectors: ReadonlySet<string>;
  /** What `&` stands for. */
  readonly conjunctions: ReadonlySet<string>;
  /** Forms of address before a name; a full stop after one never ends a sentence. */
  readonly honorifics: ReadonlySet<string>;
  /** Other words that are written with a full stop inside a sentence. */
  readonly abbreviations: ReadonlySet<string>;
  /** Month and weekday names where the language capitalises them. */
  readonly dateWords: ReadonlySet<string>;
  /** What a hyphen adds to a name without becoming part of it: American-*born*. */
  readonly compoundEndings: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const NOBILIARY_PARTICLES =
  "de del della di da dos du des la las los el al le van von der den ter zu bin ibn";
const ENGLISH_HONORIFICS =
  "mr mrs ms dr prof st sr sra rev hon gen col lt capt cmdr sgt maj adm gov sen rep pres fr mt ft messrs mme";

const ENGLISH: LanguageRules = {
  // The list lacks the article "a".
  stopWords: ["a", ...englishStopWords],
  stem: englishStemmer,
  nameConnectors: set(`of the ${NOBILIARY_PARTICLES}`),
  conjunctions: set("and"),
  honorifics: set(ENGLISH_HONORIFICS),
  abbreviations: set(
    "jr inc ltd co corp bros vs etc ca approx est dept univ ave blvd rd vol pp fig eds ph",
  ),
  dateWords: set(
    "january february march april may june july august september october november december " +
      "monday tuesday wednesday thursday friday saturday sunday",
  ),
  compoundEndings: set(
    "area backed based born bred class controlled directed educated era inspired language led like " +
      "made occupied only oriented owned produced related run sized speaking style themed trained " +
      "type wide winning",
  ),
};

const SPANISH: LanguageRules = {
  stopWords: spanishStopWords,
  stem: spanishStemmer,
  nameConnectors: set(NOBILIARY_PARTICLES),
  conjunctions: set("y e"),
  honorifics: set("sr sra srta sres dr dra prof profa lic ing arq gral cnel cap sto sta mons fr"),
  abbreviations: set("ud uds vd vds ee uu pág págs núm art cap vol aprox etc avda cía ss jr"),
  dateWords: set(
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  ),
  compoundEndings: new Set(),
};

const NONE: LanguageRules = {
  stopWords: [],
  stem: (word) => word,
  nameConnectors: new Set(),
  conjunctions: new Set(),
  honorifics: set("mr mrs ms dr prof st sr"),
  abbreviations: set("jr vs etc"),
  dateWords: new Set(),
  compoundEndings: new Set(),
};

const RULES: Readonly<Record<Language, LanguageRules>> = {
  english: ENGLISH,
  spanish: SPANISH,
  none: NONE,
};

/** The rules of a language. */
export function rulesFor(language: Language): LanguageRules {
  return RULES[language];
}
