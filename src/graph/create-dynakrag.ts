import { END, START, StateGraph } from "@langchain/langgraph";
import { ACTIONS, RANKED_ACTIONS } from "../actions/index.js";
import {
  deltaChannels,
  evidenceStateSchema,
  initialState,
  inputSchema,
  outputSchema,
} from "../state/evidence-state.js";
import { resolveSettings } from "../state/settings.js";
import { beginQuestionNode } from "./begin-question-node.js";
import { contextSchema } from "./context.js";
import { engineOf } from "./engine-options.js";
import type { DynaKragOptions } from "./engine-options.js";
import { generateAnswerNode } from "./generate-answer-node.js";
import { chosenNode, routerNode } from "./router-node.js";
import { operationNodes } from "./operation-nodes.js";
import { compressOrAnswer } from "./stop-answer-node.js";

/**
 * Builds the graph and returns it uncompiled: compile it with the checkpointer you use, or add it
 * as a node to a graph of your own.
 *
 * START → begin_question → operations ⇄ router → stop_answer → [compress_answer_evidence] →
 * generate_answer → END. A run of n operations takes 2n + 5 supersteps, so the ten steps allowed
 * fit LangGraph's default recursion limit of 25 whatever the policy says.
 *
 * @throws DynaKragError `INVALID_SETTINGS`, `INVALID_POLICY` or `INVALID_INPUT`, before any call.
 * @example
 * ```ts
 * import { buildLexicalIndex, createDynaKrag } from "dynakrag";
 *
 * const retriever = await buildLexicalIndex([
 *   { id: "1", pageContent: "Ada built the Iron Bridge.", metadata: { title: "Ada" } },
 *   { id: "2", pageContent: "The Iron Bridge spans the Orrel.", metadata: { title: "Iron Bridge" } },
 * ]);
 * const graph = createDynaKrag({ retriever }).compile();
 * const { answer, citations } = await graph.invoke({
 *   question: "Which river does the bridge that Ada built span?",
 * });
 * console.log(answer, citations);
 * ```
 */
export function createDynaKrag(options: DynaKragOptions) {
  const engine = engineOf(options);
  const graph = new StateGraph({
    state: evidenceStateSchema,
    input: inputSchema,
    output: outputSchema,
    context: contextSchema,
  }).addNode({
    begin_question: beginQuestionNode(engine),
    router: routerNode(engine),
    ...operationNodes(engine),
    generate_answer: generateAnswerNode(engine),
  });
  // Each passage and name is stored once per thread: docs/decisions/0002-evidence-channel.md.
  Object.assign(graph.channels, deltaChannels());

  graph.addEdge(START, "begin_question");
  graph.addConditionalEdges("begin_question", chosenNode, FIRST_NAMES);
  graph.addConditionalEdges("router", chosenNode, RANKED_NAMES);
  for (const { name, family } of ACTIONS) {
    if (family === "acquisition" || family === "diagnosis") graph.addEdge(name, "router");
  }
  return graph
    .addConditionalEdges("stop_answer", compressOrAnswer(engine), [
      "compress_answer_evidence",
      "generate_answer",
    ])
    .addEdge("compress_answer_evidence", "generate_answer")
    .addEdge("generate_answer", END);
}

const RANKED_NAMES = RANKED_ACTIONS.map(({ name }) => name);

/** What is possible before there is any evidence. */
const FIRST_NAMES = RANKED_ACTIONS.filter((action) =>
  action.isPossible(initialState("?"), { settings: resolveSettings(), language: "english" }),
).map(({ name }) => name);
