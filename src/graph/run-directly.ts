import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { applyUpdate } from "../state/apply-update.js";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { ActionName, Decision, JsonObject } from "../state/evidence.js";
import { assertFilter, assertQuestion } from "../state/question.js";
import type { SettingsInput } from "../state/settings.js";
import { contextSchema } from "./context.js";
import { engineOf } from "./engine-options.js";
import type { DynaKragOptions } from "./engine-options.js";
import { generateAnswerNode } from "./generate-answer-node.js";
import { operationNodes } from "./operation-nodes.js";
import { chosenNode, routerNode } from "./router-node.js";
import { compressOrAnswer } from "./stop-answer-node.js";

/** How one question is run. */
export interface DirectRunOptions {
  /** Run-time settings, over those of the runner. */
  settings?: SettingsInput;
  /** Restricts every search of the question. */
  filter?: JsonObject;
  signal?: AbortSignal | undefined;
}

/**
 * The nodes of the graph as functions from one state to the next, for whoever goes another way
 * through them than the router: training branches states, the oracle looks at all of them.
 */
export interface DirectRunner {
  /** The state of a question before its first step. */
  begin(question: string, options?: DirectRunOptions): EvidenceState;
  /** Takes the policy's next decision and runs the operation it names. */
  step(state: EvidenceState, options?: DirectRunOptions): Promise<EvidenceState>;
  /** Runs one operation, whatever the policy thinks of it. It has to be valid. */
  execute(
    state: EvidenceState,
    operation: ActionName,
    options?: DirectRunOptions,
  ): Promise<EvidenceState>;
  /** Compression, where it is due, and the answer. */
  finish(state: EvidenceState, options?: DirectRunOptions): Promise<EvidenceState>;
  /** All of it: the question's whole way. */
  run(question: string, options?: DirectRunOptions): Promise<EvidenceState>;
}

/**
 * The nodes of {@link createDynaKrag} in a plain loop, without checkpoints, streams and traces:
 * what evaluation runs thousands of times. State, decisions and answer are those of the graph.
 *
 * @throws DynaKragError `INVALID_SETTINGS`, `INVALID_POLICY` or `INVALID_INPUT`: for the parts at
 * once, for a question when it begins, before any call.
 * @example
 * ```ts
 * import { buildLexicalIndex, directRunner } from "dynakrag";
 *
 * const retriever = await buildLexicalIndex([
 *   { id: "1", pageContent: "Ada built the Iron Bridge.", metadata: { title: "Ada" } },
 * ]);
 * const runner = directRunner({ retriever, policy: "rule" });
 * const { answer, decisions } = await runner.run("What did Ada build?");
 * ```
 */
export function directRunner(options: DynaKragOptions): DirectRunner {
  const engine = engineOf(options);
  const nodes = operationNodes(engine);
  const route = routerNode(engine);
  const afterStop = compressOrAnswer(engine);
  const generateAnswer = generateAnswerNode(engine);

  const runner: DirectRunner = {
    begin: (question, { settings = {}, filter } = {}) => {
      assertQuestion(question);
      assertFilter(filter);
      contextSchema.parse(settings);
      return { ...initialState(question, filter), startedAt: Date.now() };
    },
    step: async (state, options) => {
      const config = configOf(options);
      const routed = applyUpdate(state, await route(state, config));
      return applyUpdate(routed, await nodes[chosenNode(routed)](routed, config));
    },
    execute: async (state, operation, options) => {
      const decided = applyUpdate(state, { decisions: [forced(state, operation)] });
      return applyUpdate(decided, await nodes[operation](decided, configOf(options)));
    },
    finish: async (state, options) => {
      const config = configOf(options);
      const next = afterStop(state, config);
      if (next === "generate_answer")
        return applyUpdate(state, await generateAnswer(state, config));
      const compressed = applyUpdate(state, await nodes[next](state, config));
      return applyUpdate(compressed, await generateAnswer(compressed, config));
    },
    run: async (question, options) => {
      let state = runner.begin(question, options);
      while (!hasStopped(state)) state = await runner.step(state, options);
      return runner.finish(state, options);
    },
  };
  return runner;
}

/** True once `stop_answer` was chosen. */
export function hasStopped({ stopReason }: EvidenceState): boolean {
  return stopReason !== undefined;
}

function configOf({ settings = {}, signal }: DirectRunOptions = {}): LangGraphRunnableConfig {
  return { context: settings, ...(signal && { signal }) };
}

/** A decision that no policy took. */
function forced({ history }: EvidenceState, operation: ActionName): Decision {
  return {
    step: history.length + 1,
    operation,
    valid: [operation],
    candidates: [],
    policy: "none",
    reason: "Given from outside.",
  };
}
