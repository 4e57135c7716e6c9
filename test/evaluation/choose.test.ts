import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyByName } from "../../src/baselines/index.js";
import { renderFolds } from "../../src/datasets/folds.js";
import { candidateMethods } from "../../src/evaluation/candidate-methods.js";
import { chooseSettings } from "../../src/evaluation/choose.js";
import { readChoices } from "../../src/evaluation/choices.js";
import type { Choices } from "../../src/evaluation/choices.js";
import { methodSpec } from "../../src/evaluation/method-spec.js";
import { recallAtPassages, trailCurve, trailsOf } from "../../src/evaluation/trail-curves.js";
import { passage } from "../fixtures/bridge-world.js";
import { codeOf } from "./code-of.js";
import { writeWorld } from "./evaluation-world.js";
import type { WorldFiles } from "./evaluation-world.js";
import { asked, HARBOURS } from "./paid-world.js";

const FOLD_MODELS = fileURLToPath(new URL("../../policies/offline-folds.json", import.meta.url));

// Everything that is asked of Maren stands under other names, behind pages that repeat the words.
const MAREN = [
  passage("m1", "Lighthouse", "The lighthouse of Maren, a lighthouse, is called Maren lighthouse."),
  passage("m2", "Maren", "Maren: the lighthouse of Maren stands in Maren, by the old lighthouse."),
  passage("m3", "Lighthouses", "Of the lighthouse of Maren, the lighthouse of Maren is the lamp."),
  passage("m4", "Tova Brandt", "Tova Brandt designed the lighthouse."),
];

// One passage is enough for all but this one, which needs a fourth.
const HARD = asked("hard", {
  question: "Who designed the lighthouse of Maren?",
  answer: "Tova Brandt",
  supporting: ["m4"],
});
const EASY = ["1", "2", "3", "4"].map((id) => asked(id));

let world: WorldFiles;
let choices: Choices;

beforeAll(async () => {
  world = await writeWorld([HARD, ...EASY], [...HARBOURS, ...MAREN]);
  const folds = join(world.folder, "folds.json");
  const foldOf = [HARD, ...EASY].map(({ id }, fold) => [id, fold] as const);
  await writeFile(folds, renderFolds(new Map([["harbours", new Map(foldOf)]])));
  choices = await chooseSettings({
    sets: [{ dataset: "harbours", questions: world.asked, corpus: world.corpus }],
    folds,
    foldModels: FOLD_MODELS,
    gate: 0.65,
    madeOn: "five questions",
    out: join(world.folder, "runs"),
  });
}, 60_000);

afterAll(() => world.remove());

describe("settings are chosen", () => {
  test("with the smallest k that answers all questions, where one is enough for most", () => {
    expect(choices.methods["fixed-k"]?.chosen).toBe("fixed-k:k=4");
  });

  test("and for a fold by the other folds only: the hard question does not choose for itself", () => {
    expect(choices.methods["fixed-k"]?.withoutFold).toEqual([
      "fixed-k:k=1",
      "fixed-k:k=4",
      "fixed-k:k=4",
      "fixed-k:k=4",
      "fixed-k:k=4",
    ]);
    // The first passage holds all that the easy questions need: of equal rules the first is taken.
    expect(choices.methods["rule"]?.withoutFold[0]).toBe("rule:gaps=0,check=0,bridge=0");
    expect(choices.methods["rule"]?.chosen).not.toMatch(/gaps=0/u);
  });

  test("for every method that has settings, by names that can be run", () => {
    expect(Object.keys(choices.methods)).toEqual(candidateMethods().map(({ method }) => method));
    for (const { chosen, withoutFold } of Object.values(choices.methods)) {
      expect(withoutFold).toHaveLength(5);
      for (const name of [chosen, ...withoutFold]) expect(policyByName(name).name).toBe(name);
    }
  });

  test("and frozen in a file that is read as it was written", async () => {
    const file = join(world.folder, "choices.json");
    await writeFile(file, JSON.stringify(choices));
    const read = await readChoices(file);
    expect(read).toEqual(choices);
    expect(methodSpec("fixed-k", read, 0).policy).toBe("fixed-k:k=1");
    expect(methodSpec("fixed-k", read).policy).toBe("fixed-k:k=4");
  });

  test("again from what an interrupted run left", async () => {
    const file = join(world.folder, "runs", "harbours.f1", "run.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ generator: "embedded" });
  });
});

describe("a file of choices", () => {
  const fiveRules = Array.from({ length: 5 }, () => "rule");
  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no gate", '{"madeOn":"x","methods":{}}'],
    ["a gate above 1", '{"madeOn":"x","gate":2,"methods":{}}'],
    ["an unknown field", '{"madeOn":"x","gate":0.5,"methods":{},"more":1}'],
    [
      // A fold without a choice of its own would get one that has seen it.
      "four folds",
      JSON.stringify({
        madeOn: "x",
        gate: 0.5,
        methods: { rule: { chosen: "rule", withoutFold: fiveRules.slice(1) } },
      }),
    ],
  ])("with %s is refused", async (_, text) => {
    const file = join(world.folder, "bad-choices.json");
    await writeFile(file, text);
    expect(await codeOf(() => readChoices(file))).toBe("INVALID_ARTIFACT");
  });

  test("that is missing is said to be", async () => {
    expect(await codeOf(() => readChoices("no-such-file"))).toBe("FILE_NOT_FOUND");
  });

  test("SE-2: a method called __proto__ in it chooses nothing", async () => {
    const file = join(world.folder, "odd-choices.json");
    const own = '{"chosen":"fixed-k:k=2","withoutFold":[]}';
    await writeFile(file, `{"madeOn":"x","gate":0.5,"methods":{"__proto__":${own},"rule":${own}}}`);
    const read = await readChoices(file);
    expect(await codeOf(() => methodSpec("__proto__", read))).toBe("INVALID_POLICY");
    expect(Object.prototype).not.toHaveProperty("chosen");
  });
});

test("the candidates are the families of the conventions", () => {
  const counts = candidateMethods().map(({ method, candidates }) => [method, candidates.length]);
  // 12 values of k; with and without check, no gap or 1 to 3 with and without bridge first; 4³ plans.
  expect(counts.slice(0, 3)).toEqual([
    ["fixed-k", 12],
    ["rule", 2 + 3 * 2 * 2],
    ["static-plan", 64],
  ]);
  for (const { candidates } of candidateMethods()) {
    const names = candidates.map((name) => policyByName(name).name);
    expect(new Set(names).size).toBe(candidates.length);
  }
});

describe("trails", () => {
  const point = (passages: number, supportRecall: number) => ({ passages, supportRecall });
  const rows = [{ trail: [point(3, 0.5), point(6, 1)] }, { trail: [point(3, 0)] }, { trail: [] }];
  const trails = trailsOf(rows as never, 3);

  test("stay where a run ended", () => {
    expect([...trails.passages]).toEqual([3, 6, 6, 3, 3, 3, 0, 0, 0]);
    expect([...trails.recall]).toEqual([0.5, 1, 1, 0, 0, 0, 0, 0, 0]);
  });

  test("are read between their points, at the end where they read fewer, at some questions only", () => {
    expect(trailCurve(trails, [0, 1]).map(({ passages, value }) => [passages, value])).toEqual([
      [3, 0.25],
      [4.5, 0.5],
      [4.5, 0.5],
    ]);
    expect(recallAtPassages(trails, [0, 1], 4)).toBeCloseTo(0.25 + 0.25 * (1 / 1.5), 6);
    expect(recallAtPassages(trails, [0], 12)).toBe(1);
    expect(recallAtPassages(trails, [], 6)).toBe(0);
  });
});
