import type { Question } from "../datasets/question.js";
import { DynaKragError } from "../errors.js";
import type { Generator } from "../generator/generator.js";
import { directRunner, hasStopped } from "../graph/run-directly.js";
import type { DirectRunner } from "../graph/run-directly.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { initialState } from "../state/evidence-state.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { SettingsInput } from "../state/settings.js";
import type { Choices } from "./choices.js";
import { methodSpec, ORACLE } from "./method-spec.js";
import type { MethodSpec } from "./method-spec.js";
import { oracleState } from "./oracle.js";
import { toPrediction } from "./prediction.js";
import type { Prediction } from "./prediction.js";
import { sharedGenerator, sharedRetriever } from "./shared-calls.js";
import type { ReplyStore } from "./shared-calls.js";

/** What all methods are measured with: equal for each of them. */
export interface EvaluationParts {
  retriever: EvidenceRetriever;
  /** The generator for a question: on train questions the one that was fitted without its fold. */
  generatorFor(question: Question): Generator;
  ranker?: EvidenceRanker | undefined;
  choices: Choices;
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
 * The methods share searches and replies; each counts what it would have cost alone.
 */
export async function* evaluateQuestion(
  question: Question,
  methods: readonly string[],
  parts: EvaluationParts,
  options: MethodRunOptions,
): AsyncGenerator<Prediction> {
  const { choices, foldOf, ranker } = parts;
  const retriever = sharedRetriever(parts.retriever);
  const generator = sharedGenerator(parts.generatorFor(question), parts.replies(question));
  const fold = foldOf(question);
  for (const method of methods) {
    const spec = methodSpec(method, choices, fold);
    const policy = spec.policy === ORACLE ? "uniform" : spec.policy;
    const runner = directRunner({ retriever, generator, policy, ...(ranker ? { ranker } : {}) });
    const settings = { ...parts.settings, ...spec.settings };
    yield await predict(
      question,
      { spec, runner, settings, language: retriever.language },
      options,
    );
  }
}

interface MethodRun {
  spec: MethodSpec;
  runner: DirectRunner;
  settings: SettingsInput;
  language: EvidenceRetriever["language"];
}

async function predict(
  question: Question,
  { spec, runner, settings, language }: MethodRun,
  { answers, signal }: MethodRunOptions,
): Promise<Prediction> {
  const started = performance.now();
  const run = { settings, signal };
  let state: EvidenceState = initialState(question.question);
  let error: string | undefined;
  try {
    if (spec.policy === ORACLE) {
      state = await oracleState(question, { runner, language, settings, signal });
      state = await runner.execute(state, "stop_answer", run);
    } else {
      state = runner.begin(question.question, run);
      while (!hasStopped(state)) state = await runner.step(state, run);
    }
    if (answers) state = await runner.finish(state, run);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    error = DynaKragError.isInstance(cause) ? cause.code : "FAILED";
  }
  const seconds = Math.round(performance.now() - started) / 1000;
  const { name: method, policy } = spec;
  return toPrediction(question, state, {
    ...{ method, policy, seconds },
    ...(error === undefined ? {} : { error }),
  });
}
