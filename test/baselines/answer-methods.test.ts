import { describe, expect, test } from "vitest";
import type { ActionName, Verdict } from "../../src/state/evidence.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { QUESTION } from "../fixtures/bridge-world.js";
import { gap, withGap } from "../fixtures/states.js";
import { next, trajectory } from "../fixtures/trajectory.js";

const R = "retrieve_more";
const C = "sufficiency_check";
const G = "gap_query";
const W = "rewrite_query";
const S = "stop_answer";

/** Answers in order; an empty one is none. */
const answering = (...answers: string[]) => ({
  answer: answers.map((answer) => ({ answer, answerable: answer !== "", citedIds: [] })),
});

describe("stable-answer", () => {
  test.each([
    [
      ["Velm", "Velm"],
      [R, C, R, C, S],
    ],
    [
      ["Velm", "velm."],
      [R, C, R, C, S],
    ],
    [
      ["Velm [1]", "Velm [2, 3]"],
      [R, C, R, C, S],
    ],
    [
      ["Orrel", "Velm", "Velm"],
      [R, C, R, C, R, C, S],
    ],
    [
      ["Velm", "Orrel", "Velm", "Orrel"],
      [R, C, R, C, R, C, R, S],
    ],
    // No answer agrees with none, and does not part two that agree.
    [
      ["", "Velm", "Velm"],
      [R, C, R, C, R, C, S],
    ],
    [
      ["Velm", "", "Velm"],
      [R, C, R, C, R, C, S],
    ],
  ] as [string[], ActionName[]][])("answers %j", async (answers, expected) => {
    const { operations } = await trajectory("stable-answer", [], {}, answering(...answers));
    expect(operations).toEqual(expected);
  });

  test("asks for answers, not for verdicts, and opens no gap", async () => {
    const { end } = await trajectory("stable-answer", [], {}, answering("Orrel", "Velm", "Velm"));
    const checks = end.history.filter(({ operation }) => operation === C);
    expect(checks.map(({ variant }) => variant)).toEqual(["answer", "answer", "answer"]);
    expect(checks.map(({ verdict }) => verdict)).toEqual([
      "insufficient",
      "insufficient",
      "sufficient",
    ]);
    expect(end.gap).toBeNull();
  });

  test("judge: ignore leaves it to the caps", async () => {
    const { operations } = await trajectory("stable-answer", [], { judge: "ignore" });
    expect(operations).toEqual([R, R, R, R, S]);
  });
});

describe("iter-retgen", () => {
  test("asks the question together with the last output", async () => {
    const script = answering("Iron Bridge [1]", "Velm");
    const { operations, end } = await trajectory("iter-retgen:iterations=3", [], {}, script);
    expect(operations).toEqual([R, C, W, C, W, S]);
    expect(end.queries).toEqual([QUESTION, `${QUESTION} Iron Bridge`, `${QUESTION} Velm`]);
  });

  test.each([
    ["iter-retgen:iterations=1", [], [R, S]],
    // The same output would find the same passages.
    ["iter-retgen", ["Velm", "velm"], [R, C, W, C, S]],
    // Without an output the question alone is read on.
    ["iter-retgen", ["", "Velm"], [R, C, R, C, W, S]],
    ["iter-retgen:iterations=10", ["a1", "b2", "c3"], [R, C, W, C, W, C, W, S]],
  ] as [string, string[], ActionName[]][])("%s, outputs %j", async (name, outputs, expected) => {
    const { operations } = await trajectory(name, [], {}, answering(...outputs));
    expect(operations).toEqual(expected);
  });
});

describe("s2g", () => {
  test("asks the question together with up to three slots of the gap", async () => {
    const judge = [
      {
        verdict: "insufficient" as const,
        gap: { text: "", query: "x", slots: ["a1", "b2", "c3", "d4"] },
      },
      { verdict: "sufficient" as const },
    ];
    const { operations, end } = await trajectory("s2g", [], {}, { judge });
    expect(operations).toEqual([R, C, G, C, S]);
    expect(end.queries).toEqual([QUESTION, `${QUESTION} a1 b2 c3`]);
  });

  test.each([
    ["s2g:turns=1", [], [R, S]],
    ["s2g", ["sufficient"], [R, C, S]],
    // No slots, or no verdict: the question itself is read on.
    ["s2g", ["insufficient", "sufficient"], [R, C, R, C, S]],
    ["s2g", ["unknown", "sufficient"], [R, C, R, C, S]],
    ["s2g:turns=2", ["insufficient"], [R, C, R, S]],
  ] as [string, Verdict[], ActionName[]][])("%s with %s", async (name, verdicts, expected) => {
    expect((await trajectory(name, verdicts)).operations).toEqual(expected);
  });

  test("slots that bring no new query, or of an older verdict, are not asked again", async () => {
    const state: EvidenceState = { ...(await withGap()), gap: gap({ slots: ["Velm"] }) };
    expect(next("s2g", state)).toMatchObject({
      operation: G,
      args: { query: `${QUESTION} Velm` },
    });
    const searched = { ...state, queries: [...state.queries, `${QUESTION} velm`] };
    expect(next("s2g", searched).operation).toBe(R);
    const verdict = { verdict: "unknown", evidenceVersion: 1, step: 3 } as const;
    expect(next("s2g", { ...state, verdict }).operation).toBe(R);
  });
});
