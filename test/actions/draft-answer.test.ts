import { describe, expect, test } from "vitest";
import { sufficiencyCheck } from "../../src/actions/sufficiency-check.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { step } from "../fixtures/action-context.js";
import { afterFirstHop, withGap } from "../fixtures/states.js";

const decision = { variant: "answer" };

function checked(state: EvidenceState, answer: string): Promise<EvidenceState> {
  const generator = scriptedGenerator({ answer: [{ answer, answerable: true, citedIds: [] }] });
  return step(sufficiencyCheck, state, { generator, decision });
}

const grown = (state: EvidenceState): EvidenceState => ({
  ...state,
  evidenceVersion: state.evidenceVersion + 1,
});

describe("sufficiency_check:answer", () => {
  test("the first answer is insufficient without a gap, and left as advice", async () => {
    const state = await checked(grown(await withGap()), "The Velm [1].");
    expect(state.verdict).toEqual({ verdict: "insufficient", evidenceVersion: 2, step: 3 });
    expect(state.gap).toBeNull();
    expect(state.advice).toEqual({
      draft: { text: "The Velm.", folded: "the velm", step: 3, evidenceVersion: 2 },
    });
    expect(state.history.at(-1)).toMatchObject({ variant: "answer", verdict: "insufficient" });
    expect(state.ledger.at(-1)).toMatchObject({ modelCalls: 1, retrievals: 0 });
  });

  test.each([
    ["Velm", "VELM", "sufficient"],
    ["Velm", " velm! [2]", "sufficient"],
    ["São Paulo", "Sao Paulo", "sufficient"],
    ["yes", "no", "insufficient"],
    ["1742", "1743", "insufficient"],
    // Signs alone fold to nothing, and two of them are not the same answer.
    ["?", "!", "insufficient"],
    ["?", "?", "sufficient"],
  ])("%j, then %j: %s", async (first, second, verdict) => {
    const state = await checked(grown(await checked(await afterFirstHop(), first)), second);
    expect(state.verdict?.verdict).toBe(verdict);
    expect(state.advice.draft?.evidenceVersion).toBe(2);
  });

  test("no answer is an unknown verdict and leaves gap and advice", async () => {
    const before = grown(await checked(await afterFirstHop(), "Velm"));
    const state = await checked(before, " [1] ");
    expect(state.verdict?.verdict).toBe("unknown");
    expect(state.advice).toEqual(before.advice);
  });

  test("any other variant is the judge's", async () => {
    const generator = scriptedGenerator({ judge: [{ verdict: "sufficient" }] });
    const given = { generator, decision: { variant: "odd" } };
    const state = await step(sufficiencyCheck, await afterFirstHop(), given);
    expect(state.verdict?.verdict).toBe("sufficient");
    expect(state.advice).toEqual({});
  });
});
