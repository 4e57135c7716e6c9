import type { QueryInput } from "../generator.js";
import { coverage } from "./evidence-view.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import type { RankedText } from "./find-answer.js";
import { openWords } from "./judge-evidence.js";

/** Names of each kind that join a query. */
const NAMES_IN_QUERY = 2;
const CAPITALISED = /^\p{Lu}/u;

/**
 * A query for the second attempt, when the residual of the question with the best bridge candidates
 * has failed: likely answers, which on the way are the next thing to read about; names that were
 * not searched for yet, by how much of what is asked stands in their sentence; and the words
 * that say what is asked.
 *
 * @param likely texts that may be the answer, best first.
 */
export function writeQuery(
  view: EvidenceView,
  { queries, gap }: QueryInput,
  likely: readonly RankedText[],
): string {
  const { analyzer, question } = view;
  const searched = [...queries, gap?.query ?? ""].map((query) => ` ${analyzer.fold(query)} `);
  const isNew = ({ folded }: { folded: string }): boolean =>
    !searched.some((query) => query.includes(` ${folded} `));
  const answers = likely.filter(
    ({ text, folded }) => CAPITALISED.test(text) && leadsOn(folded, view),
  );
  const names = [
    ...answers.slice(0, NAMES_IN_QUERY),
    ...namesByPlace(view).filter(isNew).slice(0, NAMES_IN_QUERY),
  ];
  const asked = question.tokens.filter(({ term }) => question.focusTerms.includes(term));
  const words = [...openWords(view), ...asked.map(({ text }) => text)];
  return [...new Set([...names.map(({ text }) => text), ...words])].join(" ");
}

/** True for a name that is neither in the question nor the title of a passage. */
function leadsOn(folded: string, { question, passages }: EvidenceView): boolean {
  return !question.folded.includes(` ${folded} `) && !passages.some(({ name }) => name === folded);
}

/** Names in the evidence that no passage is about, best place first. */
function namesByPlace(view: EvidenceView): { text: string; folded: string }[] {
  const { passages } = view;
  const found = new Map<string, { text: string; folded: string; worth: number }>();
  for (const [index, passage] of passages.entries()) {
    for (const { kind, folded, text, firstToken } of passage.spans) {
      if (kind !== "name" || !leadsOn(folded, view)) continue;
      const worth = worthOf(view, passage, index, passage.tokens[firstToken]?.sentence ?? 0);
      const known = found.get(folded);
      if (!known || known.worth < worth) found.set(folded, { text, folded, worth });
    }
  }
  return [...found.values()].sort((one, other) => other.worth - one.worth);
}

function worthOf(view: EvidenceView, passage: PassageView, index: number, at: number): number {
  const { question, anchor } = view;
  const here = passage.sentences[at]?.terms ?? new Set<string>();
  const onChain = passage.depth >= 0 || index === anchor ? 0.5 : 0;
  return coverage(question.relationTerms, here) + onChain - 0.05 * Math.min(at, 8);
}
