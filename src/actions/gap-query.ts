import { acquire } from "./acquire.js";
import { defineAction } from "./action.js";
import type { ActionContext, ActionResult } from "./action.js";
import { gapQuery, GAP_ATTEMPTS } from "./queries.js";
import { writtenQuery } from "./written-query.js";
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
});

async function runGapQuery(state: EvidenceState, context: ActionContext): Promise<ActionResult> {
  const query = await writtenQuery(
    gapQuery(state, context.language),
    context,
    (input, options) => context.generator.gapQuery(input, options),
    state,
  );
  const result = await acquire(state, query, context);
  const { gap } = state;
  if (!gap) return result;
  // Where the recorded query could not be used, the generator's attempt is the last one.
  const attempts = query.variant === "recorded" ? gap.attempts + 1 : GAP_ATTEMPTS;
  return { ...result, update: { ...result.update, gap: { ...gap, attempts } } };
}
