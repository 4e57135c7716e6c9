import { describe, expect, it } from "vitest";
import {
  buildLexicalIndex,
  createDynaKrag,
  samplePassages,
  sampleQuestions,
  spanishSamplePassages,
  spanishSampleQuestions,
} from "../../src/index.js";
import { scriptedGenerator } from "../../src/testing/index.js";

describe("another language than English", () => {
  it("HP-10: finds all support of Spanish questions over Spanish passages", async () => {
    const retriever = await buildLexicalIndex(await spanishSamplePassages(), {
      language: "spanish",
    });
    const graph = createDynaKrag({ retriever }).compile();
    for (const { question, supporting } of await spanishSampleQuestions()) {
      const { evidence, answer } = await graph.invoke({ question });
      expect(evidence.map(({ id }) => id)).toEqual(expect.arrayContaining(supporting));
      expect(answer).not.toBe("");
    }
  });

  it("HP-10: hands the question on verbatim, with its language, and keeps names as they are", async () => {
    const retriever = await buildLexicalIndex(await samplePassages());
    const questions = await sampleQuestions();
    const spanish = questions.filter(({ type }) => type === "spanish");
    expect(spanish.length).toBeGreaterThan(0);
    for (const { question, supporting } of spanish) {
      const generator = scriptedGenerator(
        {
          judge: () => ({ verdict: "insufficient" }),
          gapQuery: () => "birthplace",
          answer: ({ evidence }) => ({
            answer: "Hennick",
            answerable: true,
            citedIds: evidence.slice(0, 1).map(({ id }) => id),
          }),
        },
        { kind: "chat" },
      );
      const graph = createDynaKrag({ retriever, generator, settings: { compression: "never" } });
      const { evidence } = await graph.compile().invoke({ question });
      expect(evidence.map(({ id }) => id)).toEqual(expect.arrayContaining(supporting));
      for (const { input } of generator.calls) expect(input.question).toBe(question);
    }
  });
});
