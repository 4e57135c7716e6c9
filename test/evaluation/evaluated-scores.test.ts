import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { writeWorld } from "./evaluation-world.js";
import type { WorldFiles } from "./evaluation-world.js";
import { asked, HARBOURS, isJudge, PAID, promptOf, startModel } from "./paid-world.js";

let world: WorldFiles;

beforeAll(async () => {
  world = await writeWorld([asked("0")], [...HARBOURS]);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await world.remove();
});

describe("scores of a whole run", () => {
  const answers = new Map([
    ["yes-1", "Yes."],
    ["yes-2", "yes, both are"],
    ["no-1", "No doubt"],
    ["alias", "U.S. [1]"],
    ["abstain-right", "UNANSWERABLE: it is not said."],
    ["abstain-wrong", "UNANSWERABLE: it is not said."],
    ["missed", "Ilva Senn [1]"],
  ]);
  const questionFor = (id: string, more: Partial<Question>) =>
    asked(id, { dataset: "hotpotqa", supporting: ["p1"], ...more });
  const questions = [
    questionFor("yes-1", { answer: "yes" }),
    questionFor("yes-2", { answer: "yes" }),
    questionFor("no-1", { answer: "no" }),
    questionFor("alias", {
      dataset: "musique",
      answer: "United States",
      answer_aliases: ["USA", "U.S."],
    }),
    questionFor("abstain-right", { answer: "", answerable: false, supporting: [] }),
    questionFor("abstain-wrong", { answer: "Ilva Senn" }),
    questionFor("missed", { answer: "", answerable: false }),
  ];

  test("EV-1, EV-3, EV-4: yes and no, aliases and abstentions as the official scripts have it", async () => {
    const server = await startModel((request) => {
      const id = [...answers.keys()].find((key) => promptOf(request).includes(`Orrel ${key}?`));
      return { content: answers.get(id ?? "") ?? "" };
    });
    const out = join(world.folder, "scores");
    const source = { corpus: world.corpus, generator: PAID, choices: null, settings: {} };
    const options = { questions, methods: ["fixed-k:k=3"], source, out };
    const { predictions } = await evaluate(options);
    const rows = predictions.get("fixed-k:k=3") ?? [];
    const scores = rows.map(({ id, em, f1, abstention }) => [id, em, f1, abstention]);
    expect(scores).toEqual([
      // EV-1: hotpot_evaluate_v1.py gives 0 where one side is yes or no and the other is not it.
      ["yes-1", 1, 1, "answered"],
      ["yes-2", 0, 0, "answered"],
      ["no-1", 0, 0, "answered"],
      // EV-3: the best over gold and aliases, where the data set has them.
      ["alias", 1, 1, "answered"],
      // EV-4: no right answer, no score.
      ["abstain-right", null, null, "right_abstention"],
      ["abstain-wrong", 0, 0, "wrong_abstention"],
      ["missed", null, null, "missed"],
    ]);
    const text = await readFile(join(out, "summary.json"), "utf8");
    expect(text).not.toContain("NaN");
    await server.close();
    const { methods } = JSON.parse(text) as { methods: Record<string, unknown> };
    expect(methods["fixed-k:k=3"]).toMatchObject({
      n: 7,
      em: 2 / 5,
      f1: 2 / 5,
      abstentions: {
        answered: 4,
        rightAbstentions: 1,
        wrongAbstentions: 1,
        missed: 1,
        rightRate: 1 / 2,
        wrongRate: 1 / 5,
      },
    });
    expect(server.requests.filter(isJudge)).toHaveLength(0);
  });
});
