import type { Passage } from "../state/evidence.js";
import type { ChatReply } from "./chat-reply.js";
import type { AnswerInput, AnswerValue } from "./generator.js";
import { UNANSWERABLE } from "./prompts.js";
import { restoreMarkup } from "./prompts/passages.js";

/** Citations as models write them: `[1]`, `[1, 2]`, `[passage 3]`. */
const CITATION = /\[(?:passages?\s*)?(\d+(?:\s*[,;]\s*(?:passages?\s*)?\d+)*)\]/gi;

// Looking behind keeps the search linear: a long run is tried from its beginning only.
const SPACED_CITATION = new RegExp(`(?<![ \\t])([ \\t]*)${CITATION.source}`, "gi");

const ONLY_CITATION = new RegExp(`^${CITATION.source}$`, "i");

/** The marker with what follows it, also in bold or in the line of the answer. */
const MARKER = new RegExp(`(?<!\\*)\\**\\b${UNANSWERABLE}\\b\\**\\s*[:：]?\\**\\s*([\\s\\S]*)$`);

const LABEL = /^\**(?:final answer|answer|respuesta)\**\s*[:：]\**\s*/i;

const CUT_OFF = "The reply was cut off before its end.";

/**
 * Reads an answer: its text, the passages it cites, and what it says is missing. Citations that
 * all stand at the end are taken off, so that a short answer is bare; within a longer text they
 * stay, where they show which sentence rests on what. Numbers of no passage are dropped.
 */
export function readAnswer(reply: ChatReply, input: AnswerInput): AnswerValue {
  const marker = MARKER.exec(reply.text);
  const written = marker === null ? reply.text : reply.text.slice(0, marker.index);
  const missing = oneSentence(marker?.[1] ?? "");
  const text = restoreMarkup(written.trim().replace(LABEL, ""));
  const bare = cleanCitations(withoutLastCitations(text), input.evidence.length);
  const citedIds = citedPassages(text, input.evidence);

  if (marker !== null) {
    // A bare marker is an abstention; its reason is then the best there is to show.
    const answer = bare || missing || UNANSWERABLE.toLowerCase();
    return { answer, answerable: false, missing: missing || undefined, citedIds };
  }
  if (reply.end === "length")
    return { answer: bare, answerable: false, missing: CUT_OFF, citedIds };
  return { answer: bare, answerable: true, citedIds };
}

/** Ids of the cited passages, each once, in the order of citation. */
function citedPassages(text: string, evidence: readonly Passage[]): string[] {
  const ids = new Set<string>();
  for (const [, numbers] of text.matchAll(CITATION)) {
    for (const number of numbersIn(numbers)) {
      const passage = evidence[number - 1];
      if (passage !== undefined) ids.add(passage.id);
    }
  }
  return [...ids];
}

/** Takes off the citations at the end, unless there are others before them. */
function withoutLastCitations(text: string): string {
  const [mark = ""] = /[.!?。]?$/.exec(text) ?? [];
  let head = text.slice(0, text.length - mark.length).trimEnd();
  const whole = head;
  for (;;) {
    const open = head.lastIndexOf("[");
    if (open === -1 || !ONLY_CITATION.test(head.slice(open))) break;
    head = head.slice(0, open).trimEnd();
  }
  return head === whole || head.search(CITATION) !== -1 ? text : head + mark;
}

/** Writes every citation as `[1][2]`, without the numbers that count no passage. */
function cleanCitations(text: string, passages: number): string {
  const cleaned = text.replace(SPACED_CITATION, (_, space: string, numbers: string) => {
    const kept = numbersIn(numbers).filter((number) => number >= 1 && number <= passages);
    return kept.length === 0 ? "" : space + kept.map((number) => `[${number}]`).join("");
  });
  return cleaned.trim();
}

function numbersIn(list: string | undefined): number[] {
  return (list?.match(/\d+/g) ?? []).map(Number);
}

/** The text on one line, without the citations that a reader of `missing` cannot resolve. */
function oneSentence(text: string): string {
  return restoreMarkup(text.replace(SPACED_CITATION, "").replace(/\s+/g, " ").trim());
}
