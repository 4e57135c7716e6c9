import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitToTokens, halvePages } from "../../src/generator/fit-evidence.js";
import type { TaskInput } from "../../src/generator/generator.js";
import { renderPrompt } from "../../src/generator/prompts.js";
import { countMessages } from "../../src/generator/token-count.js";
import { METROPOLIS } from "./metropolis.js";

/** Pages that start with a word of their own and then go on for so many words. */
function pages(words: readonly number[]): TaskInput {
  const evidence = words.map((count, index) => {
    const pageContent = `start${index} ${"lorem ipsum ".repeat(Math.ceil(count / 2))}`;
    return { id: `p${index}`, pageContent, metadata: { title: `Title ${index}` } };
  });
  return { ...METROPOLIS, evidence };
}

function tokensOf(input: TaskInput): Promise<number> {
  return countMessages(renderPrompt("judge", input));
}

describe("fitToTokens", () => {
  test("what fits is left as it is", async () => {
    const input = pages([10, 20]);
    expect(await fitToTokens("judge", input, await tokensOf(input))).toBe(input);
  });

  test("LM-9: ten pages of 3,000 tokens fit into 8,000, question whole, no page lost", async () => {
    const input = pages(Array.from({ length: 10 }, () => 3_000));
    const fitted = await fitToTokens("judge", input, 8_000);
    expect(await tokensOf(input)).toBeGreaterThan(25_000);
    expect(await tokensOf(fitted)).toBeLessThanOrEqual(8_000);
    // The room is used, not just kept.
    expect(await tokensOf(fitted)).toBeGreaterThan(6_500);
    const prompt = renderPrompt("judge", fitted);
    expect(prompt[0]).toEqual(renderPrompt("judge", input)[0]);
    expect(prompt[1]?.content).toContain(`\nQuestion: ${METROPOLIS.question}\nJSON:`);
    for (let page = 0; page < 10; page += 1) {
      expect(prompt[1]?.content).toContain(`Title: Title ${page}\nstart${page} lorem`);
    }
  });

  test("LM-9: one page over the limit gives way, the short ones stay whole", async () => {
    const input = pages([20_000, 10, 12]);
    const fitted = await fitToTokens("judge", input, 2_000);
    expect(await tokensOf(fitted)).toBeLessThanOrEqual(2_000);
    expect(fitted.evidence[1]).toEqual(input.evidence[1]);
    expect(fitted.evidence[2]).toEqual(input.evidence[2]);
    expect(fitted.evidence[0]?.pageContent).toMatch(/^start0 lorem .* …$/);
  });

  test("text whose tokens are short fits as well", async () => {
    const evidence = [{ id: "a", pageContent: "東京曖昧".repeat(2_000), metadata: {} }];
    const fitted = await fitToTokens("judge", { ...METROPOLIS, evidence }, 1_000);
    expect(await tokensOf(fitted)).toBeLessThanOrEqual(1_000);
  });

  test("snippets are trimmed where they stand in for the pages", async () => {
    const snippets = [{ passageId: "lang", text: "Vienna ".repeat(2_000) }];
    const fitted = await fitToTokens("answer", { ...METROPOLIS, snippets }, 600);
    expect(await countMessages(renderPrompt("answer", fitted))).toBeLessThanOrEqual(600);
    expect(fitted.snippets?.[0]?.text).toMatch(/^Vienna Vienna/);
  });
});

describe("halvePages", () => {
  test("keeps at most half of the text, whole short pages and the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 8, maxLength: 200 }), { maxLength: 8 }),
        (texts) => {
          const evidence = texts.map((pageContent, index) => {
            return { id: `${index}`, pageContent, metadata: {} };
          });
          const halved = halvePages({ ...METROPOLIS, evidence }).evidence;
          const length = (all: readonly { pageContent: string }[]): number =>
            all.reduce((sum, { pageContent }) => sum + pageContent.length, 0);
          expect(halved.map(({ id }) => id)).toEqual(evidence.map(({ id }) => id));
          // A cut page ends in a space and an ellipsis, which a share of one character has no room for.
          expect(length(halved)).toBeLessThanOrEqual(length(evidence) / 2 + 2 * evidence.length);
          for (const [index, { pageContent }] of halved.entries()) {
            const original = evidence[index]?.pageContent ?? "";
            expect(pageContent === original || pageContent.endsWith(" …")).toBe(true);
            expect(original.startsWith(pageContent.replace(/ …$/, ""))).toBe(true);
          }
        },
      ),
    );
  });
});
