import { DynaKragError } from "../errors.js";
import { fieldsOf } from "./fields.js";

/** What a provider said about a failed call, without its text. */
interface ProviderError {
  /** HTTP status. */
  status?: number;
  /** The provider's own code, such as `insufficient_quota`. */
  code?: string;
}

/** Statuses with which servers answer a parameter they do not take. */
const REJECTED_STATUSES = [400, 415, 422, 501];

const CONTEXT_OVERFLOW =
  /context_length_exceeded|exceed_context_size|context (?:length|window|size)|input tokens exceed|prompt is too long/i;

const NO_CREDIT_CODES = new Set<unknown>(["insufficient_quota", "billing_hard_limit_reached"]);

const NO_CREDIT = /credit balance|out of credits?|exceeded your current quota|billing hard limit/i;

const GATEWAY_BUSY = /insufficient[ _-]?quota/i;

/** Such as "maximum context length is 8192 tokens" or "available context size (4096 tokens)". */
const CONTEXT_LIMIT = /context (?:length|window|size)\D{0,40}?(\d[\d,]*)/i;

/** True where the prompt was longer than the model's context window. */
export function isContextOverflow(error: unknown): boolean {
  const { status, code } = providerError(error);
  if (code === "context_length_exceeded" || nameOf(error) === "ContextOverflowError") return true;
  const refused = status === undefined || status === 400 || status === 413;
  return refused && CONTEXT_OVERFLOW.test(messageOf(error));
}

/** The window that an overflow error names, in tokens. */
export function contextLimit(error: unknown): number | undefined {
  const limit = Number(CONTEXT_LIMIT.exec(messageOf(error))?.[1]?.replaceAll(",", ""));
  return limit > 0 ? limit : undefined;
}

/** True where the provider's filter refused the prompt (Azure: HTTP 400 instead of a reply). */
export function isContentFilter(error: unknown): boolean {
  const { code } = providerError(error);
  return code === "content_filter" || code === "content_policy_violation";
}

/** True where the server may have refused the request for its `response_format`. */
export function isFormatRejection(error: unknown): boolean {
  const { status } = providerError(error);
  if (status === undefined || !REJECTED_STATUSES.includes(status)) return false;
  return !isContextOverflow(error) && !isContentFilter(error);
}

/**
 * True where the account has no credit left: OpenAI's own code, HTTP 402 (DeepSeek, OpenRouter), or
 * the words of those that have neither (Anthropic). A gateway's "INSUFFICIENT QUOTA" is not among
 * them: it means too many requests at a time.
 */
export function isOutOfCredit(error: unknown): boolean {
  const { status, code } = providerError(error);
  const { type } = fieldsOf(fieldsOf(error)["error"]);
  const isCoded = [code, type].some((word) => NO_CREDIT_CODES.has(word));
  if (status === 402 || isCoded) return true;
  const refused = status !== undefined && [400, 403, 429].includes(status);
  return refused && NO_CREDIT.test(messageOf(error));
}

/** True where a gateway is busy and words it as if the account had no credit. */
export function isBusyGateway(error: unknown): boolean {
  const { status } = providerError(error);
  return status === 429 && GATEWAY_BUSY.test(messageOf(error)) && !isOutOfCredit(error);
}

/** True for errors that mean "stopped by the caller"; they are passed on as they are. */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || ["AbortError", "ModelAbortError"].includes(nameOf(error));
}

/**
 * A failed call as our error: status and code in `details`, the provider's own error as `cause`.
 * The message quotes nothing from the provider, whose text may hold prompts or parts of keys.
 */
export function generatorError(error: unknown, generator: string): DynaKragError {
  const { status, code } = providerError(error);
  const said = status === undefined ? "gave no reply" : `answered with HTTP ${status}`;
  const noCredit = isOutOfCredit(error);
  return new DynaKragError({
    code: noCredit ? "QUOTA_EXHAUSTED" : "GENERATOR_FAILED",
    message: `The generator ${generator} ${said}${code === undefined ? "" : ` (${code})`}.`,
    remedy: noCredit ? "Check the plan and the credit of the provider." : remedyFor(status),
    details: {
      generator,
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { providerCode: code }),
    },
    cause: error,
  });
}

function remedyFor(status: number | undefined): string {
  if (status === 401 || status === 403) return "Check the key of the provider.";
  if (status === 404) return "Check the name of the model and the base URL.";
  if (status === 429) return "Wait, or send fewer requests at a time.";
  if (status === undefined) return "Check that the server runs and can be reached.";
  return "Check the settings of the model, and the server's own log.";
}

function providerError(error: unknown): ProviderError {
  const outer = fieldsOf(error);
  const inner = fieldsOf(outer["error"]);
  const response = fieldsOf(outer["response"]);
  const status = [outer["status"], outer["statusCode"], response["status"]].find(isNumber);
  const code = [outer["code"], inner["code"]].find(isCode);
  return {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** A code is one short word; anything else may be text that has no place in a log. */
function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
