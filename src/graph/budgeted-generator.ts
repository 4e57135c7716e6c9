import { COMPRESSION_LIMITS } from "../actions/compress-answer-evidence.js";
import { DynaKragError } from "../errors.js";
import { fitToTokens } from "../generator/fit-evidence.js";
import type { CallOptions, Generator, Reply } from "../generator/generator.js";
import { renderPrompt } from "../generator/prompts.js";
import type { GeneratorTask, TaskInputs, TaskValues } from "../generator/tasks.js";
import { countMessages } from "../generator/token-count.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { tokensSpent } from "../state/history.js";
import type { Settings } from "../state/settings.js";
import { ANSWER_TOKENS, extractTokensAtMost, replyTokensAtMost } from "../state/token-bound.js";
import { answerReserve } from "../validity/token-budget.js";

/**
 * The generator of one node under the token budget of its question. Validity goes by bounds, which
 * a strange text or a long page may exceed; here every prompt is counted before it is sent. A call
 * that does not fit, with its reply and what the answer needs, is not made; the answer's pages are
 * trimmed first.
 *
 * Counted in `o200k_base`: a model with another vocabulary, or one that writes longer replies than
 * are planned for, may differ.
 *
 * @returns The generator as it is where there is no budget.
 */
export function budgetedGenerator(
  generator: Generator,
  state: EvidenceState,
  settings: Settings,
): Generator {
  const { maxTokens } = settings;
  if (maxTokens === null) return generator;
  const left = maxTokens - tokensSpent(state);
  const asked = replyTokensAtMost(state.question);
  const extracted = extractTokensAtMost(COMPRESSION_LIMITS[settings.compressionStyle]);
  const room = left - answerReserve(state, { ...settings, compression: "never" }, 0);

  /** Calls with what is left of the prompt's room, or not at all. */
  const within =
    <T extends GeneratorTask>(task: T, promptTokens: number) =>
    async (input: TaskInputs[T], options: CallOptions = {}): Promise<Reply<TaskValues[T]>> => {
      const sent = task === "answer" ? await fitToTokens(task, input, promptTokens) : input;
      if ((await countMessages(renderPrompt(task, sent))) > promptTokens) throw overBudget(task);
      const call = generator[task] as (
        input: TaskInputs[T],
        options: CallOptions,
      ) => Promise<Reply<TaskValues[T]>>;
      return call.call(generator, sent, { ...options, maxTokens: left });
    };

  return {
    name: generator.name,
    kind: generator.kind,
    answer: within("answer", left - ANSWER_TOKENS),
    judge: within("judge", room - asked),
    gapQuery: within("gapQuery", room - asked),
    rewrite: within("rewrite", room - asked),
    compress: within("compress", room - extracted),
  };
}

function overBudget(task: GeneratorTask): DynaKragError {
  return new DynaKragError({
    code: "TOKEN_BUDGET",
    message: `The task ${task} does not fit what is left of the token budget.`,
    remedy: "Raise maxTokens.",
    details: { task },
  });
}
