import { END, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import type { AnswerValue, JudgeValue } from "../../src/generator/generator.js";
import { startScriptedServer, type ScriptedReply } from "../../src/testing/scripted-server.js";
import { METROPOLIS, chatOpenAI } from "./metropolis.js";

/** Judges and answers within a graph that streams `messages`: what users see, and what came. */
async function streamed(judgement: ScriptedReply, answer: ScriptedReply) {
  const server = await startScriptedServer(({ body }) =>
    "response_format" in body ? judgement : answer,
  );
  const generator = new ChatModelGenerator({ model: chatOpenAI(server) });
  const values: { judge?: JudgeValue; answer?: AnswerValue } = {};
  const graph = new StateGraph(z.object({ done: z.boolean() }))
    .addNode("ask", async () => {
      values.judge = (await generator.judge(METROPOLIS)).value;
      values.answer = (await generator.answer(METROPOLIS)).value;
      return { done: true };
    })
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile();
  const pieces: string[] = [];
  for await (const [message] of await graph.stream({ done: false }, { streamMode: "messages" })) {
    if (message.content !== "") pieces.push(String(message.content));
  }
  await server.close();
  return { pieces, values, requests: server.requests };
}

describe("SUB-7: the token stream of a graph", () => {
  test("carries the answer, piece by piece, and nothing of the judge", async () => {
    const { pieces, values, requests } = await streamed(
      { content: '{"sufficient":true}' },
      { content: "Vienna, Austria [2]" },
    );
    expect(requests.map(({ body }) => body["stream"])).toEqual([true, true]);
    expect(pieces).toEqual(["Vienna,", " Austria", " [2]"]);
    expect(values).toEqual({
      judge: { verdict: "sufficient" },
      answer: { answer: "Vienna, Austria", answerable: true, citedIds: ["lang"] },
    });
  });

  test("LM-3: a reply that was cut off is known for one there too", async () => {
    const { values } = await streamed(
      { content: '{"sufficient":true}', finishReason: "length" },
      { content: "The director was", finishReason: "length" },
    );
    expect(values.judge).toEqual({ verdict: "unknown" });
    expect(values.answer).toMatchObject({ answer: "The director was", answerable: false });
  });

  test("LM-5: so are refusals and filters, without a second request", async () => {
    const refused = await streamed(
      { content: null, refusal: "I cannot." },
      { content: null, refusal: "I cannot." },
    );
    expect(refused.values.answer?.failure).toBe("refusal");
    expect(refused.requests).toHaveLength(2);
    const filtered = await streamed(
      { content: '{"sufficient":true}' },
      { content: "", finishReason: "content_filter" },
    );
    expect(filtered.values.answer?.failure).toBe("content_filter");
  });
});
