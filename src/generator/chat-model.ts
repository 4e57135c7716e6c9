import { abortable } from "../abortable.js";
import { readReply, type ChatReply } from "./chat-reply.js";
import type { PromptMessage } from "./prompts.js";
import { isFormatRejection } from "./provider-error.js";

/** What a call hands to the model. Models ignore options they do not know. */
export interface ChatModelOptions {
  signal?: AbortSignal;
  tags?: string[];
  response_format?: { type: "json_object" };
}

/**
 * Any LangChain chat model: whatever answers messages. Only its shape counts, so a model from a
 * second copy of `@langchain/core` works as well.
 */
export interface ChatModel {
  // A method, so that the narrower options of a real model still fit.
  invoke(messages: PromptMessage[], options?: ChatModelOptions): Promise<unknown>;
}

/** How one call is made. */
interface ChatCall {
  /** True where the reply is to be one JSON object. */
  json: boolean;
  /** False keeps the reply out of the token stream that users of a graph see. */
  streamed: boolean;
  signal: AbortSignal | undefined;
}

// LangGraph's `messages` stream leaves out models with this tag (`nostream` there, in
// langgraph/dist/pregel/messages.js); a literal, because generators do not import the graph.
const NO_STREAM = "nostream";

// Models whose server refused `response_format`: asked for JSON by the prompt alone from then on.
const withoutJsonMode = new WeakSet<ChatModel>();

/**
 * Calls a model once. Where its server rejects JSON mode the call is made again without, and the
 * model is remembered, so that it happens once a model and not once a check.
 *
 * JSON mode is `json_object`, not a schema: given a schema, `@langchain/openai` 1.5 parses the
 * reply within its retry loop, so that prose or a cut-off reply is paid for up to seven times.
 */
export async function callChatModel(
  model: ChatModel,
  messages: PromptMessage[],
  call: ChatCall,
): Promise<ChatReply> {
  const options: ChatModelOptions = {};
  if (call.signal !== undefined) options.signal = call.signal;
  if (!call.streamed) options.tags = [NO_STREAM];
  const send = async (more: ChatModelOptions): Promise<ChatReply> => {
    const sent = abortable(() => model.invoke(messages, { ...options, ...more }), call.signal);
    return readReply(await sent, messages);
  };

  if (!call.json || withoutJsonMode.has(model)) return send({});
  try {
    return await send({ response_format: { type: "json_object" } });
  } catch (error) {
    if (call.signal?.aborted === true || !isFormatRejection(error)) throw error;
    const reply = await send({});
    withoutJsonMode.add(model);
    return reply;
  }
}
