import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { ACTIONS } from "../actions/index.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { actionNode } from "./action-node.js";
import type { Engine } from "./engine.js";
import { stopAnswerNode } from "./stop-answer-node.js";

type GraphNode = (state: EvidenceState, config: LangGraphRunnableConfig) => NodeResult;
type NodeResult = EvidenceUpdate | Promise<EvidenceUpdate>;

/** One node for each operation, under the operation's name. */
export function operationNodes(engine: Engine): Record<ActionName, GraphNode> {
  const nodes = ACTIONS.map((action): [string, GraphNode] => [
    action.name,
    action.family === "termination" ? stopAnswerNode : actionNode(action, engine),
  ]);
  return Object.fromEntries(nodes) as Record<ActionName, GraphNode>;
}
