import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Policy } from "../policy/policy.js";
import { applyUpdate } from "../state/apply-update.js";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Decision, JsonObject } from "../state/evidence.js";
import { assertFilter, assertQuestion } from "../state/question.js";
import type { SettingsInput } from "../state/settings.js";
import { contextSchema } from "./context.js";
import { engineOf } from "./engine-options.js";
import type { DynaKragOptions } from "./engine-options.js";
import { generateAnswerNode } from "./generate-answer-node.js";
import { operationNodes } from "./operation-nodes.js";
import { chosenNode, lookAhead, routerNode } from "./router-node.js";
import type { Outlook } from "./router-node.js";
import { runScope } from "./run-scope.js";
import type { SearchCache } from "./search-cache.js";
import { compressOrAnswer } from "./stop-answer-node.js";

/** How one question is run. */
export interface DirectRunOptions {
  /** Run-time settings, over those of the runner. */
  settings?: SettingsInput;
  /** Restricts every search of the question. */
  filter?: JsonObject;
  signal?: AbortSignal | undefined;
}

/** An operation and how it is done, without what led to it. */
export type GivenDecision = Pick<Decision, "operation" | "variant" | "args" | "preview" | "limit">;

/**
 * The nodes of the graph as functions from one state to the next, for whoever goes another way
 * through them than the router: training branches states, the oracle looks at all of them.
 */
export interface DirectRunner {
  /** The state of a question before its first step. */
  begin(question: string, options?: DirectRunOptions): EvidenceState;
  /** Takes the policy's next decision and runs the operation it names. */
  step(state: EvidenceState, options?: DirectRunOptions): Promise<EvidenceState>;
  /** What a policy would be shown in this state. */
  look(state: EvidenceState, policy: Policy, options?: DirectRunOptions): Promise<Outlook>;
  /** Runs one operation, whatever the policy thinks of it. It has to be valid. */
  execute(
    state: EvidenceState,
    decision: GivenDecision,
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
 * @param cache Where previewed searches wait for their operation; one of its own by default.
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
export function directRunner(options: DynaKragOptions, cache?: SearchCache): DirectRunner {
  const engine = engineOf(options, cache);
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
    look: (state, policy, options) =>
      lookAhead(engine, { ...runScope(engine, state, configOf(options)), policy }, state),
    execute: async (state, decision, options) => {
      const decided = applyUpdate(state, { decisions: [withoutPolicy(state, decision)] });
      return applyUpdate(decided, await nodes[decision.operation](decided, configOf(options)));
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

/** A decision of nobody: whoever comes to the same operation gets the same state. */
function withoutPolicy({ history }: EvidenceState, given: GivenDecision): Decision {
  const { operation, variant, args, preview, limit } = given;
  return {
    step: history.length + 1,
    operation,
    ...(variant === undefined ? {} : { variant }),
    ...(args ? { args } : {}),
    ...(preview ? { preview } : {}),
    ...(limit ? { limit } : {}),
    valid: [operation],
    candidates: [],
    policy: "none",
    reason: "Given from outside.",
  };
}
