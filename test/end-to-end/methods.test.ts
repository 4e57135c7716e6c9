import { beforeAll, describe, expect, test } from "vitest";
import {
  buildLexicalIndex,
  createDynaKrag,
  POLICY_NAMES,
  samplePassages,
  sampleQuestions,
} from "../../src/index.js";
import type { DynaKragOutput, LexicalIndex, Question } from "../../src/index.js";

const LOOKING_AHEAD: ReadonlySet<string> = new Set([
  "fuse-preview",
  "greedy-preview",
  "hand-passage",
  "expected-gain",
]);
let questions: Question[];
let retriever: LexicalIndex;

beforeAll(async () => {
  questions = (await sampleQuestions()).filter(({ hops }) => hops === 2).slice(0, 2);
  retriever = await buildLexicalIndex(await samplePassages());
});

async function answerAll(policy: string): Promise<DynaKragOutput[]> {
  const graph = createDynaKrag({ retriever, policy }).compile();
  return Promise.all(questions.map(({ question }) => graph.invoke({ question })));
}

describe.each(POLICY_NAMES)("%s, on the sample world without a language model", (name) => {
  test("answers from evidence within the caps", async () => {
    for (const { answer, evidence, usage, decisions } of await answerAll(name)) {
      expect(answer).not.toBe("");
      expect(evidence.length).toBeGreaterThan(0);
      expect(evidence.length).toBeLessThanOrEqual(12);
      expect(usage.retrievals).toBeLessThanOrEqual(4);
      for (const { operation, valid } of decisions) expect(valid).toContain(operation);
      const looks = decisions.flatMap(({ preview = [] }) => preview).length;
      if (!LOOKING_AHEAD.has(name)) expect(looks).toBe(0);
    }
  });
});

test.each([...LOOKING_AHEAD])(
  "%s looks ahead, and each of its searches is counted",
  async (name) => {
    for (const { usage, decisions } of await answerAll(`${name}:check=0`)) {
      const looks = decisions.flatMap(({ preview = [] }) => preview).length;
      expect(looks).toBeGreaterThan(0);
      expect(usage.searches).toBeGreaterThanOrEqual(1 + looks);
    }
  },
);
