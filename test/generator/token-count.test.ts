import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { countMessages, countTokens } from "../../src/generator/token-count.js";

describe("countTokens", () => {
  // Counts of OpenAI's own tokenizer page and tiktoken for o200k_base.
  test.each([
    ["", 0],
    ["hello world", 2],
    ["tiktoken is great!", 6],
    ["antidisestablishmentarianism", 6],
    ["2 + 2 = 4", 7],
    ["お誕生日おめでとう", 8],
  ])("counts %j as tiktoken does", async (text, tokens) => {
    expect(await countTokens(text)).toBe(tokens);
  });

  test("LM-10: counts what looks like a special token as plain text", async () => {
    // As the special token it would be exactly one.
    expect(await countTokens("<|endoftext|>")).toBeGreaterThan(1);
    expect(await countTokens("a <|im_start|> b")).toBeGreaterThan(3);
  });

  test("LM-10: one letter 20,000 times is counted in slices, a token more each at most", async () => {
    const letters = "a".repeat(20_000);
    const tokens = await countTokens(letters);
    const whole = encode(letters).length;
    expect(tokens).toBeGreaterThanOrEqual(whole);
    expect(tokens).toBeLessThanOrEqual(whole + 20);
  });

  test.each([" ", "*", "\n", "{", '\\"'])(
    "LM-10: %j 200,000 times is counted, not waited for",
    async (unit) => {
      const tokens = await countTokens(unit.repeat(200_000));
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThanOrEqual(200_000 * unit.length);
    },
  );
});

describe("countMessages", () => {
  test("adds three tokens and the role a message, and three for the reply", async () => {
    const messages = [
      { role: "system", content: "" },
      { role: "user", content: "hello world" },
    ] as const;
    // (3 + 1 + 0) + (3 + 1 + 2) + 3
    expect(await countMessages(messages)).toBe(13);
  });
});
