import { ChatOpenAI } from "@langchain/openai";
import type { ChatOpenAIFields } from "@langchain/openai";
import { expect, onTestFinished, test } from "vitest";
import { buildLexicalIndex, createDynaKrag, samplePassages } from "../../src/index.js";
import type { SettingsInput } from "../../src/index.js";
import { startScriptedServer } from "../../src/testing/index.js";
import type { ScriptedReply } from "../../src/testing/index.js";

const INPUT = { question: "Where was the designer of the Gannet Bridge born?" };
const SUFFICIENT: ScriptedReply = { content: '{"sufficient": true}' };
const OVERFLOW: ScriptedReply = {
  status: 400,
  body: { error: { message: "too long", code: "context_length_exceeded" } },
};
const NEVER: ScriptedReply = { delayMs: 3_600_000 };

/** A graph over the real client and a server that judges and answers as it is told. */
async function serving(
  judge: ScriptedReply,
  answer: ScriptedReply,
  { settings, ...fields }: ChatOpenAIFields & { settings?: SettingsInput } = {},
) {
  const server = await startScriptedServer(({ body }) =>
    "response_format" in body ? judge : answer,
  );
  onTestFinished(() => server.close());
  const llm = new ChatOpenAI({
    model: "gpt-4o-mini",
    apiKey: "test",
    maxRetries: 0,
    configuration: { baseURL: server.baseURL },
    ...fields,
  });
  const retriever = await buildLexicalIndex(await samplePassages());
  const graph = createDynaKrag({ llm, retriever, ...(settings ? { settings } : {}) }).compile();
  return { graph, server };
}

test.each<[string, ScriptedReply, string, number]>([
  ["LM-3: empty answers", { content: "" }, "generator_failed", 2],
  ["LM-3: an answer that is all thought", { content: "<think>so" }, "generator_failed", 2],
  [
    "LM-3: an answer in the reasoning field only",
    { content: "", reasoningContent: "It must be Ondrevik." },
    "generator_failed",
    2,
  ],
  [
    "LM-4: tool calls nobody bound",
    { content: null, toolCalls: [{ name: "search", arguments: "{}" }] },
    "generator_failed",
    2,
  ],
  ["LM-5: a refusal", { content: null, refusal: "I cannot." }, "refusal", 1],
  ["LM-5: a filter", { content: "", finishReason: "content_filter" }, "content_filter", 1],
  ["LM-9: a window too small for any part of the pages", OVERFLOW, "generator_failed", 2],
])("%s: the run ends so, with the evidence", async (_case, answer, stopReason, requests) => {
  const { graph, server } = await serving(SUFFICIENT, answer);
  const output = await graph.invoke(INPUT);
  expect(output).toMatchObject({ stopReason, answer: "", answerable: false, citations: [] });
  expect(output.evidence).toHaveLength(3);
  // One for the check.
  expect(server.requests).toHaveLength(1 + requests);
});

test("LM-2: prose in place of every verdict: unknown twice, then no more checks", async () => {
  const { graph, server } = await serving({ content: "It seems so." }, { content: "Ondrevik [1]" });
  const output = await graph.invoke(INPUT);
  expect(output.answer).toBe("Ondrevik");
  expect(server.requests.filter(({ body }) => "response_format" in body)).toHaveLength(2);
});

test("LM-7: spent credit ends the run at the first call, with a code to stop a batch by", async () => {
  const body = {
    error: { message: "You exceeded your current quota", code: "insufficient_quota" },
  };
  const { graph, server } = await serving(
    { status: 429, body },
    { content: "x" },
    { maxRetries: 2 },
  );
  await expect(graph.invoke(INPUT)).rejects.toMatchObject({
    name: "DynaKragError",
    code: "QUOTA_EXHAUSTED",
  });
  expect(server.requests).toHaveLength(1);
});

test("LM-8: a model that never answers, and a client that retries: the deadline wins", async () => {
  const settings = { deadlineMs: 2000 };
  const { graph, server } = await serving(NEVER, NEVER, { timeout: 300, maxRetries: 2, settings });
  const output = await graph.invoke(INPUT);
  expect(output).toMatchObject({ stopReason: "deadline", answerable: false });
  expect(output.evidence.length).toBeGreaterThan(0);
  // An extract of the evidence stands in for the answer, and says where it is from.
  const [citation] = output.citations;
  const source = output.evidence.find(({ id }) => id === citation?.passageId);
  expect(output.answer).not.toBe("");
  expect(source?.pageContent).toContain(output.answer);
  const sent = server.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(server.requests).toHaveLength(sent);
});
