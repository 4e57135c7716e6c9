import { describe, expect, test } from "vitest";
import {
  generatorByName,
  generatorFromEnvironment,
} from "../../src/generator/model-from-environment.js";
import { startScriptedServer } from "../../src/testing/scripted-server.js";
import { METROPOLIS } from "./metropolis.js";

describe("generatorFromEnvironment", () => {
  test.each([{}, { OPENAI_API_KEY: "" }, { OPENAI_API_KEY: "  " }])(
    "%j names no generator",
    async (env) => expect(await generatorFromEnvironment(env)).toBeUndefined(),
  );

  test("asks the server, with the key and the models that the environment names", async () => {
    const server = await startScriptedServer(() => ({ content: '{"sufficient":true}' }));
    const generator = await generatorFromEnvironment({
      OPENAI_API_KEY: "test",
      OPENAI_BASE_URL: server.baseURL,
      DYNAKRAG_MODEL: "qwen2.5:7b",
      DYNAKRAG_JUDGE_MODEL: "qwen2.5:14b",
    });
    expect(generator?.name).toBe("openai:qwen2.5:7b");
    expect((await generator?.judge(METROPOLIS))?.value.verdict).toBe("sufficient");
    await generator?.answer(METROPOLIS);
    expect(server.requests.map(({ body }) => body["model"])).toEqual(["qwen2.5:14b", "qwen2.5:7b"]);
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0 });
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer test");
    await server.close();
  });

  test("is gpt-4o-mini unless told otherwise", async () => {
    const generator = await generatorFromEnvironment({ OPENAI_API_KEY: "test" });
    expect(generator?.name).toBe("openai:gpt-4o-mini");
  });

  // The client waits a second or two before each retry.
  test("LM-6: a failing server is asked three times in all", { timeout: 20_000 }, async () => {
    const server = await startScriptedServer(() => ({
      status: 429,
      headers: { "retry-after": "0.01" },
      body: { error: { message: "slow down" } },
    }));
    const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.baseURL };
    const generator = await generatorFromEnvironment(env);
    await expect(generator?.rewrite({ ...METROPOLIS, queries: [] })).rejects.toMatchObject({
      code: "GENERATOR_FAILED",
    });
    expect(server.requests).toHaveLength(3);
    await server.close();
  });
});

describe("generatorByName", () => {
  test("takes the model from the name, colons and all", async () => {
    const generator = await generatorByName("openai:qwen2.5:7b", { OPENAI_API_KEY: "test" });
    expect(generator.name).toBe("openai:qwen2.5:7b");
    expect(generator.kind).toBe("chat");
  });

  test("sends reasoning models neither a temperature nor a limit that cuts their thoughts", async () => {
    const server = await startScriptedServer(() => ({ content: "Vienna" }));
    const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.baseURL };
    for (const model of ["o3-mini", "gpt-5-mini", "gpt-4o"]) {
      await (await generatorByName(`openai:${model}`, env)).answer(METROPOLIS);
    }
    const temperatures = server.requests.map(({ body }) => "temperature" in body);
    const limits = server.requests.map(({ body }) => {
      return "max_tokens" in body || "max_completion_tokens" in body;
    });
    expect(temperatures).toEqual([false, false, true]);
    expect(limits).toEqual([false, false, true]);
    await server.close();
  });

  test("without a key names the variable", async () => {
    await expect(generatorByName("openai:gpt-4o", {})).rejects.toMatchObject({
      code: "MISSING_KEY",
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
  });

  test.each(["", "openai", "openai:", "gpt-4o", "anthropic:claude", "__proto__"])(
    "%j names none",
    async (name) => {
      const env = { OPENAI_API_KEY: "sk-secret" };
      await expect(generatorByName(name, env)).rejects.toSatisfy((error: Error) => {
        expect(error).toMatchObject({ code: "INVALID_SETTINGS" });
        expect(error.message).not.toContain("sk-secret");
        return true;
      });
    },
  );
});
