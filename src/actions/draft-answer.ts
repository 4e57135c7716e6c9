import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import { cleanText } from "../retrieval/plain-metadata.js";
import type { DraftAnswer, Verdict } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import type { ActionContext, ActionResult } from "./action.js";

/** The variant of `sufficiency_check` that answers instead of judging. */
export const ANSWER_VARIANT = "answer";

/** Numbers of passages in an answer, such as [1] or [2, 3]. */
const CITATIONS = /\s*\[\d+(?:\s*,\s*\d+)*\]/gu;

/**
 * Asks for an answer and compares it with the last one: the same answer twice, from more evidence,
 * is taken for sufficient. No answer at all is an unknown verdict and leaves the last one.
 */
export async function compareAnswers(
  state: EvidenceState,
  { generator, language, signal }: ActionContext,
): Promise<ActionResult> {
  const { question, evidence, evidenceVersion, advice } = state;
  const { value, usage } = await generator.answer({ question, evidence, language }, { signal });
  const step = state.history.length + 1;
  const text = cleanText(value.answer.replace(CITATIONS, "")).trim();
  const draft = { text, folded: foldedAnswer(text, language), step, evidenceVersion };
  const verdict = verdictOn(draft, advice.draft);
  const update: EvidenceUpdate = { verdict: { verdict, evidenceVersion, step } };
  if (verdict !== "unknown") {
    update.gap = null;
    update.advice = { ...advice, draft };
  }
  return {
    outcome: { outcome: "checked", variant: ANSWER_VARIANT, verdict },
    update,
    cost: usage,
  };
}

function verdictOn(draft: DraftAnswer, last: DraftAnswer | undefined): Verdict {
  if (draft.text === "") return "unknown";
  return draft.folded === last?.folded ? "sufficient" : "insufficient";
}

/** Without case, diacritics and punctuation; an answer of signs only stays as it is. */
function foldedAnswer(text: string, language: Language): string {
  return analyzerFor(language).fold(text) || text;
}
