import { acquire } from "./acquire.js";
import { defineAction } from "./action.js";
import type { ActionContext, ActionResult } from "./action.js";
import { gapQuery, GAP_ATTEMPTS } from "./queries.js";
import { writtenQuery } from "./written-query.js";
import type { Gap } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";

/**
 * Searches for the recorded gap: first its recorded query, then one that the generator writes.
 *
 * Source: DynaKRAG paper, section 3, "gap_query".
 */
export const gapQueryAction = defineAction({
  name: "gap_query",
  family: "acquisition",
  modelTasks: ["gapQuery"],
  isPossible: (state, { language }) => gapQuery(state, language) !== undefined,
  plan: (state, { language }) => gapQuery(state, language),
  run: runGapQuery,
  // What threw was an attempt too.
  afterFailure: (state, { language }) => {
    const { gap } = state;
    const variant = gapQuery(state, language)?.variant;
    return { update: gap ? { gap: { ...gap, attempts: attemptsAfter(gap, variant) } } : {} };
  },
});

async function runGapQuery(state: EvidenceState, context: ActionContext): Promise<ActionResult> {
  const planned = gapQuery(state, context.language);
  const query = await writtenQuery("gapQuery", planned, state, context);
  const result = await acquire(state, query, context);
  const { gap } = state;
  if (!gap) return result;
  const attempts = attemptsAfter(gap, query.variant);
  return { ...result, update: { ...result.update, gap: { ...gap, attempts } } };
}

/** Where the recorded query could not be used, the generator's attempt is the last one. */
function attemptsAfter(gap: Gap, variant: string | undefined): number {
  return variant === "recorded" ? gap.attempts + 1 : GAP_ATTEMPTS;
}
