import type { Language } from "../language/language.js";
import type { Gap, Passage, Snippet, StopReason, Verdict } from "../state/evidence.js";

/** What a call to a generator cost. */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  /** True where tokens were counted here rather than reported by the provider. */
  estimated: boolean;
}

/** A reply and what it cost. */
export interface Reply<T> {
  value: T;
  usage: CallUsage;
}

/** What every task is given. */
export interface TaskInput {
  question: string;
  /** Numbered from 1 in this order wherever a task or a citation counts them. */
  evidence: readonly Passage[];
  /** The language of the corpus. Replies are in the language of the question. */
  language: Language;
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Tokens left for the call: one that has to be made a second time must fit with the first. */
  maxTokens?: number | undefined;
}

/** The answer task. */
export interface AnswerInput extends TaskInput {
  /** Extracts that stand in for the passages, where they were compressed. */
  snippets?: readonly Snippet[] | undefined;
  /** True where the answer may come from the model's memory (closed-book methods only). */
  closedBook?: boolean | undefined;
}

/** The answer and what it rests on. */
export interface AnswerValue {
  /** Plain text; short where the question allows it. Empty only with `failure`. */
  answer: string;
  /** False where the evidence does not hold the answer; the text is then a best effort. */
  answerable: boolean;
  /** What is missing, in one sentence, where `answerable` is false. */
  missing?: string | undefined;
  /** Ids of the passages the answer rests on, in the order of citation. */
  citedIds: string[];
  /** Set where no answer came: why the run ends. */
  failure?: Extract<StopReason, "refusal" | "content_filter" | "generator_failed"> | undefined;
}

/** What the judge says. */
export interface JudgeValue {
  verdict: Verdict;
  /** With "insufficient": what is missing; `query` is empty where the judge gives none. */
  gap?: Pick<Gap, "text" | "query" | "slots"> | undefined;
}

/** Input of the two tasks that write a query. */
export interface QueryInput extends TaskInput {
  /** The queries searched so far, newest last. */
  queries: readonly string[];
  gap?: Gap | undefined;
}

/** Input of the compression task. */
export interface CompressInput extends TaskInput {
  style: "snippets" | "fact-table";
  maxSnippets: number;
  maxTokens: number;
}

/**
 * The generating side of the loop: an LLM, or the embedded extractive generator.
 *
 * Implementations throw when the call itself fails (network, quota, abort) and never for a reply
 * that cannot be read: that is an `unknown` verdict, an empty query, no snippets, or an answer
 * with `failure`.
 */
export interface Generator {
  /** A short name for traces and summaries, such as `embedded` or `openai:gpt-4o-mini`. */
  readonly name: string;
  /** `embedded` needs no network; methods that need a language model are refused there. */
  readonly kind: "chat" | "embedded";
  answer(input: AnswerInput, options?: CallOptions): Promise<Reply<AnswerValue>>;
  judge(input: TaskInput, options?: CallOptions): Promise<Reply<JudgeValue>>;
  /** A query for the recorded gap; empty where none can be written. */
  gapQuery(input: QueryInput, options?: CallOptions): Promise<Reply<string>>;
  /** The current query, reformulated from the evidence; empty where none can be written. */
  rewrite(input: QueryInput, options?: CallOptions): Promise<Reply<string>>;
  /** Mutually supporting extracts with their passage ids; empty means "use the passages". */
  compress(input: CompressInput, options?: CallOptions): Promise<Reply<Snippet[]>>;
}
