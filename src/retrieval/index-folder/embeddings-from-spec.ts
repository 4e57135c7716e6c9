import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { variable } from "../../environment.js";
import type { Environment } from "../../environment.js";
import { DynaKragError } from "../../errors.js";

/** An embedding model and the name under which an index remembers it. */
export interface EmbeddingsSource {
  /** `openai:MODEL`, `ollama:MODEL`, or any other name with a colon in it for your own. */
  spec: string;
  instance: EmbeddingsInterface;
  /** `free` where a query costs no money, as with a local model. Default: `billed`. */
  searchCost?: "free" | "billed";
}

const SPEC = /^([a-z][a-z0-9-]{0,31}):([^\s\p{Cc}]{1,200})$/u;
const OLLAMA_BASE_URL = "http://127.0.0.1:11434/v1";
/** Few enough for a local server to answer in time. */
const TEXTS_PER_REQUEST = 64;
const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 2;

/**
 * The embedding model with a name such as `openai:text-embedding-3-small`: what `--embeddings` takes
 * and what an index folder remembers.
 *
 * | Name | Variables |
 * | --- | --- |
 * | `openai:MODEL` | `OPENAI_API_KEY`; `OPENAI_BASE_URL` for another server |
 * | `ollama:MODEL` | `OLLAMA_BASE_URL`, by default `http://127.0.0.1:11434/v1`; no key |
 *
 * A minute a request, two retries by the client, which is loaded here and not before.
 *
 * @param env - by default `process.env`.
 * @throws DynaKragError `INVALID_SETTINGS` for any other name, `MISSING_KEY` without
 *   `OPENAI_API_KEY`.
 *
 * @example
 * ```ts
 * import { embeddingsFromSpec } from "dynakrag";
 *
 * const { instance } = await embeddingsFromSpec("ollama:nomic-embed-text");
 * const vector = await instance.embedQuery("capital of France");
 * ```
 */
export async function embeddingsFromSpec(
  spec: string,
  env: Environment = process.env,
): Promise<EmbeddingsSource> {
  const { provider, model } = readSpec(spec);
  if (provider === "openai") {
    const apiKey = variable(env, "OPENAI_API_KEY");
    if (apiKey === undefined) throw missingKey();
    const instance = await client(model, apiKey, variable(env, "OPENAI_BASE_URL"));
    return { spec, instance, searchCost: "billed" };
  }
  if (provider === "ollama") {
    // The client asks for a key; the server does not look at it.
    const baseURL = variable(env, "OLLAMA_BASE_URL") ?? OLLAMA_BASE_URL;
    return { spec, instance: await client(model, "ollama", baseURL), searchCost: "free" };
  }
  throw unknownSpec(spec);
}

async function client(
  model: string,
  apiKey: string,
  baseURL: string | undefined,
): Promise<EmbeddingsInterface> {
  const { OpenAIEmbeddings } = await import("@langchain/openai");
  return new OpenAIEmbeddings({
    model,
    apiKey,
    // Without it the client asks for base64 and reads nothing where a server gives plain numbers.
    encodingFormat: "float",
    batchSize: TEXTS_PER_REQUEST,
    timeout: TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    ...(baseURL === undefined ? {} : { configuration: { baseURL } }),
  });
}

/**
 * The two parts of a name of an embedding model.
 *
 * @throws DynaKragError `INVALID_SETTINGS` when it is none.
 */
export function readSpec(spec: string): { provider: string; model: string } {
  const [, provider, model] = SPEC.exec(spec) ?? [];
  if (provider === undefined || model === undefined) throw unknownSpec(spec);
  return { provider, model };
}

function unknownSpec(spec: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_SETTINGS",
    message: "No embedding model can be made from this name.",
    remedy:
      "Name it as openai:MODEL or ollama:MODEL, or give the instance of your own model under a name such as mine:v1.",
    details: { length: spec.length },
  });
}

function missingKey(): DynaKragError {
  return new DynaKragError({
    code: "MISSING_KEY",
    message: "The variable OPENAI_API_KEY is not set.",
    remedy: "Set OPENAI_API_KEY, or use a local model, such as ollama:nomic-embed-text.",
  });
}
