import { describe, expect, test } from "vitest";
import { sampleQuestions, samplePassages } from "../../src/datasets/sample-world.js";
import { DynaKragError } from "../../src/errors.js";
import { createDynaKrag } from "../../src/graph/create-dynakrag.js";
import { directRunner } from "../../src/graph/run-directly.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import type { SettingsInput } from "../../src/state/settings.js";

const retriever = await buildLexicalIndex(await samplePassages());
const questions = (await sampleQuestions()).filter((_, index) => index % 8 === 0);

describe.each<SettingsInput>([
  { policy: "rule" },
  { policy: "rule:gaps=3,check=0,bridge=1", compression: "always" },
  { policy: "uniform", seed: 5 },
  { policy: "fixed-k:k=7" },
  { policy: "rule:gaps=3", maxRetrievals: 2 },
  { policy: "uniform", maxTokens: 2500 },
])("with %o", (settings) => {
  test("the plain loop and the graph agree on everything but times", async () => {
    const runner = directRunner({ retriever });
    const graph = createDynaKrag({ retriever }).compile();
    for (const { question } of questions) {
      const direct = await runner.run(question, { settings });
      const graphed = await graph.invoke({ question }, { context: settings as never });
      const { answer, answerable, missing, citations, evidence, stopReason, usage, decisions } =
        direct;
      const output = { answer, answerable, citations, evidence, stopReason, usage, decisions };
      // toEqual does not tell a missing key from an undefined one.
      expect({ ...output, missing }).toEqual(graphed);
    }
  });
});

test("execute runs the operation that is named", async () => {
  const runner = directRunner({ retriever });
  const begun = runner.begin("Where was the designer of the Gannet Bridge born?");
  const first = await runner.execute(begun, { operation: "retrieve_more" });
  const second = await runner.execute(first, { operation: "rewrite_query" });
  expect(second.history.map(({ operation }) => operation)).toEqual([
    "retrieve_more",
    "rewrite_query",
  ]);
  expect(begun.evidence).toEqual([]);
});

test("bad input fails when the question begins", () => {
  const runner = directRunner({ retriever });
  const codeOf = (work: () => unknown): string | undefined => {
    try {
      work();
    } catch (error) {
      return DynaKragError.isInstance(error) ? error.code : undefined;
    }
    return undefined;
  };
  expect(codeOf(() => runner.begin(" "))).toBe("INVALID_QUESTION");
  expect(codeOf(() => runner.begin("Who?", { settings: { maxSteps: 11 } }))).toBe(
    "INVALID_SETTINGS",
  );
  expect(codeOf(() => runner.begin("Who?", { settings: { policy: "none" } }))).toBe(
    "INVALID_POLICY",
  );
  expect(codeOf(() => directRunner({ retriever, policy: "none" }))).toBe("INVALID_POLICY");
});
