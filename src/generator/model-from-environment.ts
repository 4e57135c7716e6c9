import { variable } from "../environment.js";
import type { Environment } from "../environment.js";
import { DynaKragError } from "../errors.js";
import { ChatModelGenerator } from "./chat-generator.js";
import type { ChatModel } from "./chat-model.js";
import type { Generator } from "./generator.js";

const DEFAULT_MODEL = "gpt-4o-mini";

/** Milliseconds after which a request is given up. */
const TIMEOUT_MS = 60_000;

/** Retries of the client after a failed request; nothing here retries on top of it. */
const MAX_RETRIES = 2;

/** Tokens of a reply: far more than any task needs, so that a model that rambles is stopped. */
const MAX_REPLY_TOKENS = 1024;

/** OpenAI's reasoning models take no temperature, and think within the tokens of the reply. */
const REASONING_MODEL = /^(?:o\d|gpt-5(?!-chat))/;

/**
 * The generator that the environment asks for: OpenAI, or any server that speaks its protocol.
 * Undefined without `OPENAI_API_KEY`.
 *
 * | Variable | Meaning |
 * | --- | --- |
 * | `OPENAI_API_KEY` | the key; local servers take any text |
 * | `OPENAI_BASE_URL` | another server, such as `http://127.0.0.1:11434/v1` |
 * | `DYNAKRAG_MODEL` | the model, `gpt-4o-mini` by default |
 * | `DYNAKRAG_JUDGE_MODEL` | the judge's model, the same by default |
 *
 * Temperature 0, a minute a request, two retries by the client, replies of up to 1024 tokens.
 * The OpenAI client is loaded here, not before.
 *
 * @param env By default `process.env`.
 * @example
 * ```ts
 * import { generatorFromEnvironment } from "dynakrag";
 *
 * const generator = await generatorFromEnvironment();
 * console.log(generator?.name ?? "no key: use the embedded generator");
 * ```
 */
export async function generatorFromEnvironment(
  env: Environment = process.env,
): Promise<Generator | undefined> {
  if (variable(env, "OPENAI_API_KEY") === undefined) return undefined;
  return openAIGenerator(variable(env, "DYNAKRAG_MODEL") ?? DEFAULT_MODEL, env);
}

/**
 * The generator with a name such as `openai:gpt-4o-mini`: what `--generator` takes, apart from
 * `embedded`. Key, server and judge's model come from the environment, as for
 * {@link generatorFromEnvironment}.
 *
 * Errors: `MISSING_KEY` without `OPENAI_API_KEY`; `INVALID_SETTINGS` for any other name.
 *
 * @param env By default `process.env`.
 * @example
 * ```ts
 * import { generatorByName } from "dynakrag";
 *
 * const generator = await generatorByName("openai:gpt-4o-mini");
 * console.log(generator.name); // openai:gpt-4o-mini
 * ```
 */
export async function generatorByName(
  name: string,
  env: Environment = process.env,
): Promise<Generator> {
  const model = /^openai:(.*\S)$/.exec(name.trim())?.[1];
  if (model === undefined) {
    throw new DynaKragError({
      code: "INVALID_SETTINGS",
      message: "No generator has this name.",
      remedy: "Name it as openai:MODEL, for instance openai:gpt-4o-mini.",
      details: { length: name.length },
    });
  }
  return openAIGenerator(model, env);
}

async function openAIGenerator(model: string, env: Environment): Promise<Generator> {
  const judge = variable(env, "DYNAKRAG_JUDGE_MODEL");
  return new ChatModelGenerator({
    name: `openai:${model}`,
    model: await openAIModel(model, env),
    judgeModel: judge === undefined ? undefined : await openAIModel(judge, env),
  });
}

async function openAIModel(model: string, env: Environment): Promise<ChatModel> {
  const apiKey = variable(env, "OPENAI_API_KEY");
  if (apiKey === undefined) {
    throw new DynaKragError({
      code: "MISSING_KEY",
      message: "The variable OPENAI_API_KEY is not set.",
      remedy: "Set OPENAI_API_KEY, or use the embedded generator, which needs no key.",
    });
  }
  const baseURL = variable(env, "OPENAI_BASE_URL");
  const { ChatOpenAI } = await import("@langchain/openai");
  return new ChatOpenAI({
    model,
    apiKey,
    timeout: TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    ...(REASONING_MODEL.test(model) ? {} : { temperature: 0, maxTokens: MAX_REPLY_TOKENS }),
    ...(baseURL === undefined ? {} : { configuration: { baseURL } }),
  });
}
