import { expect, onTestFinished, test, vi } from "vitest";
import { METROPOLIS } from "./metropolis.js";
import { scriptedChat } from "./scripted-chat.js";

test("LM-10: a model without usage, 20 questions: counted here, no download, no line in the log", async () => {
  const hosts = new Set<string>();
  const request = globalThis.fetch;
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    hosts.add(hostname);
    if (hostname !== "127.0.0.1") return Promise.reject(new TypeError("fetch failed"));
    return request(input, init);
  });
  const logs = (["warn", "error", "log"] as const).map((level) => vi.spyOn(console, level));
  onTestFinished(() => [fetched, ...logs].forEach((spy) => spy.mockRestore()));

  for (const streaming of [false, true]) {
    const { generator } = await scriptedChat(() => ({ content: "Vienna [2]", usage: null }), {
      model: "qwen2.5-7b-instruct",
      streaming,
    });
    for (let question = 0; question < 10; question += 1) {
      const { usage } = await generator.answer(METROPOLIS);
      expect(usage).toMatchObject({ modelCalls: 1, estimated: true });
      expect(usage.inputTokens).toBeGreaterThan(200);
    }
  }
  expect([...hosts]).toEqual(["127.0.0.1"]);
  for (const log of logs) expect(log).not.toHaveBeenCalled();
});
