import { AIMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { readReply } from "../../src/generator/chat-reply.js";
import { countMessages, countTokens } from "../../src/generator/token-count.js";

const SENT = [{ role: "user", content: "hello" }] as const;

function message(content: string, metadata: Record<string, unknown> = {}, kwargs = {}) {
  return new AIMessage({ content, response_metadata: metadata, additional_kwargs: kwargs });
}

describe("LM-3: think blocks", () => {
  test.each([
    ["<think>{no}</think>Vienna", "Vienna"],
    ["<think>a</think>\n\n<think>b</think>\nVienna", "Vienna"],
    ["it seems so</think>\nVienna", "Vienna"],
    ["<think>it is still thinking", ""],
    ["<THINK>x</THINK>Vienna", "Vienna"],
    ["2 < 3 and Vienna", "2 < 3 and Vienna"],
  ])("%j says %j", async (text, said) => {
    expect((await readReply(message(text), SENT)).text).toBe(said);
  });
});

describe("how a reply ended", () => {
  test.each([
    [{ finish_reason: "stop" }, "stop"],
    [{ finish_reason: "length" }, "length"],
    [{ finish_reason: "content_filter" }, "content_filter"],
    [{ stop_reason: "end_turn" }, "stop"],
    [{ stop_reason: "max_tokens" }, "length"],
    [{ stop_reason: "refusal" }, "refusal"],
    [{ finishReason: "MAX_TOKENS" }, "length"],
    [{ finishReason: "SAFETY" }, "content_filter"],
    [{ done_reason: "length" }, "length"],
    [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "length"],
    [{}, "unknown"],
  ])("%j is %j", async (metadata, end) => {
    expect((await readReply(message("x", metadata), SENT)).end).toBe(end);
  });

  test("a refusal, as a field or as a block, is one", async () => {
    const field = message("", { finish_reason: "stop" }, { refusal: "no" });
    const block = { content: [{ type: "refusal", refusal: "no" }] };
    expect((await readReply(field, SENT)).end).toBe("refusal");
    expect((await readReply(block, SENT)).end).toBe("refusal");
  });

  test("LM-4: tool calls count only where nothing else was said", async () => {
    const tool_calls = [{ name: "search", args: {}, id: "1" }];
    const only = new AIMessage({ content: "", tool_calls });
    const beside = new AIMessage({ content: "Vienna", tool_calls });
    expect(await readReply(only, SENT)).toMatchObject({ text: "", end: "tool_calls" });
    expect(await readReply(beside, SENT)).toMatchObject({ text: "Vienna", end: "unknown" });
  });
});

describe("what a reply says", () => {
  test("text blocks are joined, thinking blocks are left out", async () => {
    const content = [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "Vien" },
      { type: "text", text: "na" },
    ];
    expect((await readReply({ content }, SENT)).text).toBe("Vienna");
  });

  test.each([undefined, null, 7, {}, { content: 7 }, { content: [null] }, "", []])(
    "%j is an empty reply and no crash",
    async (value) => expect((await readReply(value, SENT)).text).toBe(""),
  );

  test("a bare string is a reply", async () => {
    expect((await readReply("Vienna", SENT)).text).toBe("Vienna");
  });
});

describe("usage", () => {
  test("the provider's figures win", async () => {
    const usage_metadata = { input_tokens: 7, output_tokens: 3, total_tokens: 10 };
    const reply = await readReply(new AIMessage({ content: "Vienna", usage_metadata }), SENT);
    expect(reply.usage).toEqual({
      inputTokens: 7,
      outputTokens: 3,
      modelCalls: 1,
      estimated: false,
    });
  });

  test.each([undefined, { input_tokens: 0, output_tokens: 0, total_tokens: 0 }])(
    "without figures, as with %j of a cache, prompt and reply are counted",
    async (usage_metadata) => {
      const message = new AIMessage({ content: "<think>hm</think>Vienna", usage_metadata });
      expect((await readReply(message, SENT)).usage).toEqual({
        inputTokens: await countMessages(SENT),
        outputTokens: await countTokens("<think>hm</think>Vienna"),
        modelCalls: 1,
        estimated: true,
      });
    },
  );
});
