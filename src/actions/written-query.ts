import { cleanText } from "../retrieval/plain-metadata.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { AcquisitionQuery } from "./acquire.js";
import type { ActionContext, PlannedQuery } from "./action.js";

/**
 * The query of an acquisition: the policy's own, else the planned one, else one that the generator
 * writes now. Without a plan there is nothing to write: the query is blank.
 */
export async function writtenQuery(
  task: "gapQuery" | "rewrite",
  planned: PlannedQuery | undefined,
  state: EvidenceState,
  context: ActionContext,
): Promise<AcquisitionQuery> {
  const { args, variant = planned?.variant } = context.decision;
  if (args?.query !== undefined) return { variant, query: args.query };
  if (!planned) return { variant, query: "" };
  if (planned.query !== undefined && variant === planned.variant) {
    return { ...planned, query: planned.query };
  }
  const { question, evidence, queries, gap } = state;
  const reply = await context.generator[task](
    { question, evidence, language: context.language, queries, gap: gap ?? undefined },
    { signal: context.signal },
  );
  context.paid(reply.usage);
  return { variant, query: cleanText(reply.value), cost: reply.usage };
}
