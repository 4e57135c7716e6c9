import type { Language } from "./language.js";

/** Kinds of question, in the order of their codes from 1 on; 0 is any other. */
export const QUESTION_KINDS = [
  "yes_no",
  "either_or",
  "who",
  "when",
  "where",
  "how_many",
  "which",
  "what",
] as const;

/** What a question asks for, by its words. */
export type QuestionKind = (typeof QUESTION_KINDS)[number];

type KindWords = readonly (readonly [kind: QuestionKind, words: RegExp])[];

/** The first that fits counts: an either-or question may begin like one for a person. */
const ENGLISH: KindWords = [
  ["either_or", /,\s[^,?]*\sor\s|\b(?:which|who|what)\b.*\sor\s/iu],
  ["yes_no", /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will)\b/iu],
  ["how_many", /\bhow (?:many|much|long|tall|high|far|deep|old|large|big)\b/iu],
  ["who", /\b(?:who|whom|whose)\b/iu],
  ["when", /\bwhen\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century)\b/iu],
  ["where", /\bwhere\b|\b(?:what|which) (?:\w+ )?(?:city|country|state|town|place|county)\b/iu],
  ["which", /\bwhich\b/iu],
  ["what", /\bwhat\b/iu],
];

const SPANISH: KindWords = [
  ["either_or", /,\s[^,?]*\so\s/iu],
  ["how_many", /(?<!\p{L})cuánt[oa]s?(?!\p{L})/iu],
  ["who", /(?<!\p{L})(?:quién|quiénes)(?!\p{L})/iu],
  ["when", /(?<!\p{L})(?:cuándo|en qué (?:año|fecha|siglo))(?!\p{L})/iu],
  ["where", /(?<!\p{L})(?:dónde|en qué (?:ciudad|país|lugar))(?!\p{L})/iu],
  ["which", /(?<!\p{L})cuál(?:es)?(?!\p{L})/iu],
  ["what", /(?<!\p{L})qué(?!\p{L})/iu],
];

const WORDS: Readonly<Record<Language, KindWords | undefined>> = {
  english: ENGLISH,
  spanish: SPANISH,
  none: undefined,
};

/**
 * What a question asks for: its code, 1 for the first of {@link QUESTION_KINDS}, 0 for any other,
 * −1 in a language without rules.
 */
export function questionKindCode(question: string, language: Language): number {
  const words = WORDS[language];
  if (!words) return -1;
  const kind = words.find(([, pattern]) => pattern.test(question.trim()))?.[0];
  return kind === undefined ? 0 : QUESTION_KINDS.indexOf(kind) + 1;
}
