import { describe, expect, test } from "vitest";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import type { RecordedRequest } from "../../src/testing/scripted-server.js";
import { METROPOLIS, chatOpenAI } from "./metropolis.js";
import { scriptedChat, scriptedServer } from "./scripted-chat.js";

const OVERFLOW = {
  status: 400,
  body: { error: { message: "This is too much.", code: "context_length_exceeded" } },
};

describe("LM-9: evidence longer than the window", () => {
  const evidence = Array.from({ length: 4 }, (_, index) => {
    return { id: `p${index}`, pageContent: `start${index} ${"word ".repeat(2_000)}`, metadata: {} };
  });
  const long = { ...METROPOLIS, evidence };
  const length = ({ body }: RecordedRequest): number => JSON.stringify(body["messages"]).length;

  test("an unknown limit: half of each page is tried once", async () => {
    const { generator, server } = await scriptedChat([OVERFLOW, { content: "Vienna [4]" }]);
    expect((await generator.answer(long)).value).toMatchObject({
      answer: "Vienna",
      citedIds: ["p3"],
    });
    const [first, second] = server.requests;
    expect(second && length(second)).toBeLessThan((first ? length(first) : 0) * 0.6);
    const sent = JSON.stringify(second?.body);
    for (const { id } of evidence) expect(sent).toContain(id.replace("p", "start"));
    expect(sent).toContain(METROPOLIS.question);
  });

  test("a limit that the error names is kept to", async () => {
    const message = "This model's maximum context length is 2000 tokens.";
    const { generator, server } = await scriptedChat([
      { status: 400, body: { error: { message } } },
      { content: '{"sufficient":true}' },
    ]);
    expect((await generator.judge(long)).value.verdict).toBe("sufficient");
    // English words are at least four characters a token here, so 2,000 tokens are under 10,000.
    expect(server.requests[1] && length(server.requests[1])).toBeLessThan(10_000);
  });

  test("a second overflow is a failure to answer, and unknown to the judge", async () => {
    const { generator, server } = await scriptedChat(() => OVERFLOW);
    expect((await generator.answer(long)).value.failure).toBe("generator_failed");
    expect((await generator.judge(long)).value).toEqual({ verdict: "unknown" });
    expect(server.requests).toHaveLength(4);
  });

  test("a limit that is set is kept to from the first call", async () => {
    const server = await scriptedServer([{ content: "Vienna" }]);
    const model = chatOpenAI(server);
    await new ChatModelGenerator({ model, maxPromptTokens: 1_000 }).answer(long);
    expect(server.requests[0] && length(server.requests[0])).toBeLessThan(6_000);
  });

  test.each([0, -1, Number.NaN])("a limit of %s is refused", (maxPromptTokens) => {
    const model = { invoke: async () => "" };
    expect(() => new ChatModelGenerator({ model, maxPromptTokens })).toThrow(
      expect.objectContaining({ code: "INVALID_SETTINGS" }),
    );
  });
});
