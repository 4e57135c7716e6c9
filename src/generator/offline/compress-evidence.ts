import type { Snippet } from "../../state/evidence.js";
import type { EvidenceView, SentenceView } from "./evidence-view.js";

/** Added for a sentence of a passage that another one leads to. */
const LINK_BONUS = 0.5;
/** Characters of an English token, about. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Sentences that cover the question together, greedily: each adds the terms that are still open,
 * with a bonus for linked passages. In reading order.
 */
export function compressEvidence(
  view: EvidenceView,
  maxSnippets: number,
  maxTokens: number,
): Snippet[] {
  const open = new Set(view.questionTerms);
  const left = new Set(view.sentences);
  const taken: SentenceView[] = [];
  let room = maxTokens * CHARACTERS_PER_TOKEN;
  while (taken.length < maxSnippets && left.size > 0) {
    const best = bestSentence(left, open, view, room);
    if (!best) break;
    taken.push(best);
    left.delete(best);
    room -= best.text.length;
    for (const term of best.terms) open.delete(term);
  }
  const order = new Map(view.sentences.map((sentence, index) => [sentence, index]));
  return taken
    .toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .map(({ passageId, text }) => ({ passageId, text }));
}

function bestSentence(
  sentences: ReadonlySet<SentenceView>,
  open: ReadonlySet<string>,
  view: EvidenceView,
  room: number,
): SentenceView | undefined {
  let best: SentenceView | undefined;
  let bestWorth = 0;
  for (const sentence of sentences) {
    if (sentence.text.length > room) continue;
    const gained = [...open].filter((term) => sentence.terms.has(term)).length;
    const bonus = view.linked[sentence.passageIndex] ? LINK_BONUS : 0;
    const worth = gained + bonus - 0.05 * sentence.position;
    if (worth > bestWorth) [best, bestWorth] = [sentence, worth];
  }
  return best;
}
