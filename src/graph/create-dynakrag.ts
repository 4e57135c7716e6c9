import { END, START, StateGraph } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { ACTIONS, RANKED_ACTIONS } from "../actions/index.js";
import { policyByName } from "../baselines/index.js";
import { ChatModelGenerator } from "../generator/chat-generator.js";
import type { ChatModel } from "../generator/chat-model.js";
import type { Generator } from "../generator/generator.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import type { Policy } from "../policy/policy.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { asEvidenceRetriever } from "../retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../retrieval/vector-store-retriever.js";
import { scoreOrder } from "../retrieval/rerank.js";
import {
  deltaChannels,
  evidenceStateSchema,
  initialState,
  inputSchema,
  outputSchema,
} from "../state/evidence-state.js";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import type { ActionName } from "../state/evidence.js";
import { resolveSettings } from "../state/settings.js";
import type { SettingsInput } from "../state/settings.js";
import { actionNode } from "./action-node.js";
import { beginQuestionNode } from "./begin-question-node.js";
import { checkParts } from "./check-parts.js";
import { contextSchema } from "./context.js";
import type { Engine } from "./engine.js";
import { generateAnswerNode } from "./generate-answer-node.js";
import { chosenNode, routerNode } from "./router-node.js";
import { SearchCache } from "./search-cache.js";
import { compressOrAnswer, stopAnswerNode } from "./stop-answer-node.js";

/** What a graph is made of. */
export interface DynaKragOptions {
  /** Where passages come from: our index, or any LangChain `VectorStore` or `BaseRetriever`. */
  retriever: EvidenceRetriever | LangChainSource;
  /** Who judges, writes queries and answers; default: the embedded extractive generator. */
  generator?: Generator;
  /** Shorthand for a {@link ChatModelGenerator} over this chat model: any LangChain `BaseChatModel`. */
  llm?: ChatModel;
  /** Orders unseen hits before the best become evidence; default: score order. */
  ranker?: EvidenceRanker;
  /** Who chooses; a policy, or one by name. Default: `rule`. */
  policy?: Policy | string;
  /** Defaults of the run-time settings. */
  settings?: SettingsInput;
}

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

type GraphNode = (state: EvidenceState, config: LangGraphRunnableConfig) => NodeResult;
type NodeResult = EvidenceUpdate | Promise<EvidenceUpdate>;

/** One node for each operation, under the operation's name. */
function operationNodes(engine: Engine): Record<ActionName, GraphNode> {
  const nodes = ACTIONS.map((action): [string, GraphNode] => [
    action.name,
    action.family === "termination" ? stopAnswerNode : actionNode(action, engine),
  ]);
  return Object.fromEntries(nodes) as Record<ActionName, GraphNode>;
}

function engineOf(options: DynaKragOptions): Engine {
  const { llm, policy = "rule", settings = {} } = options;
  checkParts(options);
  const preset = resolveSettings(settings);
  if (preset.policy !== undefined) policyByName(preset.policy);
  return {
    generator:
      options.generator ?? (llm ? new ChatModelGenerator({ model: llm }) : embeddedGenerator()),
    retriever: asEvidenceRetriever(options.retriever),
    ranker: options.ranker ?? scoreOrder(),
    policy: typeof policy === "string" ? policyByName(policy) : policy,
    defaults: settings,
    cache: new SearchCache(),
  };
}
