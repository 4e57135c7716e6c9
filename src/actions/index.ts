import type { ActionName } from "../state/evidence.js";
import type { Action } from "./action.js";
import { bridgeEntityExpand } from "./bridge-entity-expand.js";
import { compressAnswerEvidence } from "./compress-answer-evidence.js";
import { gapQueryAction } from "./gap-query.js";
import { retrieveMore } from "./retrieve-more.js";
import { rewriteQueryAction } from "./rewrite-query.js";
import { stopAnswer } from "./stop-answer.js";
import { sufficiencyCheck } from "./sufficiency-check.js";

/**
 * The seven atomic operations. Nodes, edges, validity, features and contract tests derive from this
 * tuple: a new operation is one file and one line here.
 */
export const ACTIONS = [
  retrieveMore,
  gapQueryAction,
  rewriteQueryAction,
  bridgeEntityExpand,
  sufficiencyCheck,
  stopAnswer,
  compressAnswerEvidence,
] as const satisfies readonly Action[];

/** The operations that the router chooses among: all but compression, which follows a setting. */
export const RANKED_ACTIONS: readonly Action[] = ACTIONS.filter(
  ({ family }) => family !== "readiness",
);

/** An operation by its name. */
export function actionByName(name: ActionName): Action {
  const action = ACTIONS.find((candidate) => candidate.name === name);
  if (!action) throw new RangeError(`No operation is named ${name}.`);
  return action;
}
