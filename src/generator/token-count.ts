import type { PromptMessage } from "./prompts.js";

/** Tokens that frame one message, beside its role and its text. */
const TOKENS_PER_MESSAGE = 3;

/** Tokens that open the reply. */
const TOKENS_TO_OPEN_REPLY = 3;

/** The time of the tokenizer grows with the square of a run without a break, such as a rambling. */
const LONG_RUN = /\S{1000}|\s{1000}/;

/** Characters that are counted at a time where there is such a run: a token more each, at most. */
const SLICE = 1000;

// The vocabulary takes half a second to load, which a run whose provider reports its tokens
// never needs.
let tokenizer: Promise<typeof import("gpt-tokenizer/encoding/o200k_base")> | undefined;

/**
 * Counts the tokens of a text in `o200k_base`, the encoding of OpenAI's models since GPT-4o. For
 * other models it is an estimate. Nothing is fetched from the network.
 *
 * Text that looks like a special token (`<|endoftext|>`) is counted as the plain text it is.
 *
 * @example
 * ```ts
 * import { countTokens } from "dynakrag";
 *
 * console.log(await countTokens("hello world")); // 2
 * ```
 */
export async function countTokens(text: string): Promise<number> {
  tokenizer ??= import("gpt-tokenizer/encoding/o200k_base");
  const { countTokens: count } = await tokenizer;
  const options = { disallowedSpecial: new Set<string>() };
  if (!LONG_RUN.test(text)) return count(text, options);
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    tokens += count(text.slice(at, at + SLICE), options);
  }
  return tokens;
}

/**
 * Counts the tokens of a prompt by the rule of OpenAI's cookbook
 * ("How to count tokens with tiktoken"): three tokens a message, its role, its text, and three
 * tokens that open the reply.
 *
 * @example
 * ```ts
 * import { countMessages } from "dynakrag";
 *
 * console.log(await countMessages([{ role: "user", content: "hello world" }])); // 9
 * ```
 */
export async function countMessages(messages: readonly PromptMessage[]): Promise<number> {
  let total = TOKENS_TO_OPEN_REPLY;
  for (const { role, content } of messages) {
    total += TOKENS_PER_MESSAGE + (await countTokens(role)) + (await countTokens(content));
  }
  return total;
}
