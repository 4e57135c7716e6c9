import { expect, test } from "vitest";
import { sufficiencyCheck } from "../../src/actions/sufficiency-check.js";
import type { JudgeValue } from "../../src/generator/generator.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { actionContext, step } from "../fixtures/action-context.js";
import { QUESTION } from "../fixtures/bridge-world.js";
import { afterFirstHop, withGap } from "../fixtures/states.js";

const view = actionContext();

function check(state: EvidenceState, ...says: JudgeValue[]): Promise<EvidenceState> {
  return step(sufficiencyCheck, state, { generator: scriptedGenerator({ judge: says }) });
}

const grown = (state: EvidenceState): EvidenceState => ({
  ...state,
  evidenceVersion: state.evidenceVersion + 1,
});

test("insufficient records the judge's gap under the step of the check", async () => {
  const said = { text: "The river.", query: "river of the bridge", slots: ["river"] };
  const state = await check(await afterFirstHop(), { verdict: "insufficient", gap: said });
  expect(state.gap).toEqual({ ...said, step: 2, attempts: 0 });
  expect(state.verdict).toEqual({ verdict: "insufficient", evidenceVersion: 1, step: 2 });
  expect(state.history.at(-1)).toMatchObject({ outcome: "checked", verdict: "insufficient" });
  expect(state.ledger.at(-1)).toMatchObject({ modelCalls: 1, retrievals: 0, searches: 0 });
});

test("without a query from the judge the gap gets the residual against all evidence", async () => {
  for (const said of [undefined, { text: "The river.", query: "  ", slots: [] }]) {
    const state = await check(await afterFirstHop(), { verdict: "insufficient", gap: said });
    expect(state.gap?.query).toBe("river span Iron Bridge");
  }
});

test("a new insufficient replaces the gap, its attempts included", async () => {
  const state = await check(grown(await withGap({ attempts: 2 })), {
    verdict: "insufficient",
    gap: { text: "The source.", query: "source of the Velm", slots: [] },
  });
  expect(state.gap).toMatchObject({ query: "source of the Velm", attempts: 0, step: 3 });
});

test("sufficient clears the gap", async () => {
  const state = await check(grown(await withGap()), { verdict: "sufficient" });
  expect(state.gap).toBeNull();
});

test("unknown counts as a check and leaves gap and evidence version", async () => {
  const before = grown(await withGap({ attempts: 1 }));
  const state = await check(before, { verdict: "unknown" });
  expect(state.gap).toEqual(before.gap);
  expect(state.evidenceVersion).toBe(before.evidenceVersion);
  expect(state.verdict).toMatchObject({ verdict: "unknown", evidenceVersion: 2 });
  expect(state.history).toHaveLength(before.history.length + 1);
});

test("valid only if the evidence changed since the last check", async () => {
  const state = await check(await afterFirstHop(), { verdict: "insufficient" });
  expect(sufficiencyCheck.isPossible(state, view)).toBe(false);
  expect(sufficiencyCheck.isPossible(grown(state), view)).toBe(true);
});

test("invalid after two unknown verdicts, whatever came between", async () => {
  let state = await check(await afterFirstHop(), { verdict: "unknown" });
  state = await check(grown(state), { verdict: "insufficient" });
  expect(sufficiencyCheck.isPossible(grown(state), view)).toBe(true);
  state = await check(grown(state), { verdict: "unknown" });
  expect(sufficiencyCheck.isPossible(grown(state), view)).toBe(false);
});

test("a judge that throws has said nothing: an unknown verdict", async () => {
  const left = sufficiencyCheck.afterFailure?.(await withGap(), view);
  expect(left?.outcome).toMatchObject({ outcome: "failed", verdict: "unknown" });
  expect(left?.update).toEqual({ verdict: { verdict: "unknown", evidenceVersion: 1, step: 3 } });
});

test("invalid without evidence and with judge: ignore", async () => {
  expect(sufficiencyCheck.isPossible(initialState(QUESTION), view)).toBe(false);
  const ignore = actionContext({ settings: { judge: "ignore" } });
  expect(sufficiencyCheck.isPossible(await afterFirstHop(), ignore)).toBe(false);
});
