import { DynaKragError } from "../errors.js";
import type { Snippet } from "../state/evidence.js";
import { callChatModel, type ChatModel } from "./chat-model.js";
import { emptyReply, type ChatReply } from "./chat-reply.js";
import { fieldsOf } from "./fields.js";
import { fitToTokens, halvePages } from "./fit-evidence.js";
import type {
  AnswerInput,
  AnswerValue,
  CallOptions,
  CallUsage,
  CompressInput,
  Generator,
  JudgeValue,
  QueryInput,
  Reply,
  TaskInput,
} from "./generator.js";
import { openAIView } from "./openai-view.js";
import { renderPrompt } from "./prompts.js";
import {
  contextLimit,
  generatorError,
  isAbort,
  isContentFilter,
  isContextOverflow,
} from "./provider-error.js";
import { readAnswer } from "./read-answer.js";
import { readQuery } from "./read-query.js";
import { readExtracts, readJudgement } from "./structured-output.js";
import type { GeneratorTask, TaskInputs } from "./tasks.js";
import { countTokens } from "./token-count.js";

/** How a {@link ChatModelGenerator} is made. */
export interface ChatGeneratorOptions {
  /** The model of every task: any LangChain `BaseChatModel`. */
  model: ChatModel;
  /** The model of the judge alone, where a stronger or cheaper one is wanted. */
  judgeModel?: ChatModel | undefined;
  /** For traces and summaries; by default `provider:model` as the model names itself. */
  name?: string | undefined;
  /**
   * Tokens that a prompt may have, by our own count. Longer pages are trimmed. Default: the
   * model's own `profile.maxInputTokens` where LangChain knows it, else no limit.
   */
  maxPromptTokens?: number | undefined;
}

/** Share of a limit learnt from an error that is used: the model counts in other tokens than we. */
const LIMIT_SHARE = 0.75;

/**
 * The generator over any LangChain chat model: five short prompts that small models can follow.
 *
 * - Passages go into the prompt as numbered, delimited data; an answer is plain text with `[n]`
 *   citations, so that it can be streamed, and says in a last line what is missing. Judgements and
 *   extracts are JSON, which is asked for by JSON mode where the server has it.
 * - A reply that cannot be read (cut off, empty, refused, tool calls only) is an `unknown`
 *   verdict, an empty query, no extracts, or an answer with `failure`. An empty answer is asked for
 *   once more; nothing else is, and network retries are left to the model (`maxRetries`).
 * - Only the answer appears in the token stream of a graph.
 * - Tokens are the provider's, else counted here (`estimated`).
 *
 * Errors: `GENERATOR_FAILED` when the call itself fails, with `status` and `providerCode` in
 * `details`; `QUOTA_EXHAUSTED` where it fails because the provider's credit is spent, after which
 * no later call can succeed; aborts pass through as they are; `INVALID_SETTINGS` for a bad option.
 *
 * @example
 * ```ts
 * import { ChatOpenAI } from "@langchain/openai";
 * import { ChatModelGenerator } from "dynakrag";
 *
 * const generator = new ChatModelGenerator({
 *   model: new ChatOpenAI({ model: "gpt-4o-mini", temperature: 0 }),
 * });
 * const { value, usage } = await generator.answer({
 *   question: "Where was the director of Metropolis born?",
 *   evidence: [
 *     { id: "m", pageContent: "Metropolis is a film by Fritz Lang.", metadata: {} },
 *     { id: "l", pageContent: "Fritz Lang was born in Vienna.", metadata: {} },
 *   ],
 *   language: "english",
 * });
 * console.log(value.answer, value.citedIds, usage.inputTokens);
 * ```
 */
export class ChatModelGenerator implements Generator {
  readonly name: string;
  readonly kind = "chat";
  readonly #model: ChatModel;
  readonly #judgeModel: ChatModel;
  readonly #maxPromptTokens: number | undefined;

  constructor({ model, judgeModel, name, maxPromptTokens }: ChatGeneratorOptions) {
    if (maxPromptTokens !== undefined && !(maxPromptTokens >= 1)) {
      throw new DynaKragError({
        code: "INVALID_SETTINGS",
        message: "maxPromptTokens is not a number of at least 1.",
        remedy: "Give the tokens that a prompt may have, or leave it out.",
      });
    }
    this.name = name ?? nameOf(model);
    this.#model = openAIView(model);
    this.#judgeModel = judgeModel === undefined ? this.#model : openAIView(judgeModel);
    this.#maxPromptTokens = maxPromptTokens;
  }

  async answer(input: AnswerInput, options: CallOptions = {}): Promise<Reply<AnswerValue>> {
    const reply = await this.#ask("answer", input, options);
    const first = answered(reply, input);
    const empty = first.value.failure === "generator_failed" && reply.end !== "context_overflow";
    if (!empty || !fitsTwice(first.usage, options)) return first;
    const second = answered(await this.#ask("answer", input, options), input);
    return { value: second.value, usage: sum(first.usage, second.usage) };
  }

  async judge(input: TaskInput, options: CallOptions = {}): Promise<Reply<JudgeValue>> {
    const reply = await this.#ask("judge", input, options);
    return { value: readJudgement(reply), usage: reply.usage };
  }

  async gapQuery(input: QueryInput, options: CallOptions = {}): Promise<Reply<string>> {
    const reply = await this.#ask("gapQuery", input, options);
    return { value: readQuery(reply), usage: reply.usage };
  }

  async rewrite(input: QueryInput, options: CallOptions = {}): Promise<Reply<string>> {
    const reply = await this.#ask("rewrite", input, options);
    return { value: readQuery(reply), usage: reply.usage };
  }

  async compress(input: CompressInput, options: CallOptions = {}): Promise<Reply<Snippet[]>> {
    const reply = await this.#ask("compress", input, options);
    const value = await withinLimits(readExtracts(reply, input.evidence), input);
    return { value, usage: reply.usage };
  }

  /** One call, with the pages trimmed to fit; on an overflow once more with shorter pages. */
  async #ask<T extends GeneratorTask>(
    task: T,
    input: TaskInputs[T],
    { signal }: CallOptions,
  ): Promise<ChatReply> {
    const model = task === "judge" ? this.#judgeModel : this.#model;
    const call = {
      json: task === "judge" || task === "compress",
      streamed: task === "answer",
      signal,
    };
    const send = (sent: TaskInputs[T]): Promise<ChatReply> =>
      callChatModel(model, renderPrompt(task, sent), call);

    const limit = this.#maxPromptTokens ?? profileLimit(model);
    const fitted = limit === undefined ? input : await fitToTokens(task, input, limit);
    try {
      return await send(fitted).catch(async (error: unknown) => {
        if (isAbort(error, signal) || !isContextOverflow(error)) throw error;
        const window = contextLimit(error);
        const tokens = Math.floor((window ?? 0) * LIMIT_SHARE);
        return send(tokens > 0 ? await fitToTokens(task, fitted, tokens) : halvePages(fitted));
      });
    } catch (error) {
      if (isAbort(error, signal)) throw error;
      if (isContextOverflow(error)) return emptyReply("context_overflow");
      if (isContentFilter(error)) return emptyReply("content_filter");
      throw generatorError(error, this.name);
    }
  }
}

/** The answer in a reply, or why there is none. */
function answered(reply: ChatReply, input: AnswerInput): Reply<AnswerValue> {
  const failed = (failure: AnswerValue["failure"]): Reply<AnswerValue> => ({
    value: { answer: "", answerable: false, citedIds: [], failure },
    usage: reply.usage,
  });
  if (reply.end === "refusal" || reply.end === "content_filter") return failed(reply.end);
  const value = readAnswer(reply, input);
  return value.answer === "" ? failed("generator_failed") : { value, usage: reply.usage };
}

/** As many extracts, from the first, as the limits of the task allow. */
async function withinLimits(snippets: Snippet[], input: CompressInput): Promise<Snippet[]> {
  const kept: Snippet[] = [];
  let tokens = 0;
  for (const snippet of snippets.slice(0, input.maxSnippets)) {
    tokens += await countTokens(snippet.text);
    if (tokens > input.maxTokens) break;
    kept.push(snippet);
  }
  return kept;
}

/** True where a second call, which may cost what the first did, still fits the budget. */
function fitsTwice(usage: CallUsage, { maxTokens = Number.POSITIVE_INFINITY }: CallOptions) {
  return 2 * (usage.inputTokens + usage.outputTokens) <= maxTokens;
}

function sum(first: CallUsage, second: CallUsage): CallUsage {
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    modelCalls: first.modelCalls + second.modelCalls,
    estimated: first.estimated || second.estimated,
  };
}

/** `provider:model`, as LangChain models name themselves. */
function nameOf(model: ChatModel): string {
  const { model: name, modelName, _llmType: type } = fieldsOf(model);
  const provider: unknown = typeof type === "function" ? type.call(model) : "chat";
  const known = [name, modelName].find((one) => typeof one === "string");
  return known === undefined ? String(provider) : `${String(provider)}:${known}`;
}

function profileLimit(model: ChatModel): number | undefined {
  const { maxInputTokens } = fieldsOf(fieldsOf(model)["profile"]);
  return typeof maxInputTokens === "number" && maxInputTokens > 0 ? maxInputTokens : undefined;
}
