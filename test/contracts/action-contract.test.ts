import { expect, test } from "vitest";
import { ACTIONS, actionByName } from "../../src/actions/index.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import type { ActionName } from "../../src/state/evidence.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { actionContext } from "../fixtures/action-context.js";
import { BRIDGE_WORLD, QUESTION } from "../fixtures/bridge-world.js";
import { afterFirstHop, withGap } from "../fixtures/states.js";
import { actionContract, invalidPlanContract } from "./action-contract.js";

const start = initialState(QUESTION);
const firstHop = await afterFirstHop();
const gapRecorded = await withGap();
const gapTriedOnce = await withGap({ attempts: 1 });

const POSSIBLE: Record<ActionName, Record<string, EvidenceState>> = {
  retrieve_more: { start, firstHop },
  gap_query: { gapRecorded, gapTriedOnce },
  rewrite_query: { firstHop, gapRecorded },
  bridge_entity_expand: { firstHop },
  sufficiency_check: { firstHop },
  stop_answer: { start, firstHop, gapRecorded },
  compress_answer_evidence: { firstHop },
};

test("the method's seven operations are there, each once", () => {
  expect(ACTIONS.map(({ name }) => name).toSorted()).toEqual(Object.keys(POSSIBLE).toSorted());
});

for (const action of ACTIONS) actionContract(action, POSSIBLE[action.name]);

const IMPOSSIBLE: [ActionName, EvidenceState][] = [
  ["retrieve_more", { ...firstHop, frontier: { position: 5, exhausted: true } }],
  ["gap_query", firstHop],
  ["gap_query", { ...gapRecorded, gap: { ...gapTriedOnce.gap!, attempts: 2 } }],
  ["rewrite_query", start],
  ["bridge_entity_expand", start],
];
for (const [name, state] of IMPOSSIBLE) invalidPlanContract(actionByName(name), state);

test.each([
  ["gap_query", gapTriedOnce, scriptedGenerator({ gapQuery: () => " \n" })],
  ["rewrite_query", firstHop, scriptedGenerator({ rewrite: () => "—…" })],
] as const)(
  "RT-9: %s with a blank written query fails unsearched",
  async (name, state, generator) => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD);
    const decision = { variant: "model" };
    const context = actionContext({ retriever, generator, decision });
    const { outcome, cost } = await actionByName(name).run(state, context);
    expect(outcome).toMatchObject({ outcome: "failed", errorCode: "BLANK_QUERY" });
    expect(cost).toMatchObject({ modelCalls: 1, inputTokens: 100, outputTokens: 10 });
    expect(retriever.searches).toEqual([]);
  },
);

test.each(["gap_query", "rewrite_query", "bridge_entity_expand"] as const)(
  "HP-1: %s never searches a query again in other case, spacing and punctuation",
  async (name) => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD);
    const again = "  WHICH river,\tdoes the bridge that ADA orrin built -- span?!";
    const decision = { args: { query: again } };
    const context = actionContext({ retriever, decision });
    const { outcome } = await actionByName(name).run(gapRecorded, context);
    expect(outcome).toMatchObject({ outcome: "failed", errorCode: "REPEATED_QUERY" });
    expect(retriever.searches).toEqual([]);
  },
);
