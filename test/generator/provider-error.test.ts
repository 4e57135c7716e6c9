import { describe, expect, test } from "vitest";
import {
  contextLimit,
  generatorError,
  isContentFilter,
  isContextOverflow,
  isFormatRejection,
} from "../../src/generator/provider-error.js";

function failure(status: number, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { status }, more);
}

// Messages as OpenAI, vLLM, llama.cpp and Anthropic word them.
const OVERFLOWS: [Error, number | undefined][] = [
  [failure(400, "x", { code: "context_length_exceeded" }), undefined],
  [
    failure(400, "This model's maximum context length is 8192 tokens. However, you requested 9000"),
    8192,
  ],
  [failure(400, "This model's maximum context length is 32,768 tokens."), 32768],
  [failure(400, "the request exceeds the available context size (4096 tokens)"), 4096],
  [failure(400, "prompt is too long: 250000 tokens > 200000 maximum"), undefined],
  [failure(413, "Input tokens exceed the configured limit of 272000 tokens"), undefined],
];

describe("errors of providers", () => {
  test.each(OVERFLOWS)("LM-9: %s is an overflow of a window of %s", (error, limit) => {
    expect(isContextOverflow(error)).toBe(true);
    expect(contextLimit(error)).toBe(limit);
    expect(isFormatRejection(error)).toBe(false);
  });

  test("other errors are none", () => {
    expect(isContextOverflow(failure(429, "context length of your plan"))).toBe(false);
    expect(isContextOverflow(failure(400, "unknown parameter"))).toBe(false);
    expect(isContextOverflow("context length")).toBe(false);
  });

  test.each([
    [failure(400, "response_format is not supported"), true],
    [failure(400, "Bad request"), true],
    [failure(422, "extra fields not permitted"), true],
    [failure(401, "bad key"), false],
    [failure(429, "slow down"), false],
    [failure(500, "crash"), false],
    [failure(400, "filtered", { code: "content_filter" }), false],
    [new Error("fetch failed"), false],
  ])("LM-2: %s may be a refused response_format: %s", (error, refused) => {
    expect(isFormatRejection(error)).toBe(refused);
  });

  test("LM-5: Azure's content filter answers with HTTP 400", () => {
    expect(isContentFilter(failure(400, "x", { error: { code: "content_filter" } }))).toBe(true);
  });
});

describe("generatorError", () => {
  test("carries status and code, the original as cause, and no text of the provider", () => {
    const cause = failure(429, "key sk-secret, prompt: where was Lang born", {
      code: "insufficient_quota",
    });
    const error = generatorError(cause, "openai:gpt-4o-mini");
    expect(error.code).toBe("QUOTA_EXHAUSTED");
    expect(error.cause).toBe(cause);
    expect(error.details).toEqual({
      generator: "openai:gpt-4o-mini",
      status: 429,
      providerCode: "insufficient_quota",
    });
    expect(error.message).not.toMatch(/secret|Lang/);
    expect(error.remedy).toMatch(/credit/);
  });

  test.each([
    [failure(500, "x", { code: "the prompt was: where was Lang born" })],
    [failure(500, "x", { code: null })],
    ["a string"],
    [undefined],
  ])("takes no code that may be text: %j", (cause) => {
    expect(generatorError(cause, "g").details).not.toHaveProperty("providerCode");
  });
});
