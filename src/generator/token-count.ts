import type { PromptMessage } from "./prompts.js";

/** Tokens that frame one message, beside its role and its text. */
const TOKENS_PER_MESSAGE = 3;

/** Tokens that open the reply. */
const TOKENS_TO_OPEN_REPLY = 3;

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
  return count(text, { disallowedSpecial: new Set() });
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
