import type { JudgeValue } from "../generator.js";
import { coverage } from "./evidence-view.js";
import type { EvidenceView } from "./evidence-view.js";
import type { AnswerType } from "./question-shape.js";

/** The evidence is called sufficient from here on; chosen on train questions (docs/offline.md). */
const SUFFICIENT_FROM = 0.82;

const ASKED_FOR: Record<AnswerType, string> = {
  person: "the person",
  place: "the place",
  date: "the date",
  number: "the figure",
  name: "the name",
  yes_no: "what decides it",
  choice: "the facts of both",
};

/**
 * How far the evidence goes, 0 to 1: the question's terms that any passage covers, and how well two
 * linked sentences cover them together. A gap that only a second document can fill shows in the
 * second part: all words may be there without a chain between them.
 */
export function sufficiencyScore(view: EvidenceView): number {
  const all = new Set(view.passageTerms.flatMap((terms) => [...terms]));
  const covered = coverage(view.questionTerms, all);
  return 0.6 * covered + 0.4 * bestChain(view);
}

/** The verdict and, where it is "insufficient", what is missing in words. */
export function judgeEvidence(
  view: EvidenceView,
  type: AnswerType,
  words: readonly string[],
): JudgeValue {
  if (sufficiencyScore(view) >= SUFFICIENT_FROM) return { verdict: "sufficient" };
  const about = words.length > 0 ? ` about ${words.map((word) => `“${word}”`).join(", ")}` : "";
  const text = `No passage tells ${ASKED_FOR[type]}${about}.`;
  return { verdict: "insufficient", gap: { text, query: "", slots: [...words] } };
}

/** Best coverage by two passages of which one is linked to the other or to the question. */
function bestChain({ questionTerms, passageTerms, linked }: EvidenceView): number {
  let best = 0;
  for (let one = 0; one < passageTerms.length; one++) {
    for (let other = one + 1; other < passageTerms.length; other++) {
      if (!linked[one] && !linked[other]) continue;
      const union = new Set([...(passageTerms[one] ?? []), ...(passageTerms[other] ?? [])]);
      const both = (linked[one] ? 0.1 : 0) + (linked[other] ? 0.1 : 0);
      best = Math.max(best, 0.8 * coverage(questionTerms, union) + both);
    }
  }
  return best;
}
