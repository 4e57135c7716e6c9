import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, test } from "vitest";
import { NO_CHOICES } from "../../src/evaluation/choices.js";
import { evaluateQuestion } from "../../src/evaluation/evaluate-question.js";
import type { Prediction } from "../../src/evaluation/prediction.js";
import { sharedGenerator, sharedRetriever } from "../../src/evaluation/shared-calls.js";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import {
  inMemoryRetriever,
  scriptedGenerator,
  startScriptedServer,
} from "../../src/testing/index.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { asked, HARBOURS, promptOf } from "./paid-world.js";

const [first, second] = BRIDGE_WORLD;
const evidence = first ? [first] : [];
const input = { question: "Who?", evidence, language: "english" as const };

describe("a shared generator", () => {
  const value = { answer: "Ada", answerable: true, citedIds: [] };

  test("asks once for the same input, also at the same time, and again for any other", async () => {
    const generator = scriptedGenerator({
      answer: () => value,
      judge: () => ({ verdict: "sufficient" }),
    });
    const shared = sharedGenerator(generator, new Map());
    const [one, two] = await Promise.all([shared.answer(input), shared.answer(input)]);
    const three = await shared.answer(input);
    expect([one.value, two.value, three.value]).toEqual([value, value, value]);
    expect(three.usage).toEqual(one.usage);
    expect(generator.calls).toHaveLength(1);
    await shared.judge(input);
    await shared.answer({ ...input, question: "Where?" });
    await shared.answer({ ...input, evidence: second ? [second, ...evidence] : [] });
    await shared.answer({ ...input, closedBook: true });
    expect(generator.calls).toHaveLength(5);
  });

  test("takes what a store of an earlier run holds", async () => {
    const store = new Map<string, unknown>();
    await sharedGenerator(scriptedGenerator({ answer: [value] }), store).answer(input);
    const read = new Map(JSON.parse(JSON.stringify([...store])) as [string, unknown][]);
    const again = await sharedGenerator(scriptedGenerator({}), read).answer(input);
    expect(again).toEqual({
      value,
      usage: expect.objectContaining({ inputTokens: 100 }) as unknown,
    });
  });

  test("keeps no call that failed", async () => {
    const store = new Map<string, unknown>();
    const generator = scriptedGenerator({ answer: [new Error("down"), value] });
    const shared = sharedGenerator(generator, store);
    await expect(shared.answer(input)).rejects.toThrow("down");
    expect(store.size).toBe(0);
    expect((await shared.answer(input)).value).toEqual(value);
  });
});

describe("a shared retriever", () => {
  test("searches once, takes a shorter list from a longer one and asks anew for a longer one", async () => {
    const retriever = inMemoryRetriever(HARBOURS);
    const shared = sharedRetriever(retriever);
    const ids = async (k: number) =>
      (await shared.search("harbour of Orrel", { k })).map(({ passage: { id } }) => id);
    const four = await ids(4);
    expect(await ids(2)).toEqual(four.slice(0, 2));
    expect(retriever.searches).toHaveLength(1);
    expect((await ids(6)).slice(0, 4)).toEqual(four);
    expect(retriever.searches).toHaveLength(2);
    // A list that ended is all there is.
    expect(await ids(50)).toHaveLength(10);
    expect(await ids(60)).toHaveLength(10);
    expect(retriever.searches).toHaveLength(3);
  });

  test("passes searches with a filter on", async () => {
    const retriever = inMemoryRetriever(HARBOURS);
    const shared = sharedRetriever(retriever);
    const filter = { title: "Orrel 3" };
    await shared.search("harbour", { k: 3 });
    const found = await shared.search("harbour", { k: 3, filter });
    expect(found.map(({ passage: { id } }) => id)).toEqual(["p3"]);
    expect(retriever.searches).toHaveLength(2);
  });
});

test("EV-7: a model that takes too long fails its question, not the others", async () => {
  const server = await startScriptedServer((request) =>
    promptOf(request).includes("Orrel 1?")
      ? { content: "too late", delayMs: 20_000 }
      : { content: "Ilva Senn [1]" },
  );
  const model = new ChatOpenAI({
    model: "scripted",
    apiKey: "test",
    timeout: 2500,
    maxRetries: 0,
    configuration: { baseURL: server.baseURL },
  });
  const parts = {
    retriever: await buildLexicalIndex(HARBOURS),
    generatorFor: () => new ChatModelGenerator({ model }),
    choices: NO_CHOICES,
    foldOf: () => undefined,
    replies: () => new Map<string, unknown>(),
    settings: {},
  };
  const rows: Prediction[] = [];
  for (const question of [asked("0"), asked("1"), asked("2")]) {
    const run = evaluateQuestion(question, ["fixed-k:k=3"], parts, { answers: true });
    for await (const row of run) rows.push(row);
  }
  await server.close();
  expect(rows.map(({ error, em }) => [error, em])).toEqual([
    [null, 1],
    ["GENERATOR_FAILED", 0],
    [null, 1],
  ]);
});
