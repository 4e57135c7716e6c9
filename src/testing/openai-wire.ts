import type { JsonObject, JsonValue } from "../state/evidence.js";
import { fnv1a } from "./fnv1a.js";

/** What the server answers to one chat request. */
export interface ScriptedReply {
  /** The text of the reply (default: empty). */
  content?: string | null;
  /** Default: `stop`, or `tool_calls` where there are some. */
  finishReason?: string;
  /** A refusal, as OpenAI sends it beside a null content. */
  refusal?: string;
  /** Reasoning, as DeepSeek, vLLM and LM Studio send it beside the content. */
  reasoningContent?: string;
  /** Tool calls nobody asked for. */
  toolCalls?: readonly { name: string; arguments: string }[];
  /** Tokens as the provider reports them (default 100 and 10); `null`: none are reported. */
  usage?: { inputTokens: number; outputTokens: number } | null;
  /** HTTP status, 200 by default. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The whole body, instead of a completion: an object is sent as JSON, a string as it is. */
  body?: JsonObject | string;
  /** Milliseconds to wait before the first byte. */
  delayMs?: number;
}

/** A chat or embeddings request, as it came in. */
export interface RecordedRequest {
  /** Such as `/v1/chat/completions`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: JsonObject;
}

const DIMENSIONS = 64;

/** A chat completion in OpenAI's shape. */
export function completionBody(request: RecordedRequest, reply: ScriptedReply): JsonObject {
  return {
    ...envelope(request, "chat.completion"),
    choices: [{ index: 0, finish_reason: finishReason(reply), message: message(reply) }],
    ...usageField(reply),
  };
}

/** The events of the same completion, streamed: one a word, then usage where it was asked for. */
export function streamChunks(request: RecordedRequest, reply: ScriptedReply): string[] {
  const chunk = (choices: JsonValue[], more: JsonObject = {}): string =>
    JSON.stringify({ ...envelope(request, "chat.completion.chunk"), choices, ...more });
  const delta = (fields: JsonObject, finish: string | null = null): string =>
    chunk([{ index: 0, delta: fields, finish_reason: finish }]);

  const { content: _, ...rest } = message(reply);
  const words = (reply.content ?? "").match(/\s*\S+|\s+$/g) ?? [];
  const options = request.body["stream_options"];
  const wantsUsage = typeof options === "object" && options !== null && "include_usage" in options;
  return [
    delta({ ...rest, content: "" }),
    ...words.map((word) => delta({ content: word })),
    delta({}, finishReason(reply)),
    ...(wantsUsage && reply.usage !== null ? [chunk([], usageField(reply))] : []),
    "[DONE]",
  ];
}

/** One vector an input: texts that share words point in similar directions. */
export function embeddingsBody(request: RecordedRequest): JsonObject {
  const input = request.body["input"];
  const texts = (Array.isArray(input) ? input : [input]).map((text) => String(text));
  const base64 = request.body["encoding_format"] === "base64";
  return {
    object: "list",
    model: request.body["model"] ?? "scripted",
    data: texts.map((text, index) => {
      const vector = hashedVector(text);
      const bytes = Buffer.from(Float32Array.from(vector).buffer);
      return { object: "embedding", index, embedding: base64 ? bytes.toString("base64") : vector };
    }),
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  };
}

function envelope(request: RecordedRequest, object: string): JsonObject {
  return {
    id: "chatcmpl-scripted",
    object,
    created: 0,
    model: request.body["model"] ?? "scripted",
  };
}

function message(reply: ScriptedReply): JsonObject {
  const calls = reply.toolCalls?.map(({ name, arguments: args }, index) => {
    return { index, id: `call_${index}`, type: "function", function: { name, arguments: args } };
  });
  return {
    role: "assistant",
    content: reply.content ?? null,
    ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
    ...(reply.reasoningContent === undefined ? {} : { reasoning_content: reply.reasoningContent }),
    ...(calls === undefined ? {} : { tool_calls: calls }),
  };
}

function finishReason(reply: ScriptedReply): string {
  return reply.finishReason ?? (reply.toolCalls === undefined ? "stop" : "tool_calls");
}

function usageField(reply: ScriptedReply): JsonObject {
  if (reply.usage === null) return {};
  const { inputTokens, outputTokens } = reply.usage ?? { inputTokens: 100, outputTokens: 10 };
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

/** A bag of words, each hashed to a dimension; unit length unless empty. */
function hashedVector(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const at = fnv1a(word) % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
