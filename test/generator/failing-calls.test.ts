import { describe, expect, test } from "vitest";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import { startScriptedServer } from "../../src/testing/scripted-server.js";
import { METROPOLIS, chatOpenAI } from "./metropolis.js";
import { scriptedChat } from "./scripted-chat.js";

describe("failing calls", () => {
  test("LM-7: out of credit is told by its code, after one request", async () => {
    const error = { message: "You exceeded your quota", code: "insufficient_quota" };
    const { generator } = await scriptedChat([{ status: 429, body: { error } }], { maxRetries: 2 });
    await expect(generator.judge(METROPOLIS)).rejects.toMatchObject({
      code: "QUOTA_EXHAUSTED",
      details: { status: 429, providerCode: "insufficient_quota" },
    });
  });

  test("LM-6: only the client retries: maxRetries 1 makes two requests", async () => {
    const busy = {
      status: 429,
      headers: { "retry-after": "0" },
      body: { error: { message: "x" } },
    };
    const { generator, server } = await scriptedChat([busy, busy], { maxRetries: 1 });
    await expect(generator.answer(METROPOLIS)).rejects.toMatchObject({ details: { status: 429 } });
    expect(server.requests).toHaveLength(2);
  });

  test("LM-6: 429 twice with Retry-After: 2, then success: the time is waited for", async () => {
    const times: number[] = [];
    const { generator } = await scriptedChat(
      () => {
        times.push(Date.now());
        return times.length < 3
          ? { status: 429, headers: { "retry-after": "2" }, body: { error: { message: "slow" } } }
          : { content: "Vienna" };
      },
      { maxRetries: 2 },
    );
    expect((await generator.answer(METROPOLIS)).value.answer).toBe("Vienna");
    const waits = times.slice(1).map((time, n) => time - (times[n] ?? time));
    expect(waits).toHaveLength(2);
    // A timer may fire a few milliseconds early.
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1980);
  }, 30_000);

  test("LM-7: a busy gateway's INSUFFICIENT QUOTA is tried again, as often as the client does", async () => {
    const body = { error: "INSUFFICIENT QUOTA", message: "concurrency limit reached" };
    const busy = { status: 429, headers: { "retry-after": "0" }, body };
    const once = await scriptedChat([busy, { content: "Vienna" }], { maxRetries: 1 });
    expect((await once.generator.answer(METROPOLIS)).value.answer).toBe("Vienna");

    const always = await scriptedChat(() => busy, { maxRetries: 1 });
    await expect(always.generator.answer(METROPOLIS)).rejects.toMatchObject({
      code: "GENERATOR_FAILED",
      details: { status: 429 },
    });
    expect(always.server.requests).toHaveLength(2);
  });

  test.each([
    [402, { error: { message: "Insufficient Balance", type: "unknown_error" } }],
    [429, { error: { message: "x", type: "insufficient_quota", code: null } }],
    [400, { error: { message: "Your credit balance is too low to access the API." } }],
  ])("LM-7: HTTP %i %j is out of credit too, after one request", async (status, body) => {
    const { generator } = await scriptedChat([{ status, body }], { maxRetries: 2 });
    await expect(generator.answer(METROPOLIS)).rejects.toMatchObject({ code: "QUOTA_EXHAUSTED" });
  });

  test("a wrong key: neither the key nor the provider's words are in the message", async () => {
    const error = { message: "Incorrect API key provided: sk-12***89", code: "invalid_api_key" };
    const { generator } = await scriptedChat([{ status: 401, body: { error } }]);
    await expect(generator.answer(METROPOLIS)).rejects.toSatisfy((thrown: Error) => {
      expect(thrown.message).toMatch(/HTTP 401 \(invalid_api_key\).*Check the key/);
      expect(thrown.message).not.toContain("sk-");
      return true;
    });
  });

  test("no server: an error that says so, with the cause", async () => {
    const server = await startScriptedServer([]);
    await server.close();
    const generator = new ChatModelGenerator({ model: chatOpenAI(server) });
    await expect(generator.answer(METROPOLIS)).rejects.toMatchObject({
      code: "GENERATOR_FAILED",
      message: expect.stringContaining("gave no reply"),
      cause: expect.any(Error),
    });
  });

  test("LM-8: a client's own timeout is an error of the call, not an abort", async () => {
    const { generator } = await scriptedChat([{ delayMs: 3_600_000 }], { timeout: 1000 });
    await expect(generator.answer(METROPOLIS)).rejects.toMatchObject({ code: "GENERATOR_FAILED" });
  });
});

describe("SUB-8: aborts", () => {
  test("pass through as they are, without another request", async () => {
    const { generator, server } = await scriptedChat([{ delayMs: 3_600_000 }], { maxRetries: 2 });
    const controller = new AbortController();
    const call = generator.judge(METROPOLIS, { signal: controller.signal });
    call.catch(() => undefined);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(server.requests).toHaveLength(1);
  });

  test("a signal that was aborted before makes no request", async () => {
    const { generator, server } = await scriptedChat([]);
    const signal = AbortSignal.abort();
    await expect(generator.answer(METROPOLIS, { signal })).rejects.toBe(signal.reason);
    expect(server.requests).toHaveLength(0);
  });

  test("also end a model that ignores the signal; the signal is handed to it", async () => {
    const seen: (AbortSignal | undefined)[] = [];
    const generator = new ChatModelGenerator({
      model: {
        invoke: (_, options) => {
          seen.push(options?.signal);
          return new Promise(() => undefined);
        },
      },
    });
    const controller = new AbortController();
    const call = generator.answer(METROPOLIS, { signal: controller.signal });
    controller.abort(new Error("deadline"));
    await expect(call).rejects.toThrow("deadline");
    expect(seen).toEqual([controller.signal]);
  });
});
