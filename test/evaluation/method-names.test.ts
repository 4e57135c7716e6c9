import { describe, expect, test, vi } from "vitest";
import { assertGeneratorFor } from "../../src/evaluation/check-evaluation.js";
import { chosenName, NO_CHOICES, readChoices } from "../../src/evaluation/choices.js";
import type { Choices } from "../../src/evaluation/choices.js";
import { curvePoints } from "../../src/evaluation/curve-points.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { splitMethods } from "../../src/evaluation/method-list.js";
import { methodNames, methodSpec } from "../../src/evaluation/method-spec.js";
import { predictionFile } from "../../src/evaluation/run-folder.js";
import type { DynaKragErrorCode } from "../../src/errors.js";
import type { Policy } from "../../src/policy/policy.js";
import { codeOf } from "./code-of.js";

const CHOICES: Choices = {
  madeOn: "tests",
  gate: 0.5,
  methods: {
    rule: {
      chosen: "rule:gaps=3,check=1,bridge=0",
      withoutFold: [0, 1, 2, 3, 2].map((gaps) => `rule:gaps=${gaps},check=1,bridge=0`),
    },
    "fixed-k": { chosen: "fixed-k:k=7", withoutFold: [] },
  },
};

// As if a method of a later version lived by a language model.
vi.mock("../../src/baselines/index.js", async (original) => {
  const actual = await original<typeof import("../../src/baselines/index.js")>();
  const double: Policy = {
    name: "needs-model",
    needsLanguageModel: true,
    rank: () => ({ operation: "stop_answer", reason: "A double." }),
  };
  return {
    ...actual,
    policyByName: (name: string) => (name === "needs-model" ? double : actual.policyByName(name)),
  };
});

describe("a method name", () => {
  test("a bare name means the frozen choice, for a train question the one without its fold", () => {
    expect(methodSpec("rule", CHOICES).policy).toBe("rule:gaps=3,check=1,bridge=0");
    expect(methodSpec("rule", CHOICES, 1).policy).toBe("rule:gaps=1,check=1,bridge=0");
    expect(methodSpec("rule:cap=2", CHOICES, 0).policy).toBe("rule:gaps=0,check=1,bridge=0");
    expect(methodSpec("rule", NO_CHOICES).policy).toBe("rule");
    expect(methodSpec("uniform", CHOICES).policy).toBe("uniform");
    expect(chosenName("fixed-k", CHOICES, 3)).toBe("fixed-k:k=7");
  });

  test("options of the policy override the choice; options of the run may stand among them", () => {
    const text = "rule:preview=none,gaps=1,cap=2,check=0,steps=5,tokens=900,lambda=0.5";
    expect(methodSpec(`${text},judge=ignore,compression=always`, CHOICES)).toEqual({
      name: `${text},judge=ignore,compression=always`,
      policy: "rule:gaps=1,check=0",
      settings: {
        preview: "none",
        maxRetrievals: 2,
        maxSteps: 5,
        maxTokens: 900,
        costWeight: 0.5,
        judge: "ignore",
        compression: "always",
      },
    });
    expect(methodSpec("oracle:cap=2", CHOICES)).toEqual({
      name: "oracle:cap=2",
      policy: "oracle",
      settings: { maxRetrievals: 2 },
    });
  });

  test.each<[string, DynaKragErrorCode]>([
    ["", "INVALID_POLICY"],
    ["none", "INVALID_POLICY"],
    ["__proto__", "INVALID_POLICY"],
    ["constructor", "INVALID_POLICY"],
    ["toString:cap=2", "INVALID_POLICY"],
    ["rule:", "INVALID_POLICY"],
    ["rule:__proto__=1", "INVALID_POLICY"],
    ["rule:constructor=1", "INVALID_POLICY"],
    ["rule_cap=2", "INVALID_POLICY"],
    ["rule:gaps", "INVALID_POLICY"],
    ["rule:gaps=4", "INVALID_POLICY"],
    ["rule:gaps=1,gaps=2", "INVALID_POLICY"],
    ["rule:cap=1,cap=2", "INVALID_POLICY"],
    ["fixed-k:k=0", "INVALID_POLICY"],
    ["oracle:gaps=1", "INVALID_POLICY"],
    ["oracle:", "INVALID_POLICY"],
    ["rule:cap", "INVALID_SETTINGS"],
    ["rule:cap=", "INVALID_SETTINGS"],
    ["rule:cap=0", "INVALID_SETTINGS"],
    ["rule:cap=11", "INVALID_SETTINGS"],
    ["rule:cap=1.5", "INVALID_SETTINGS"],
    ["rule:cap=0x2", "INVALID_SETTINGS"],
    ["rule:cap=2=3", "INVALID_SETTINGS"],
    ["rule:lambda=", "INVALID_SETTINGS"],
    ["rule:lambda=-1", "INVALID_SETTINGS"],
    ["rule:tokens=5", "INVALID_SETTINGS"],
    ["rule:preview=yes", "INVALID_SETTINGS"],
    ["oracle:judge=maybe", "INVALID_SETTINGS"],
  ])("%j is refused with %s", async (text, code) => {
    expect(await codeOf(() => methodSpec(text, CHOICES))).toBe(code);
  });

  test("lists are split at the commas between methods, not at those between options", () => {
    expect(splitMethods("rule:gaps=2,check=1,fixed-k:k=6,uniform")).toEqual([
      "rule:gaps=2,check=1",
      "fixed-k:k=6",
      "uniform",
    ]);
    expect(splitMethods(" rule , oracle:cap=2 , steps=4 ,, uniform,")).toEqual([
      "rule",
      "oracle:cap=2,steps=4",
      "uniform",
    ]);
    expect(splitMethods("")).toEqual([]);
  });

  test("spaces make no second method and no second file", () => {
    expect(methodNames([" rule: gaps = 2 ,\tcheck=1", "rule:gaps=2,check=1", "rule"])).toEqual([
      "rule:gaps=2,check=1",
      "rule",
    ]);
    expect(predictionFile("rule:gaps=2,check=1")).toBe("predictions.rule_gaps=2,check=1.jsonl");
    expect(predictionFile("../../etc/passwd\0")).toBe("predictions..._.._etc_passwd_.jsonl");
  });
});

describe("a curve", () => {
  test("of fixed-k goes over k and keeps the options of the run", () => {
    const { points } = curvePoints("fixed-k");
    expect(points).toEqual([
      "fixed-k",
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((k) => `fixed-k:k=${k}`),
    ]);
    expect(curvePoints("fixed-k:k=3").points).toHaveLength(12);
    expect(curvePoints("fixed-k:k=3,tokens=900").points.slice(0, 3)).toEqual([
      "fixed-k:k=3,tokens=900",
      "fixed-k:k=1,tokens=900",
      "fixed-k:k=2,tokens=900",
    ]);
  });

  test("of any other method goes over caps below the default of four", () => {
    expect(curvePoints("rule").points).toEqual(["rule", "rule:cap=1", "rule:cap=2", "rule:cap=3"]);
    expect(curvePoints("rule:gaps=1").points.at(-1)).toBe("rule:gaps=1,cap=3");
    expect(curvePoints("oracle:cap=2").points).toEqual(["oracle:cap=2"]);
  });
});

describe("a method that needs a language model", () => {
  const policy: Policy = {
    name: "ircot",
    needsLanguageModel: true,
    rank: () => ({ operation: "stop_answer", reason: "" }),
  };

  test("is refused on the embedded generator only", async () => {
    expect(await codeOf(() => assertGeneratorFor(policy, "embedded"))).toBe("GENERATOR_REQUIRED");
    expect(await codeOf(() => assertGeneratorFor(policy, "openai:m"))).toBeUndefined();
    const { needsLanguageModel: _, ...other } = policy;
    expect(await codeOf(() => assertGeneratorFor(other, "embedded"))).toBeUndefined();
  });

  test("ends an evaluation before anything is opened or written", async () => {
    const question = {
      id: "1",
      dataset: "d",
      question: "Who?",
      answer: "Ilva",
      type: "t",
      hops: 1,
    };
    const options = {
      questions: [
        { ...question, answer_aliases: [], supporting: [], context: [], answerable: true },
      ],
      methods: ["rule", "needs-model"],
      source: { corpus: "no-such-file", generator: "embedded", choices: null, settings: {} },
      out: "no-such-folder",
    };
    expect(await codeOf(() => evaluate(options))).toBe("GENERATOR_REQUIRED");
    expect(await codeOf(() => evaluate({ ...options, methods: ["rule"] }))).toBe("FILE_NOT_FOUND");
  });
});

test("the choices that ship can be read, and each is a method", async () => {
  const choices = await readChoices();
  for (const [name, { chosen, withoutFold }] of Object.entries(choices.methods)) {
    for (const method of [chosen, ...withoutFold]) {
      expect(methodSpec(method, NO_CHOICES).policy).toMatch(new RegExp(`^${name}(?::|$)`, "u"));
    }
  }
  expect(choices.gate).toBeGreaterThan(0);
});
