import fc from "fast-check";
import { encodeChat } from "gpt-tokenizer/model/gpt-4o";
import { describe, expect, test } from "vitest";
import type { CallUsage, Generator, Reply } from "../../src/generator/generator.js";
import { embeddedGenerator } from "../../src/generator/offline/embedded-generator.js";
import { renderPrompt } from "../../src/generator/prompts.js";
import type { GeneratorTask, TaskInputs } from "../../src/generator/tasks.js";
import { countTokens } from "../../src/generator/token-count.js";
import type { Passage } from "../../src/state/evidence.js";
import type { SettingsInput } from "../../src/state/settings.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { ADA, BRIDGE_WORLD, passage } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, NEVER_STOPS, preferring, world } from "./graph-world.js";

/** A scripted generator that costs what a model of that prompt and reply would have cost. */
function metered(scripted: Generator = neverContent(), calls: GeneratorTask[] = []): Generator {
  const meter =
    <T extends GeneratorTask>(task: T) =>
    async (input: TaskInputs[T]): Promise<Reply<never>> => {
      calls.push(task);
      const call = scripted[task] as (input: TaskInputs[T]) => Promise<Reply<never>>;
      const { value } = await call(input);
      const prompt = encodeChat(renderPrompt(task, input), "gpt-4o", { disallowedSpecial: NONE });
      const usage: CallUsage = {
        inputTokens: prompt.length,
        outputTokens: await countTokens(JSON.stringify(value)),
        modelCalls: 1,
        estimated: true,
      };
      return { value, usage };
    };
  return {
    name: "metered",
    kind: "chat",
    answer: meter("answer"),
    judge: meter("judge"),
    gapQuery: meter("gapQuery"),
    rewrite: meter("rewrite"),
    compress: meter("compress"),
  };
}

const NONE = new Set<string>();

// Texts that no rule of thumb about bytes or letters fits.
const text = fc.oneof(
  fc.lorem({ maxCount: 60 }),
  fc.array(fc.constantFrom("7 ", "🙂", "x|", "東京", "qzjk", "\n\n\t", "{}", "<|im_end|>"), {
    minLength: 1,
    maxLength: 120,
  }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
);
const page: fc.Arbitrary<string> = text.map((drawn) => `river ${[drawn].flat().join("")}`);

const budget = fc.record({
  maxTokens: fc.integer({ min: 100, max: 6000 }),
  maxRetrievals: fc.integer({ min: 1, max: 6 }),
  compression: fc.constantFrom("auto" as const, "always" as const, "never" as const),
  compressionStyle: fc.constantFrom("snippets" as const, "fact-table" as const),
  policy: fc.constantFrom(undefined, "uniform", "rule"),
});

async function run(generator: Generator, pages: readonly string[], settings: SettingsInput) {
  const found = pages.map((content, n) => passage(`p${n}`, `Page ${n}`, content));
  const retriever = inMemoryRetriever([...BRIDGE_WORLD, ...found]);
  const { graph } = world({ retriever, generator, policy: NEVER_STOPS, settings }, false);
  return graph.invoke(INPUT);
}

describe("maxTokens is never exceeded", () => {
  test("by a generator whose calls cost what they are counted as, over any pages", async () => {
    let stopped = 0;
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 8 }), budget, async (pages, settings) => {
        const output = await run(metered(), pages, settings);
        expect(output.usage.totalTokens).toBeLessThanOrEqual(settings.maxTokens);
        if (output.stopReason === "budget_tokens") stopped += 1;
        if (output.answer.startsWith("from ")) answered += 1;
      }),
      { numRuns: 40, seed: 20260707 },
    );
    expect(stopped).toBeGreaterThan(10);
    expect(answered).toBeGreaterThan(10);
  });

  test("by the embedded generator", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.lorem({ maxCount: 60 }), { maxLength: 8 }),
        budget,
        async (pages, settings) => {
          const output = await run(embeddedGenerator(), pages, settings);
          expect(output.usage.totalTokens).toBeLessThanOrEqual(settings.maxTokens);
        },
      ),
      { numRuns: 12, seed: 20260707 },
    );
  });
});

describe("a token budget that is too small", () => {
  const HUGE: Passage = passage("huge", "Huge", `river ${"word ".repeat(3000)}`);

  test("a page far longer than expected is trimmed, and answered from", async () => {
    const retriever = inMemoryRetriever([HUGE]);
    const policy = preferring("retrieve_more");
    const settings = { maxTokens: 1200, compression: "never" as const };
    const { graph } = world({ retriever, generator: metered(), policy, settings }, false);
    const output = await graph.invoke({ question: "Which river?" });
    expect(output).toMatchObject({ answer: "from huge", answerable: true });
    expect(output.usage.totalTokens).toBeLessThanOrEqual(1200);
    // What is handed over is the page as it was found.
    expect(output.evidence).toEqual([HUGE]);
  });

  test("a variant that the policy asks for and that does not fit is a failed step", async () => {
    const calls: GeneratorTask[] = [];
    const { graph } = world(
      {
        generator: metered(neverContent(), calls),
        settings: { maxTokens: 700, passagesPerRetrieval: 1 },
        policy: {
          name: "rewriting",
          rank: ({ valid }) => {
            const operation = valid.includes("rewrite_query") ? "rewrite_query" : "retrieve_more";
            return { operation, variant: "model", reason: "" };
          },
        },
      },
      false,
    );
    const output = await graph.invoke(INPUT);
    expect(output.errorCode).toBe("TOKEN_BUDGET");
    expect(calls).not.toContain("rewrite");
    expect(calls).toContain("answer");
    expect(output.usage.totalTokens).toBeLessThanOrEqual(700);
  });

  test("no call at all fits: the budget is named, and an extract shown where there is one", async () => {
    const generator = neverContent({}, { usage: usageOf(2900) });
    const retriever = inMemoryRetriever([ADA]);
    const policy = preferring("sufficiency_check", "retrieve_more");
    const settings = { maxTokens: 3000 };
    const { graph } = world({ retriever, generator, policy, settings }, false);
    const output = await graph.invoke(INPUT);
    // The judge took nearly everything; ADA's second sentence shares "built" and "bridge".
    expect(output).toMatchObject({
      stopReason: "budget_tokens",
      answer: "She built the Iron Bridge.",
      answerable: false,
      citations: [{ number: 1, passageId: "ada", title: "Ada Orrin" }],
    });
    expect(generator.calls.map(({ task }) => task)).toEqual(["judge"]);
  });

  test("nor does an answer from memory", async () => {
    const generator = neverContent();
    const settings = { maxTokens: 100, closedBook: true };
    const { graph } = world({ generator, policy: preferring(), settings }, false);
    const output = await graph.invoke(INPUT);
    expect(output).toMatchObject({ stopReason: "budget_tokens", answer: "", answerable: false });
    expect(generator.calls).toEqual([]);
  });
});

function usageOf(inputTokens: number): CallUsage {
  return { inputTokens, outputTokens: 10, modelCalls: 1, estimated: false };
}

test("the tokens of the embedded generator are those of the prompt that would be sent", async () => {
  const evidence = BRIDGE_WORLD.slice(0, 3);
  const base = { question: INPUT.question, evidence, language: "english" as const };
  const inputs: TaskInputs = {
    answer: base,
    judge: base,
    gapQuery: { ...base, queries: ["river"] },
    rewrite: { ...base, queries: ["river"] },
    compress: { ...base, style: "fact-table", maxSnippets: 12, maxTokens: 384 },
  };
  const generator = embeddedGenerator();
  for (const task of ["answer", "judge", "gapQuery", "rewrite", "compress"] as const) {
    const call = generator[task] as (input: unknown) => Promise<Reply<unknown>>;
    const { usage } = await call(inputs[task]);
    // A second way: the tokenizer's own count of a chat.
    expect(usage.inputTokens).toBe(encodeChat(renderPrompt(task, inputs[task]), "gpt-4o").length);
    expect(usage).toMatchObject({ modelCalls: 1, estimated: true });
  }
});
