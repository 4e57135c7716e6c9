import { ChatOpenAI } from "@langchain/openai";
import { afterEach, describe, expect, it } from "vitest";
import { buildLexicalIndex, createDynaKrag, samplePassages } from "../../src/index.js";
import { startScriptedServer } from "../../src/testing/index.js";
import type { RecordedRequest, ScriptedServer, ScriptedStep } from "../../src/testing/index.js";

const QUESTION = "Where was the designer of the Gannet Bridge born?";

let server: ScriptedServer | undefined;

afterEach(async () => {
  const running = server;
  server = undefined;
  await running?.close();
});

async function graphOver(script: ScriptedStep[], streaming = false) {
  server = await startScriptedServer(script);
  const llm = new ChatOpenAI({
    model: "scripted-model",
    apiKey: "test",
    temperature: 0,
    streaming,
    configuration: { baseURL: server.baseURL },
  });
  const retriever = await buildLexicalIndex(await samplePassages());
  return createDynaKrag({ llm, retriever }).compile();
}

/** All message texts of a request. */
function promptOf(request: RecordedRequest | undefined): string {
  const messages = request?.body["messages"] as { content: string }[] | undefined;
  return (messages ?? []).map(({ content }) => content).join("\n");
}

describe("the whole graph over an OpenAI-compatible server", () => {
  it("judges, searches the gap, judges again and answers with citations", async () => {
    const missing = "It is not said where Emmerik Stolne was born.";
    const graph = await graphOver([
      {
        content: JSON.stringify({
          sufficient: false,
          missing,
          query: "Emmerik Stolne birthplace",
          slots: ["birthplace"],
        }),
      },
      { content: '{"sufficient": true}', usage: { inputTokens: 700, outputTokens: 5 } },
      { content: "Ondrevik [1][4]", usage: { inputTokens: 900, outputTokens: 7 } },
    ]);
    const output = await graph.invoke({ question: QUESTION });

    expect(output.answer).toContain("Ondrevik");
    expect(output.answerable).toBe(true);
    expect(output.stopReason).toBe("policy");
    expect(output.decisions.map(({ operation }) => operation)).toEqual([
      "retrieve_more",
      "sufficiency_check",
      "gap_query",
      "sufficiency_check",
      "stop_answer",
    ]);
    expect(output.citations.map(({ number, title }) => [number, title])).toEqual([
      [1, "Gannet Bridge"],
      [4, "Emmerik Stolne"],
    ]);
    // The server reports 100 + 10 for the first call (its default), then what each step says.
    expect(output.usage).toMatchObject({
      inputTokens: 100 + 700 + 900,
      outputTokens: 10 + 5 + 7,
      modelCalls: 3,
      retrievals: 2,
      steps: 4,
      estimated: false,
    });

    const requests = server?.requests ?? [];
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(request.path).toBe("/v1/chat/completions");
      expect(request.body).toMatchObject({ model: "scripted-model", temperature: 0 });
      expect(promptOf(request)).toContain(QUESTION);
    }
    expect(promptOf(requests[0])).toContain("Gannet Bridge");
    expect(promptOf(requests[0])).not.toContain("Born in Ondrevik");
    expect(promptOf(requests[1])).toContain("Ondrevik");
    expect(requests[0]?.body).toHaveProperty("response_format");
    expect(requests[2]?.body).not.toHaveProperty("response_format");
    expect(output.decisions.at(2)).toMatchObject({ operation: "gap_query", step: 3 });
  });

  it("goes on without a gap after a verdict that cannot be read, and says what is missing", async () => {
    const graph = await graphOver([
      { content: "I think so, maybe." },
      { content: "Hm." },
      { content: "Somewhere.\nUNANSWERABLE: The birthplace is not stated." },
    ]);
    const output = await graph.invoke({ question: QUESTION });
    expect(output.answerable).toBe(false);
    expect(output.missing).toBe("The birthplace is not stated.");
    expect(output.answer).toContain("Somewhere");
    const operations = output.decisions.map(({ operation }) => operation);
    expect(operations.slice(0, 3)).toEqual(["retrieve_more", "sufficiency_check", "rewrite_query"]);
    expect(operations.filter((name) => name === "sufficiency_check")).toHaveLength(2);
  });

  it("keeps the documents and says so when the model refuses to answer", async () => {
    const graph = await graphOver([
      { content: '{"sufficient": true}' },
      { content: null, refusal: "I cannot help with that." },
    ]);
    const output = await graph.invoke({ question: QUESTION });
    expect(output.stopReason).toBe("refusal");
    expect(output.evidence).toHaveLength(3);
    expect(output.answer).toBe("");
  });

  it("streams the tokens of the answer only", async () => {
    const graph = await graphOver(
      [{ content: '{"sufficient": true}' }, { content: "Ondrevik it is [1]" }],
      true,
    );
    let text = "";
    const stream = await graph.stream({ question: QUESTION }, { streamMode: "messages" });
    for await (const [message] of stream) text += String(message.content);
    expect(text).toContain("Ondrevik it is");
    expect(text).not.toContain("sufficient");
  });
});
