import type { CallOptions, CallUsage, Generator, Reply } from "../generator/generator.js";
import type { GeneratorTask, TaskInputs, TaskValues } from "../generator/tasks.js";
import { delay } from "./delay.js";

/** One reply: a value, an error to throw, or a function that makes the value from the input. */
export type GeneratorStep<T extends GeneratorTask> =
  | TaskValues[T]
  | Error
  | ((input: TaskInputs[T]) => TaskValues[T]);

type Scripted<T extends GeneratorTask> =
  | readonly GeneratorStep<T>[]
  | ((input: TaskInputs[T]) => TaskValues[T]);

/** For each task its replies in order, or one function that makes every reply of the task. */
export type GeneratorScript = { readonly [T in GeneratorTask]?: Scripted<T> };

/** A call as it came in. */
export type RecordedCall = {
  [T in GeneratorTask]: { task: T; input: TaskInputs[T] };
}[GeneratorTask];

/** How a scripted generator behaves beside its script. */
export interface ScriptedGeneratorOptions {
  /** Default `scripted`. */
  name?: string;
  /** Default `chat`. */
  kind?: Generator["kind"];
  /** What each call costs. Default: 100 tokens in, 10 out, one call, not estimated. */
  usage?: CallUsage;
  /** Milliseconds each call takes; an abort ends the wait. Default 0. */
  delayMs?: number;
}

/** A {@link Generator} that says what a test tells it to. */
export interface ScriptedGenerator extends Generator {
  /** Every call so far, also the unexpected ones. */
  readonly calls: readonly RecordedCall[];
  /** Throws when a call came that no step was left for, or when steps are left over. */
  assertDone(): void;
}

/**
 * Makes a generator with scripted replies. A call that the script has no step for throws, and so
 * does `assertDone` afterwards, in case the code under test swallowed the first error.
 *
 * @example
 * ```ts
 * import { scriptedGenerator } from "dynakrag/testing";
 *
 * const generator = scriptedGenerator({
 *   judge: [{ verdict: "sufficient" }],
 *   answer: ({ evidence }) => ({
 *     answer: "Vienna",
 *     answerable: true,
 *     citedIds: evidence.map(({ id }) => id),
 *   }),
 * });
 * const input = { question: "Where?", evidence: [], language: "english" as const };
 * console.log((await generator.judge(input)).value.verdict); // sufficient
 * generator.assertDone();
 * ```
 */
export function scriptedGenerator(
  script: GeneratorScript,
  options: ScriptedGeneratorOptions = {},
): ScriptedGenerator {
  const { name = "scripted", kind = "chat", delayMs = 0 } = options;
  const usage = options.usage ?? {
    inputTokens: 100,
    outputTokens: 10,
    modelCalls: 1,
    estimated: false,
  };
  const calls: RecordedCall[] = [];
  const used = new Map<GeneratorTask, number>();
  const unexpected: GeneratorTask[] = [];

  const call = async <T extends GeneratorTask>(
    task: T,
    input: TaskInputs[T],
    { signal }: CallOptions = {},
  ): Promise<Reply<TaskValues[T]>> => {
    signal?.throwIfAborted();
    calls.push({ task, input } as RecordedCall);
    const step = nextStep(script[task] as Scripted<T> | undefined, used.get(task) ?? 0);
    used.set(task, (used.get(task) ?? 0) + 1);
    if (step === undefined) {
      unexpected.push(task);
      throw new Error(`Scripted generator: no step left for "${task}".`);
    }
    if (delayMs > 0) await delay(delayMs, signal);
    if (step instanceof Error) throw step;
    return { value: typeof step === "function" ? step(input) : step, usage: { ...usage } };
  };

  return {
    name,
    kind,
    calls,
    answer: (input, given) => call("answer", input, given),
    judge: (input, given) => call("judge", input, given),
    gapQuery: (input, given) => call("gapQuery", input, given),
    rewrite: (input, given) => call("rewrite", input, given),
    compress: (input, given) => call("compress", input, given),
    assertDone() {
      if (unexpected.length > 0) {
        throw new Error(`Scripted generator: unexpected calls of ${unexpected.join(", ")}.`);
      }
      for (const [task, steps] of Object.entries(script)) {
        const left = Array.isArray(steps)
          ? steps.length - (used.get(task as GeneratorTask) ?? 0)
          : 0;
        if (left > 0) throw new Error(`Scripted generator: ${left} step(s) of "${task}" are left.`);
      }
    },
  };
}

function nextStep<T extends GeneratorTask>(
  scripted: Scripted<T> | undefined,
  index: number,
): GeneratorStep<T> | undefined {
  return typeof scripted === "function" ? scripted : scripted?.[index];
}
