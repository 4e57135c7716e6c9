import { OpenAIEmbeddings } from "@langchain/openai";
import { describe, expect, test } from "vitest";
import { startScriptedServer } from "../../src/testing/scripted-server.js";
import { chatOpenAI } from "../generator/metropolis.js";

describe("chat completions", () => {
  test("replies come in order, requests are recorded", async () => {
    const server = await startScriptedServer([
      { content: "one" },
      ({ body }) => ({ content: `model ${String(body["model"])}` }),
    ]);
    const model = chatOpenAI(server);
    expect((await model.invoke("first")).content).toBe("one");
    expect((await model.invoke("second")).content).toBe("model gpt-4o-mini");
    expect(server.requests.map(({ path, body }) => [path, body["messages"]])).toEqual([
      ["/v1/chat/completions", [{ role: "user", content: "first" }]],
      ["/v1/chat/completions", [{ role: "user", content: "second" }]],
    ]);
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer test");
    await server.close();
  });

  test("a stream says the same in pieces, with usage and the end", async () => {
    const content = "  Vienna, Austria\n[1] ";
    const server = await startScriptedServer(() => ({
      content,
      usage: { inputTokens: 7, outputTokens: 3 },
      finishReason: "length",
    }));
    let whole: Awaited<ReturnType<ReturnType<typeof chatOpenAI>["invoke"]>> | undefined;
    let pieces = 0;
    for await (const chunk of await chatOpenAI(server).stream("x")) {
      whole = whole === undefined ? chunk : whole.concat(chunk);
      pieces += chunk.content === "" ? 0 : 1;
    }
    expect(pieces).toBeGreaterThan(2);
    expect(whole?.content).toBe(content);
    expect(whole?.usage_metadata).toMatchObject({ input_tokens: 7, output_tokens: 3 });
    expect(whole?.response_metadata["finish_reason"]).toBe("length");
    await server.close();
  });

  test("statuses, headers and bodies are sent as scripted", async () => {
    const server = await startScriptedServer([
      { status: 429, headers: { "retry-after": "2" }, body: { error: { code: "x" } } },
      { status: 200, body: "no json" },
    ]);
    const post = () => fetch(`${server.baseURL}/chat/completions`, { method: "POST", body: "{}" });
    const first = await post();
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(await first.json()).toEqual({ error: { code: "x" } });
    expect(await (await post()).text()).toBe("no json");
    await server.close();
  });
});

describe("what a script does not allow for", () => {
  test("steps that are left over fail", async () => {
    const server = await startScriptedServer([{ content: "one" }]);
    expect(() => server.assertDone()).toThrow("1 step(s) were never asked for");
    await expect(server.close()).rejects.toThrow("never asked for");
  });

  test("a request too many fails, for the client and at the end", async () => {
    const server = await startScriptedServer([]);
    await expect(chatOpenAI(server).invoke("x")).rejects.toThrow("400");
    await expect(server.close()).rejects.toThrow("1 unexpected request(s)");
  });

  test("so do an unknown path, a body that is no JSON and a step that throws", async () => {
    const server = await startScriptedServer(() => {
      throw new Error("my own");
    });
    const chat = `${server.baseURL}/chat/completions`;
    expect((await fetch(`${server.baseURL}/models`)).status).toBe(404);
    expect((await fetch(chat, { method: "POST", body: "{" })).status).toBe(400);
    expect(await (await fetch(chat, { method: "POST", body: "{}" })).text()).toContain("my own");
    await expect(server.close()).rejects.toThrow("3 unexpected request(s)");
  });

  test("closes in the middle of a reply that would never come", async () => {
    const server = await startScriptedServer([{ delayMs: 3_600_000 }]);
    const asked = chatOpenAI(server).invoke("x");
    asked.catch(() => undefined);
    await expect.poll(() => server.requests.length).toBe(1);
    await server.close();
    await expect(asked).rejects.toThrow();
  });
});

describe("embeddings", () => {
  test("are unit vectors, the same for the same text, closer for shared words", async () => {
    const server = await startScriptedServer([]);
    const embeddings = new OpenAIEmbeddings({
      apiKey: "test",
      configuration: { baseURL: server.baseURL },
    });
    const [lang, again, born, other] = await embeddings.embedDocuments([
      "Fritz Lang was born",
      "Fritz Lang was born",
      "Fritz Lang born in Vienna",
      "shipping container volume",
    ]);
    const dot = (a: number[] = [], b: number[] = []): number =>
      a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
    expect(lang).toHaveLength(64);
    expect(again).toEqual(lang);
    expect(dot(lang, lang)).toBeCloseTo(1, 6);
    expect(dot(lang, born)).toBeGreaterThan(dot(lang, other));
    await server.close();
  });
});
