import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { embeddingsFromSpec } from "../../../src/retrieval/index-folder/embeddings-from-spec.js";
import { errorOf } from "../world.js";

interface EmbeddingRequest {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: { model?: string; input?: string[]; encoding_format?: string };
}

/** A server on this machine that embeds each text as its length. */
async function embeddingServer(): Promise<{ baseUrl: string; requests: EmbeddingRequest[] }> {
  const requests: EmbeddingRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: EmbeddingRequest["body"] = JSON.parse(Buffer.concat(chunks).toString());
    requests.push({ url: request.url, headers: request.headers, body });
    const data = [body.input ?? []].flat().map((text, index) => ({
      object: "embedding",
      index,
      embedding: [text.length, 1],
    }));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ object: "list", model: body.model, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

describe("openai:MODEL", () => {
  test("asks the server of OPENAI_BASE_URL with the key, and is billed", async () => {
    const { baseUrl, requests } = await embeddingServer();
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: baseUrl };
    const { spec, instance, searchCost } = await embeddingsFromSpec("openai:small", env);
    expect([spec, searchCost]).toEqual(["openai:small", "billed"]);
    expect(await instance.embedDocuments(["ab", "abc"])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      url: "/v1/embeddings",
      body: { model: "small", input: ["ab", "abc"] },
    });
    expect(requests[0]?.headers.authorization).toBe("Bearer sk-test");
  });

  test.each([{}, { OPENAI_API_KEY: "" }, { OPENAI_API_KEY: " " }])(
    "without a key (%o): MISSING_KEY",
    async (env) => {
      await errorOf(() => embeddingsFromSpec("openai:small", env), "MISSING_KEY");
    },
  );
});

describe("ollama:MODEL", () => {
  test("asks the server of OLLAMA_BASE_URL for plain numbers, without a key, and is free", async () => {
    const { baseUrl, requests } = await embeddingServer();
    const env = { OLLAMA_BASE_URL: baseUrl, OPENAI_API_KEY: "sk-secret" };
    const { instance, searchCost } = await embeddingsFromSpec("ollama:nomic-embed-text", env);
    expect(searchCost).toBe("free");
    expect(await instance.embedQuery("abcd")).toEqual([4, 1]);
    expect(requests[0]?.body).toMatchObject({
      model: "nomic-embed-text",
      encoding_format: "float",
    });
    expect(JSON.stringify(requests)).not.toContain("sk-secret");
  });

  test("model names with tags and slashes are kept", async () => {
    const { baseUrl, requests } = await embeddingServer();
    const env = { OLLAMA_BASE_URL: baseUrl };
    const { instance } = await embeddingsFromSpec("ollama:library/bge-m3:latest", env);
    await instance.embedQuery("a");
    expect(requests[0]?.body.model).toBe("library/bge-m3:latest");
  });
});

test.each([
  "",
  "openai",
  "openai:",
  ":small",
  "mine:v1",
  "http://127.0.0.1/x",
  "openai:a b",
  "openai:a\0",
  "__proto__:x",
])("%j names no model: INVALID_SETTINGS", async (spec) => {
  await errorOf(() => embeddingsFromSpec(spec, { OPENAI_API_KEY: "sk-test" }), "INVALID_SETTINGS");
});
