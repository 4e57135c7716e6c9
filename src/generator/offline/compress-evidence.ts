import type { Snippet } from "../../state/evidence.js";
import { relatedTerms } from "../../language/related-terms.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import type { RankedText } from "./find-answer.js";

/** Added for a sentence of a passage that another one leads to. */
const LINK_BONUS = 0.5;
/** Added for the sentence of a likely answer, less for the second and third. */
const ANSWER_BONUS = 2;
/** Likely answers that are looked at. */
const ANSWERS = 3;
/** Taken off for each sentence into the passage, ten at most. */
const LATE = 0.05;
/** Characters of an English token, about. */
const CHARACTERS_PER_TOKEN = 4;

interface Sentence {
  passage: PassageView;
  text: string;
  terms: ReadonlySet<string>;
  /** What it is worth besides the terms it adds. */
  bonus: number;
}

/**
 * Sentences that cover the question together, greedily: each adds the terms that are still open,
 * with a bonus for linked passages and for the places of the likely answers. In reading order.
 *
 * @param likely texts that may be the answer, best first.
 */
export function compressEvidence(
  view: EvidenceView,
  likely: readonly RankedText[],
  maxSnippets: number,
  maxTokens: number,
): Snippet[] {
  const sentences = sentencesOf(view, likely);
  const open = new Set(view.question.terms);
  const taken = new Set<Sentence>();
  let room = maxTokens * CHARACTERS_PER_TOKEN;
  while (taken.size < maxSnippets) {
    const best = bestSentence(sentences, taken, open, room, view);
    if (!best) break;
    taken.add(best);
    room -= best.text.length;
    for (const term of best.terms) open.delete(term);
  }
  return sentences
    .filter((sentence) => taken.has(sentence))
    .map(({ passage, text }) => ({ passageId: passage.id, text }));
}

function sentencesOf(view: EvidenceView, likely: readonly RankedText[]): Sentence[] {
  return view.passages.flatMap((passage, index) =>
    passage.sentences.map(({ text, terms }, at): Sentence => {
      const answer = likely.slice(0, ANSWERS).findIndex(({ passage: place, span }) => {
        return place === index && passage.tokens[span.firstToken]?.sentence === at;
      });
      const byAnswer = answer < 0 ? 0 : ANSWER_BONUS / (1 + answer);
      const byLink = passage.ledToBy.length > 0 ? LINK_BONUS : 0;
      const bonus = byAnswer + byLink - LATE * Math.min(at, 10);
      return { passage, text, terms: new Set([...terms, ...passage.titleTerms]), bonus };
    }),
  );
}

function bestSentence(
  sentences: readonly Sentence[],
  taken: ReadonlySet<Sentence>,
  open: ReadonlySet<string>,
  room: number,
  { analyzer }: EvidenceView,
): Sentence | undefined {
  let best: Sentence | undefined;
  let bestWorth = 0;
  for (const sentence of sentences) {
    if (taken.has(sentence) || sentence.text.length > room) continue;
    const gained = [...open].filter((term) =>
      relatedTerms(term, analyzer.language).some((word) => sentence.terms.has(word)),
    ).length;
    const worth = gained + sentence.bonus;
    if (worth > bestWorth) [best, bestWorth] = [sentence, worth];
  }
  return best;
}
