import fc from "fast-check";
import { encode, encodeChat } from "gpt-tokenizer/model/gpt-4o";
import { describe, expect, test } from "vitest";
import { renderPrompt } from "../../src/generator/prompts.js";
import type { Passage } from "../../src/state/evidence.js";
import {
  evidenceTokensAtMost,
  expectedTokens,
  PROMPT_OVERHEAD,
  tokensAtMost,
} from "../../src/state/token-bound.js";

const QUESTION = "Who?";
const compress = (style: "snippets" | "fact-table") =>
  ({ style, maxSnippets: 12, maxTokens: 384 }) as const;

function prompts(evidence: readonly Passage[]) {
  const base = { question: QUESTION, evidence, language: "none" as const };
  return [
    renderPrompt("answer", base),
    renderPrompt("answer", { ...base, closedBook: true }),
    renderPrompt("judge", base),
    renderPrompt("gapQuery", { ...base, queries: [] }),
    renderPrompt("rewrite", { ...base, queries: [] }),
    renderPrompt("compress", { ...base, ...compress("snippets") }),
    renderPrompt("compress", { ...base, ...compress("fact-table") }),
  ];
}

describe("bounds of prompts, against the tokenizer", () => {
  test("no prompt without passages is longer than what is set aside for it", () => {
    for (const prompt of prompts([])) {
      expect(encodeChat(prompt, "gpt-4o").length).toBeLessThanOrEqual(PROMPT_OVERHEAD);
    }
  });

  test("nor are twelve passages with titles and dates", () => {
    const evidence = Array.from({ length: 12 }, (_, n): Passage => {
      const metadata = { title: `Bridge ${n}`, date: "2024-05-06T07:08:09.000Z" };
      return { id: `${n}`, pageContent: "The Iron Bridge spans the Velm.", metadata };
    });
    const bound = PROMPT_OVERHEAD + tokensAtMost(QUESTION) + evidenceTokensAtMost(evidence);
    for (const prompt of prompts(evidence)) {
      expect(encodeChat(prompt, "gpt-4o").length).toBeLessThanOrEqual(bound);
    }
  });
});

describe("bounds of texts, against the tokenizer", () => {
  test.each([
    "1 2 3 4 5 6 7 8 9 10 11 12",
    "a|b|c|1|2|-3.141592",
    "{}[]();;,,..!!",
    "東京は日本の首都です",
    "Привет мир, как дела?",
    "🙂🙃🤖🎉",
    "\n\n\n \t x",
    "",
  ])("%j has no more tokens", (text) => {
    expect(encode(text).length).toBeLessThanOrEqual(tokensAtMost(text));
  });

  test("nor has prose, of which an expectation is near the count", () => {
    fc.assert(
      fc.property(fc.lorem({ mode: "sentences", maxCount: 8 }), (text) => {
        expect(encode(text).length).toBeLessThanOrEqual(tokensAtMost(text));
      }),
      { seed: 20260707 },
    );
    const english =
      "The Iron Bridge was opened in the spring of the year in which the market was moved.";
    const counted = encode(english).length;
    expect(Math.abs(expectedTokens(english) - counted)).toBeLessThanOrEqual(0.25 * counted);
  });
});
