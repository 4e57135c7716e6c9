import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { usageEntry } from "../actions/record-step.js";
import type { DecideInput } from "../router.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { validActions } from "../validity/valid-actions.js";
import type { ValidityView } from "../validity/valid-actions.js";
import type { Engine } from "./engine.js";
import { previewAcquisitions } from "./preview.js";
import { runScope } from "./run-scope.js";
import type { RunScope } from "./run-scope.js";
import { tracedDecide } from "./traced-decide.js";

/** What a routing writes. */
export type RoutingUpdate = Pick<EvidenceState, "decisions" | "ledger">;

/** What a policy is shown, and the searches that showing it took. */
export interface Outlook extends Omit<DecideInput, "policy"> {
  searches: number;
}

/** validity → preview: what there is to choose from. */
export async function lookAhead(
  engine: Engine,
  scope: RunScope,
  state: EvidenceState,
): Promise<Outlook> {
  const { settings } = scope;
  const { language } = engine.retriever;
  const before: ValidityView = { settings, language, now: Date.now() };
  const { valid } = validActions(state, before);
  const looked = await previewAcquisitions(engine, scope, state, valid);
  const { withoutUnseen, preview, searches } = looked;
  // Looking ahead takes time, which counts against a deadline.
  const view: ValidityView = { settings, language, now: Date.now(), withoutUnseen };
  return { ...validActions(state, view), view, preview, searches };
}

/**
 * validity → preview → policy → decision, written to the checkpoint. Scoring happens in this node,
 * because a conditional edge cannot write state and what it throws is lost on resume.
 */
export function routerNode(engine: Engine) {
  return async (state: EvidenceState, config: LangGraphRunnableConfig): Promise<RoutingUpdate> => {
    const scope = runScope(engine, state, config);
    const { searches, ...input } = await lookAhead(engine, scope, state);
    const decision = await tracedDecide(state, { ...input, policy: scope.policy });
    const ledger = searches > 0 ? [usageEntry(`preview:${decision.step}`, { searches })] : [];
    return { decisions: [decision], ledger };
  };
}

/** Where the newest decision leads; the edge reads what the node wrote. */
export function chosenNode(state: EvidenceState): ActionName {
  return state.decisions.at(-1)?.operation ?? "stop_answer";
}
