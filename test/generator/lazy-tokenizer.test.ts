import { expect, test, vi } from "vitest";

const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock("gpt-tokenizer/encoding/o200k_base", async (original) => {
  loaded.times += 1;
  return original();
});

test("the vocabulary is loaded by the first count, and by nothing before", async () => {
  const { countTokens, createDynaKrag } = await import("../../src/index.js");
  expect(createDynaKrag).toBeTypeOf("function");
  expect(loaded.times).toBe(0);
  expect(await countTokens("hello world")).toBe(2);
  expect(loaded.times).toBe(1);
});
