import type { ChatModel } from "./chat-model.js";
import { fieldsOf } from "./fields.js";
import { isBusyGateway } from "./provider-error.js";

/** Turns a provider's message into LangChain's; the raw one is among the arguments. */
type Convert = (...args: unknown[]) => unknown;

const CONVERT_MESSAGE = "_convertCompletionsMessageToBaseMessage";
const CONVERT_DELTA = "_convertCompletionsDeltaToBaseMessageChunk";

// One view a model, so that what is remembered about a model holds for all its generators.
const views = new WeakMap<ChatModel, ChatModel>();

/**
 * A view of a `ChatOpenAI` without four traits of `@langchain/openai` 1.5:
 *
 * - It drops the `refusal` of a chat completion, and, where the reply is streamed to a callback,
 *   the `finish_reason`: a refusal would read as an empty reply and a cut-off one as whole.
 * - With `streaming: true` it counts tokens by an encoding that it downloads, and warns at each
 *   count where it cannot.
 * - A gateway that is busy, and says so by "INSUFFICIENT QUOTA", it takes for an account without
 *   credit and does not ask again.
 *
 * The caller's model stays as it is; any other model comes back unchanged.
 */
export function openAIView(model: ChatModel): ChatModel {
  const view = views.get(model) ?? viewOf(model);
  views.set(model, view);
  return view;
}

function viewOf(model: ChatModel): ChatModel {
  const completions = "completions" in model ? model.completions : undefined;
  if (isConverter(completions)) {
    return Object.create(model, { completions: { value: converting(completions) } }) as ChatModel;
  }
  return isConverter(model) ? (converting(model) as ChatModel) : model;
}

interface Converter {
  [CONVERT_MESSAGE]: Convert;
  [CONVERT_DELTA]: Convert;
}

function isConverter(value: unknown): value is Converter {
  const fields = fieldsOf(value);
  return (
    typeof fields[CONVERT_MESSAGE] === "function" && typeof fields[CONVERT_DELTA] === "function"
  );
}

function converting<T extends Converter>(target: T): T {
  return Object.create(target, {
    [CONVERT_MESSAGE]: {
      value: (...args: unknown[]) => withRefusal(target[CONVERT_MESSAGE](...args), args[0]),
    },
    [CONVERT_DELTA]: {
      value: (...args: unknown[]) => {
        const chunk = withRefusal(target[CONVERT_DELTA](...args), args[0]);
        const choices = fieldsOf(args[1])["choices"];
        const end = Array.isArray(choices) ? fieldsOf(choices[0])["finish_reason"] : undefined;
        if (typeof end === "string") {
          fieldsOf(fieldsOf(chunk)["response_metadata"])["finish_reason"] = end;
        }
        return chunk;
      },
    },
    getNumTokens: { value: async (content: unknown) => Math.ceil(String(content).length / 4) },
    ...(hasRetries(target) ? { caller: { value: patient(target.caller) } } : {}),
  }) as T;
}

/** LangChain's `AsyncCaller`, as far as it decides whether a failed request is made again. */
interface Caller {
  onFailedAttempt(error: unknown): unknown;
}

function hasRetries(model: unknown): model is { caller: Caller } {
  return typeof fieldsOf(fieldsOf(model)["caller"])["onFailedAttempt"] === "function";
}

/** What it does not throw is tried again, up to the `maxRetries` of the model. */
function patient(caller: Caller): Caller {
  return Object.create(caller, {
    onFailedAttempt: {
      value: (error: unknown) => (isBusyGateway(error) ? undefined : caller.onFailedAttempt(error)),
    },
  }) as Caller;
}

function withRefusal(converted: unknown, raw: unknown): unknown {
  const refusal = fieldsOf(raw)["refusal"];
  if (typeof refusal === "string") {
    fieldsOf(fieldsOf(converted)["additional_kwargs"])["refusal"] = refusal;
  }
  return converted;
}
