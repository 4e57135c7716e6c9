import { describe, expect, test } from "vitest";
import type { Action } from "../../src/actions/action.js";
import { recordStep } from "../../src/actions/record-step.js";
import { applyUpdate } from "../../src/state/apply-update.js";
import { evidenceStateSchema } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { actionContext } from "../fixtures/action-context.js";
import { BRIDGE_WORLD } from "../fixtures/bridge-world.js";
import { deepFreeze } from "../fixtures/deep-freeze.js";

const CHANNELS = Object.keys(evidenceStateSchema.shape);

/** A generator that has an ordinary reply to everything. */
export function willingGenerator() {
  return scriptedGenerator({
    judge: () => ({
      verdict: "insufficient",
      gap: { text: "The river is missing.", query: "river under the Iron Bridge", slots: [] },
    }),
    gapQuery: () => "course of the Velm",
    rewrite: () => "waterway below the Iron Bridge",
    compress: ({ evidence }) =>
      evidence.map(({ id, pageContent }) => ({ passageId: id, text: pageContent })),
  });
}

/** What every operation has to keep to, in states where it is possible. */
export function actionContract(action: Action, possible: Readonly<Record<string, EvidenceState>>) {
  describe.each(Object.entries(possible))(`${action.name} in state "%s"`, (_label, given) => {
    const state = deepFreeze(structuredClone(given));

    test("is possible, and says so twice alike without a write", () => {
      const view = actionContext();
      expect(action.isPossible(state, view)).toBe(true);
      expect(action.isPossible(state, view)).toBe(true);
      expect(action.plan?.(state, view)).toEqual(action.plan?.(state, view));
    });

    test("runs without a write to its state, and writes known channels of plain JSON", async () => {
      const result = await action.run(state, actionContext({ generator: willingGenerator() }));
      const update = recordStep(action, state, result);
      expect(CHANNELS).toEqual(expect.arrayContaining(Object.keys(update)));
      expect(JSON.parse(JSON.stringify(update))).toEqual(update);
      expect(state).toEqual(given);
    });

    test("an update that is written twice counts once", async () => {
      const result = await action.run(state, actionContext({ generator: willingGenerator() }));
      const update = recordStep(action, state, result);
      const once = applyUpdate(state, update);
      expect(applyUpdate(once, update)).toEqual(once);
    });

    test("the abort signal reaches whoever is called", async () => {
      const reason = new Error("stopped by the caller");
      const signal = AbortSignal.abort(reason);
      const retriever = inMemoryRetriever(BRIDGE_WORLD);
      const generator = willingGenerator();
      const run = action.run(state, actionContext({ retriever, generator, signal }));
      if (action.family === "termination") await run;
      else await expect(run).rejects.toBe(reason);
      expect(retriever.searches).toEqual([]);
      expect(generator.calls).toEqual([]);
    });
  });

  if (action.family === "acquisition") acquisitionContract(action, possible);
}

function acquisitionContract(action: Action, possible: Readonly<Record<string, EvidenceState>>) {
  describe.each(Object.entries(possible))(`${action.name} from "%s"`, (_label, state) => {
    test.each([undefined, 1, 2, 1000])(
      "adds at most passagesPerRetrieval, asked for %s",
      async (passages) => {
        const context = actionContext({
          generator: willingGenerator(),
          settings: { passagesPerRetrieval: 2 },
          decision: passages === undefined ? {} : { args: { passages } },
        });
        const { outcome } = await action.run(state, context);
        const added = outcome?.added ?? [];
        expect(["added", "nothing_new"]).toContain(outcome?.outcome);
        expect(added.length).toBeLessThanOrEqual(Math.min(2, passages ?? 2));
        expect(outcome?.outcome === "added").toBe(added.length > 0);
        for (const { rank } of added) expect(rank).toBeGreaterThanOrEqual(1);
      },
    );

    test("counts as one retrieval and hands the filter on", async () => {
      const retriever = inMemoryRetriever(BRIDGE_WORLD);
      const filter = { tenant: "a" };
      const generator = willingGenerator();
      const result = await action.run(state, actionContext({ retriever, generator, filter }));
      const { ledger } = recordStep(action, state, result);
      expect(ledger?.[0]?.retrievals).toBe(1);
      expect(ledger?.[0]?.searches).toBe(retriever.searches.length);
      expect(retriever.searches.length).toBeGreaterThan(0);
      for (const search of retriever.searches) expect(search.filter).toBe(filter);
    });

    test("a search that throws is thrown on, for the node to record", async () => {
      const broken = inMemoryRetriever([], {
        respond: () => {
          throw new Error("index is gone");
        },
      });
      const context = actionContext({ retriever: broken, generator: willingGenerator() });
      await expect(action.run(state, context)).rejects.toThrow("index is gone");
    });
  });
}

/** An acquisition that has nothing to search for neither searches nor asks the generator. */
export function invalidPlanContract(action: Action, impossible: EvidenceState) {
  test(`${action.name}: a plan that is not valid never searches`, async () => {
    const retriever = inMemoryRetriever(BRIDGE_WORLD);
    const generator = willingGenerator();
    expect(action.isPossible(impossible, actionContext())).toBe(false);
    const result = await action.run(impossible, actionContext({ retriever, generator }));
    expect(result.outcome?.outcome).toBe("failed");
    expect(retriever.searches).toEqual([]);
    expect(generator.calls).toEqual([]);
  });
}
