import { FakeListChatModel } from "@langchain/core/utils/testing";
import { describe, expect, test } from "vitest";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import type { CompressInput, QueryInput } from "../../src/generator/generator.js";
import { renderPrompt } from "../../src/generator/prompts.js";
import { METROPOLIS, chatOpenAI } from "./metropolis.js";
import { scriptedChat, scriptedServer } from "./scripted-chat.js";

const QUERY: QueryInput = { ...METROPOLIS, queries: ["Metropolis director"] };
const COMPRESS: CompressInput = {
  ...METROPOLIS,
  style: "snippets",
  maxSnippets: 8,
  maxTokens: 256,
};

describe("requests and values", () => {
  test("answer: plain text, no response_format, cited ids in order", async () => {
    const { generator, server } = await scriptedChat([{ content: "Vienna [2][1]" }]);
    const { value, usage } = await generator.answer(METROPOLIS);
    expect(value).toEqual({
      answer: "Vienna",
      answerable: true,
      citedIds: ["lang", "metropolis"],
    });
    expect(usage).toEqual({ inputTokens: 100, outputTokens: 10, modelCalls: 1, estimated: false });
    expect(server.requests[0]?.body).toMatchObject({
      model: "gpt-4o-mini",
      temperature: 0,
      messages: renderPrompt("answer", METROPOLIS),
    });
    expect(server.requests[0]?.body).not.toHaveProperty("response_format");
  });

  test("judge: one call in JSON mode", async () => {
    const content = '{"sufficient":false,"missing":"Lang\'s birthplace","query":"Fritz Lang born"}';
    const { generator, server } = await scriptedChat([{ content }]);
    expect((await generator.judge(METROPOLIS)).value).toEqual({
      verdict: "insufficient",
      gap: { text: "Lang's birthplace", query: "Fritz Lang born", slots: [] },
    });
    expect(server.requests[0]?.body).toMatchObject({
      response_format: { type: "json_object" },
      messages: renderPrompt("judge", METROPOLIS),
    });
  });

  test("gapQuery and rewrite: one line of plain text", async () => {
    const { generator, server } = await scriptedChat([
      { content: 'Query: "Fritz Lang birthplace"\n' },
      { content: "director of Metropolis" },
    ]);
    expect((await generator.gapQuery(QUERY)).value).toBe("Fritz Lang birthplace");
    expect((await generator.rewrite(QUERY)).value).toBe("director of Metropolis");
    expect(server.requests.map(({ body }) => body["messages"])).toEqual([
      renderPrompt("gapQuery", QUERY),
      renderPrompt("rewrite", QUERY),
    ]);
  });

  test("compress: extracts with ids, within the limits of the task", async () => {
    const row = (passage: number, text: string) => ({ passage, text });
    const rows = [row(2, "born in Vienna"), row(1, "by Fritz Lang"), row(1, "silent film")];
    const { generator } = await scriptedChat(() => ({
      content: JSON.stringify({ snippets: rows }),
    }));
    const all = (await generator.compress(COMPRESS)).value;
    expect(all.map(({ passageId }) => passageId)).toEqual(["lang", "metropolis", "metropolis"]);
    expect((await generator.compress({ ...COMPRESS, maxSnippets: 2 })).value).toEqual(
      all.slice(0, 2),
    );
    // "born in Vienna" and "by Fritz Lang" are three tokens each.
    expect((await generator.compress({ ...COMPRESS, maxTokens: 6 })).value).toEqual(
      all.slice(0, 2),
    );
  });

  test("the judge may have a model of its own", async () => {
    const server = await scriptedServer(() => ({ content: '{"sufficient":true}' }));
    const generator = new ChatModelGenerator({
      model: chatOpenAI(server),
      judgeModel: chatOpenAI(server, { model: "gpt-4o" }),
    });
    await generator.judge(METROPOLIS);
    await generator.answer(METROPOLIS);
    expect(server.requests.map(({ body }) => body["model"])).toEqual(["gpt-4o", "gpt-4o-mini"]);
  });

  test("names itself after its model", async () => {
    const { generator } = await scriptedChat([]);
    expect(generator.name).toBe("openai:gpt-4o-mini");
    expect(generator.kind).toBe("chat");
  });

  test("HP-10: a Spanish question is answered with sí, and judged with sí and no", async () => {
    const spanish = { ...METROPOLIS, question: "¿Es Metrópolis una película de Fritz Lang?" };
    const { generator, server } = await scriptedChat([
      { content: '{"sufficient":"no","missing":"No se dice quién la dirigió."}' },
      { content: '{"sufficient":"sí"}' },
      { content: "Sí [1]" },
    ]);
    expect((await generator.judge(spanish)).value).toMatchObject({
      verdict: "insufficient",
      gap: { text: "No se dice quién la dirigió." },
    });
    expect((await generator.judge(spanish)).value.verdict).toBe("sufficient");
    expect((await generator.answer(spanish)).value.answer).toBe("Sí");
    expect(JSON.stringify(server.requests[2]?.body)).toContain("in the language of the question");
  });

  test("without reported usage prompt and reply are counted", async () => {
    const { generator } = await scriptedChat([{ content: "hello world", usage: null }]);
    const { usage } = await generator.answer(METROPOLIS);
    expect(usage).toMatchObject({ outputTokens: 2, modelCalls: 1, estimated: true });
    expect(usage.inputTokens).toBeGreaterThan(100);
  });

  test("works over any chat model, also one that knows no option", async () => {
    const model = new FakeListChatModel({ responses: ["Vienna [2]", '{"sufficient":true}'] });
    const generator = new ChatModelGenerator({ model });
    expect((await generator.answer(METROPOLIS)).value.answer).toBe("Vienna");
    expect((await generator.judge(METROPOLIS)).value.verdict).toBe("sufficient");
    const bare = new ChatModelGenerator({ model: { invoke: async () => "Vienna" }, name: "bare" });
    expect((await bare.answer(METROPOLIS)).value.answer).toBe("Vienna");
  });
});
