import { fieldsOf } from "./fields.js";
import type { CallUsage } from "./generator.js";
import type { PromptMessage } from "./prompts.js";
import { countMessages, countTokens } from "./token-count.js";

/**
 * How a reply ended. `unknown`: the provider did not say, as under some streams; read as whole.
 * `tool_calls`: it holds nothing else.
 */
export type ReplyEnd =
  | "stop"
  | "length"
  | "refusal"
  | "content_filter"
  | "tool_calls"
  | "context_overflow"
  | "unknown";

/** A model's reply as plain data. */
export interface ChatReply {
  /** What was said, without think blocks. */
  text: string;
  /** What came in a separate reasoning field. */
  reasoning: string;
  end: ReplyEnd;
  usage: CallUsage;
}

// The providers' words for the same ends: OpenAI, Anthropic, Google, Ollama, Mistral.
const ENDS = new Map<string, ReplyEnd>([
  ["stop", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["max_output_tokens", "length"],
  ["model_length", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
  ["content_filter", "content_filter"],
  ["safety", "content_filter"],
  ["recitation", "content_filter"],
  ["prohibited_content", "content_filter"],
  ["blocklist", "content_filter"],
]);

const END_FIELDS = ["finish_reason", "stop_reason", "finishReason", "done_reason"];

/** A reply that costs nothing because the provider made none. */
export function emptyReply(end: ReplyEnd): ChatReply {
  const usage = { inputTokens: 0, outputTokens: 0, modelCalls: 0, estimated: false };
  return { text: "", reasoning: "", end, usage };
}

/**
 * Reads what a chat model returned: an `AIMessage` of any core version, or a bare string.
 *
 * @param sent The prompt; counted where the provider reports no usage.
 */
export async function readReply(
  value: unknown,
  sent: readonly PromptMessage[],
): Promise<ChatReply> {
  const message = typeof value === "string" ? { content: value } : fieldsOf(value);
  const more = fieldsOf(message["additional_kwargs"]);
  const written = contentText(message["content"]);
  const reasoning = asText(more["reasoning_content"]);
  return {
    text: withoutThinking(written),
    reasoning,
    end: replyEnd(message, written),
    usage: (await reportedUsage(message)) ?? (await countedUsage(sent, written + reasoning)),
  };
}

function replyEnd(message: Record<string, unknown>, written: string): ReplyEnd {
  const more = fieldsOf(message["additional_kwargs"]);
  const blocks = Array.isArray(message["content"]) ? message["content"].map(fieldsOf) : [];
  const refused = blocks.some((block) => block["type"] === "refusal");
  if (refused || asText(more["refusal"]) !== "") return "refusal";

  const metadata = fieldsOf(message["response_metadata"]);
  const incomplete = fieldsOf(metadata["incomplete_details"])["reason"];
  const reasons = [incomplete, ...END_FIELDS.map((name) => metadata[name])];
  const said = reasons.map((reason) => asText(reason).toLowerCase()).find((end) => end !== "");
  const calls = message["tool_calls"] ?? more["tool_calls"];
  if (written.trim() === "" && Array.isArray(calls) && calls.length > 0) return "tool_calls";
  return ENDS.get(said ?? "") ?? "unknown";
}

/** The text of a message: a string, or the text blocks of a list. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  const texts = content.map((block: unknown) =>
    typeof block === "string" ? block : asText(fieldsOf(block)["text"]),
  );
  return texts.join("");
}

/**
 * Drops what reasoning models write before the reply: closed think blocks, an opening that was
 * never closed (then everything after it was thought), and what precedes a lone closing tag
 * (templates that put the opening tag into the prompt).
 */
function withoutThinking(text: string): string {
  const open = text.replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, "");
  const closed = open.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/i, "");
  return closed.replace(/<(?:think|thinking|reasoning)>[\s\S]*$/i, "").trim();
}

async function reportedUsage(message: Record<string, unknown>): Promise<CallUsage | undefined> {
  const usage = fieldsOf(message["usage_metadata"]);
  const input = usage["input_tokens"];
  const output = usage["output_tokens"];
  // A reply from a LangChain cache reports zero; it is counted, so that costs stay comparable.
  if (typeof input !== "number" || !(input > 0)) return undefined;
  const outputTokens = typeof output === "number" ? output : 0;
  return { inputTokens: input, outputTokens, modelCalls: 1, estimated: false };
}

async function countedUsage(sent: readonly PromptMessage[], reply: string): Promise<CallUsage> {
  return {
    inputTokens: await countMessages(sent),
    outputTokens: await countTokens(reply),
    modelCalls: 1,
    estimated: true,
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
