import type { AnswerValue } from "../generator/generator.js";
import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import { titleOf } from "../retrieval/passage-identity.js";
import type { EvidenceState } from "../state/evidence-state.js";

/**
 * The best that can be shown where no answer was written any more: the sentence of the evidence
 * that, with its title, holds most of the question's terms; the earliest of several. It is an
 * extract and no answer: `answerable` is false. No model is called.
 */
export function bestExtract(
  { question, evidence }: Pick<EvidenceState, "question" | "evidence">,
  language: Language,
): AnswerValue {
  const analyzer = analyzerFor(language);
  const wanted = new Set(analyzer.terms(question));
  let most = -1;
  let best: AnswerValue = { answer: "", answerable: false, citedIds: [] };
  for (const passage of evidence) {
    const inTitle = analyzer.terms(titleOf(passage) ?? "");
    for (const { text } of analyzer.sentences(passage.pageContent)) {
      const held = new Set([...inTitle, ...analyzer.terms(text)]);
      const shared = [...wanted].filter((term) => held.has(term)).length;
      if (shared <= most) continue;
      most = shared;
      best = { answer: text, answerable: false, citedIds: [passage.id] };
    }
  }
  return best;
}
