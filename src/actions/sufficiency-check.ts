import type { JudgeValue } from "../generator/generator.js";
import type { Language } from "../language/language.js";
import { cleanText } from "../retrieval/plain-metadata.js";
import type { Gap } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { unknownVerdicts } from "../state/history.js";
import { defineAction } from "./action.js";
import type { ActionContext, ActionResult } from "./action.js";
import { ANSWER_VARIANT, compareAnswers } from "./draft-answer.js";
import { residualGapQuery } from "./queries.js";

/** A judge whose replies cannot be read twice is not asked again in this question. */
export const MOST_UNKNOWN_VERDICTS = 2;

/**
 * Asks the generator whether the evidence supports an answer. "Insufficient" records what is
 * missing, which opens `gap_query`; "sufficient" clears it; "unknown" leaves the gap as it is.
 *
 * Variant `answer` asks for an answer instead: "sufficient" where it is the same as the last one,
 * else "insufficient" without a gap. The answer is left as advice.
 *
 * Source: DynaKRAG paper, section 3, "sufficiency_check".
 */
export const sufficiencyCheck = defineAction({
  name: "sufficiency_check",
  family: "diagnosis",
  modelTasks: ["judge", "answer"],
  isPossible: (state, { settings }) =>
    settings.judge === "use" &&
    state.evidence.length > 0 &&
    state.verdict?.evidenceVersion !== state.evidenceVersion &&
    unknownVerdicts(state) < MOST_UNKNOWN_VERDICTS,
  run: runSufficiencyCheck,
  // A judge that cannot be reached has said nothing: unknown, so that it is not asked again at once.
  afterFailure: (state, { language }) => ({
    outcome: { outcome: "failed", verdict: "unknown" },
    update: afterVerdict(state, { verdict: "unknown" }, language),
  }),
});

async function runSufficiencyCheck(
  state: EvidenceState,
  context: ActionContext,
): Promise<ActionResult> {
  if (context.decision.variant === ANSWER_VARIANT) return compareAnswers(state, context);
  const { generator, language, signal } = context;
  const { question, evidence } = state;
  const { value, usage } = await generator.judge({ question, evidence, language }, { signal });
  return {
    outcome: { outcome: "checked", verdict: value.verdict },
    update: afterVerdict(state, value, language),
    cost: usage,
  };
}

/** What a verdict changes in the state. */
function afterVerdict(
  state: EvidenceState,
  { verdict, gap }: JudgeValue,
  language: Language,
): EvidenceUpdate {
  const step = state.history.length + 1;
  const update: EvidenceUpdate = {
    verdict: { verdict, evidenceVersion: state.evidenceVersion, step },
  };
  if (verdict === "sufficient") return { ...update, gap: null };
  if (verdict === "unknown") return update;
  const { text = "", query = "", slots = [] } = gap ?? {};
  const recorded: Gap = {
    text: cleanText(text),
    query: query.trim() === "" ? residualGapQuery(state, language) : cleanText(query),
    slots: slots.map(cleanText),
    step,
    attempts: 0,
  };
  return { ...update, gap: recorded };
}
