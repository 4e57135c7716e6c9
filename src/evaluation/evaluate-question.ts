import { policyByName } from "../baselines/index.js";
import type { Question } from "../datasets/question.js";
import { DynaKragError } from "../errors.js";
import type { Generator } from "../generator/generator.js";
import type { DirectRunner } from "../graph/run-directly.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { initialState } from "../state/evidence-state.js";
import type { SettingsInput } from "../state/settings.js";
import type { Choices } from "./choices.js";
import { methodSpec, ORACLE } from "./method-spec.js";
import type { MethodSpec } from "./method-spec.js";
import { Oracle } from "./oracle.js";
import { toPrediction } from "./prediction.js";
import type { PolicyNamed } from "./policy-file.js";
import type { Prediction } from "./prediction.js";
import { sharedGenerator, sharedRetriever } from "./shared-calls.js";
import type { ReplyStore } from "./shared-calls.js";
import { StateTree, treeRunner } from "./state-tree.js";
import type { Walk } from "./state-tree.js";

/** What all methods are measured with: equal for each of them. */
export interface EvaluationParts {
  retriever: EvidenceRetriever;
  /** The generator for a question: on train questions the one that was fitted without its fold. */
  generatorFor(question: Question): Generator;
  ranker?: EvidenceRanker | undefined;
  choices: Choices;
  /** Policies by name; `dynakrag` among them where a policy file is given. */
  policyNamed?: PolicyNamed;
  /** The fold of a train question; undefined for any other. */
  foldOf(question: Question): number | undefined;
  /** Keeps the replies of a question; a new one each time keeps them for its methods only. */
  replies(question: Question): ReplyStore;
  settings: SettingsInput;
}

/** How far a method is run. */
export interface MethodRunOptions {
  /** False: evidence is gathered and nothing is answered, which choosing settings does not need. */
  answers: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Runs methods on one question, one after another, and hands over each prediction as it is made.
 * The methods share states, searches and replies; each counts what it would have cost alone.
 */
export async function* evaluateQuestion(
  question: Question,
  methods: readonly string[],
  parts: EvaluationParts,
  options: MethodRunOptions,
): AsyncGenerator<Prediction> {
  const { choices, foldOf, ranker, policyNamed = policyByName } = parts;
  const retriever = sharedRetriever(parts.retriever);
  const generator = sharedGenerator(parts.generatorFor(question), parts.replies(question));
  const runner = treeRunner({ retriever, generator, ...(ranker ? { ranker } : {}) });
  const tree = new StateTree(runner, question.question, options.signal);
  const { language } = retriever;
  const oracle = new Oracle({ question, runner, language, signal: options.signal });
  const fold = foldOf(question);
  for (const method of methods) {
    const spec = methodSpec(method, choices, fold, policyNamed);
    const settings = { ...parts.settings, ...spec.settings };
    const run = { spec, policyNamed, runner, tree, oracle, settings };
    yield await predict(question, run, options);
  }
}

interface MethodRun {
  spec: MethodSpec;
  policyNamed: PolicyNamed;
  runner: DirectRunner;
  tree: StateTree;
  oracle: Oracle;
  settings: SettingsInput;
}

async function predict(
  question: Question,
  run: MethodRun,
  { answers, signal }: MethodRunOptions,
): Promise<Prediction> {
  const { spec, runner, settings } = run;
  let walk: Walk = { state: initialState(question.question), searches: 0, seconds: 0 };
  let error: string | undefined;
  try {
    walk = spec.policy === ORACLE ? await toGold(run, signal) : await follow(run);
    if (answers) {
      const started = performance.now();
      const state = await runner.finish(walk.state, { settings, signal });
      const seconds = walk.seconds + (performance.now() - started) / 1000;
      walk = { ...walk, state, seconds };
    }
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    error = DynaKragError.isInstance(cause) ? cause.code : "FAILED";
  }
  const { name: method, policy } = spec;
  return toPrediction(question, walk.state, {
    method,
    policy,
    previewSearches: walk.searches,
    seconds: Math.round(1000 * walk.seconds) / 1000,
    ...(error === undefined ? {} : { error }),
  });
}

function follow({ spec, policyNamed, tree, settings }: MethodRun): Promise<Walk> {
  return tree.walk(policyNamed(spec.policy), settings);
}

async function toGold(
  { runner, oracle, settings }: MethodRun,
  signal: AbortSignal | undefined,
): Promise<Walk> {
  const started = performance.now();
  const found = await oracle.bestState(settings);
  const stop = { operation: "stop_answer" } as const;
  const state = await runner.execute(found, stop, { settings, signal });
  return { state, searches: 0, seconds: (performance.now() - started) / 1000 };
}
