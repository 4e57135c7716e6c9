import type { Token } from "./token.js";
import { EVENTS, eventIn } from "./question-shape.js";

/**
 * Groups of words that stand beside an answer. The position in the list is a feature: trees split
 * it into ranges, so words that act alike stand together; add at the end only.
 */
const CONTEXTS: readonly string[] = [
  "in",
  "at",
  "near from",
  "on",
  "to",
  "of",
  "for with",
  "by",
  "named called titled entitled known",
  "as",
  "is are",
  "was were became been be",
  "a an",
  "the",
  "his her their its",
  "and or &",
  ",",
  ".",
  "(",
  ")",
  "– — -",
  ": ;",
  "\" “ ” ' ‘ ’",
  "'s ’s s",
  "born",
  "died",
  "since until between during after before",
  "directed written produced starring",
  "son daughter wife husband father mother brother sister child married widow",
  "actor actress singer director writer author player politician",
  "who which that where",
  "about over than approximately around nearly",
  "located situated based",
];

const CODES: ReadonlyMap<string, number> = new Map(
  CONTEXTS.flatMap((group, code) =>
    group.split(" ").map((word): [string, number] => [word, code + 1]),
  ),
);

const TAGS = [
  "",
  "PROPN",
  "NOUN",
  "ADJ",
  "NUM",
  "VERB",
  "AUX",
  "ADP",
  "DET",
  "PRON",
  "ADV",
  "PUNCT",
];

/** The group of a token; 0 at the edge of a text; other words by their part of speech. */
export function contextCode(token: Token | undefined): number {
  if (!token) return 0;
  return CODES.get(token.lower) ?? CONTEXTS.length + 1 + tagCode(token);
}

/** A number for a part of speech: 0 where none is known. */
export function tagCode(token: Token | undefined): number {
  const at = TAGS.indexOf(token?.tag ?? "");
  return at < 0 ? TAGS.length : at;
}

/** True between "(" and ")" of the same sentence, looking back at most thirty tokens. */
export function isInBrackets(tokens: readonly Token[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 30); index--) {
    const { text, sentence } = tokens[index] ?? { text: ")", sentence: -1 };
    if (text === ")" || sentence !== tokens[at]?.sentence) return false;
    if (text === "(") return true;
  }
  return false;
}

/**
 * The last event that is told before a token, as its place in `EVENTS`: "born" in "(born 1950)".
 * After a dash within brackets it is the death: "(12 March 1950 – 3 May 1990)".
 */
export function lastEvent(tokens: readonly Token[], from: number, at: number): number {
  const inBrackets = isInBrackets(tokens, at);
  for (let index = at - 1; index >= Math.max(from, at - 12); index--) {
    const { lower } = tokens[index] ?? { lower: "" };
    if (inBrackets && /^[–—-]$/u.test(lower)) return EVENTS.indexOf("death");
    if (inBrackets && lower === "(") return EVENTS.indexOf("birth");
    const event = EVENTS.indexOf(eventIn(lower));
    if (event > 0) return event;
  }
  return 0;
}
