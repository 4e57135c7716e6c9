import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import type { ActionName } from "../../src/state/evidence.js";
import { initialState } from "../../src/state/evidence-state.js";
import { resolveSettings } from "../../src/state/settings.js";
import type { Settings } from "../../src/state/settings.js";
import { validActions } from "../../src/validity/valid-actions.js";
import { anySettings, anyState, reachableState } from "../fixtures/arbitrary-state.js";
import { fillers, QUESTION } from "../fixtures/bridge-world.js";
import { deepFreeze } from "../fixtures/deep-freeze.js";
import { afterFirstHop, gap, record, withGap } from "../fixtures/states.js";

const ACQUISITIONS: readonly ActionName[] = [
  "retrieve_more",
  "gap_query",
  "rewrite_query",
  "bridge_entity_expand",
];
const state = fc.oneof(anyState, reachableState);
const now = fc.integer({ min: 0, max: 4000 });

function valid(given: EvidenceState, settings: Settings, at: number): ActionName[] {
  return validActions(given, { settings, language: "english", now: at }).valid;
}

/** Checks a property of A(s) over random states, settings and times. */
function always(
  holds: (valid: ActionName[], given: EvidenceState, settings: Settings, at: number) => unknown,
): void {
  fc.assert(
    fc.property(state, anySettings, now, (given, settings, at) => {
      holds(valid(given, settings, at), given, settings, at);
    }),
    { numRuns: 300, seed: 20260707 },
  );
}

describe("A(s), over any states", () => {
  test("holds stop_answer exactly once and nothing twice", () => {
    always((names) => {
      expect(names.filter((name) => name === "stop_answer")).toHaveLength(1);
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain("compress_answer_evidence");
    });
  });

  test("is stop_answer alone at every cap", () => {
    let capped = 0;
    always((names, { history, startedAt }, { maxSteps, maxRetrievals, deadlineMs }, at) => {
      const searched = history.filter(({ operation }) => operation !== "sufficiency_check").length;
      const late = deadlineMs !== null && at >= startedAt + deadlineMs;
      if (history.length < maxSteps && searched < maxRetrievals && !late) return;
      capped += 1;
      expect(names).toEqual(["stop_answer"]);
    });
    expect(capped).toBeGreaterThan(50);
  });

  test("holds no check that is redundant, unwanted or without evidence", () => {
    let checks = 0;
    always((names, { evidence, verdict, evidenceVersion, history }, { judge }) => {
      if (!names.includes("sufficiency_check")) return;
      checks += 1;
      expect(evidence.length).toBeGreaterThan(0);
      expect(verdict?.evidenceVersion).not.toBe(evidenceVersion);
      expect(history.filter((each) => each.verdict === "unknown").length).toBeLessThan(2);
      expect(judge).toBe("use");
    });
    expect(checks).toBeGreaterThan(5);
  });

  test("holds no gap query without a gap that has an attempt left", () => {
    let queries = 0;
    always((names, given) => {
      if (!names.includes("gap_query")) return;
      queries += 1;
      expect(given.gap?.attempts).toBeLessThan(2);
    });
    expect(queries).toBeGreaterThan(5);
  });

  test("holds no acquisition without room for a passage", () => {
    let full = 0;
    always((names, { evidence }, { maxPassages }) => {
      if (evidence.length < maxPassages) return;
      full += 1;
      expect(names.filter((name) => ACQUISITIONS.includes(name))).toEqual([]);
    });
    expect(full).toBeGreaterThan(5);
  });

  test("holds no exhausted frontier, and nothing that needs evidence without any", () => {
    always((names, { frontier, evidence }) => {
      if (frontier.exhausted) expect(names).not.toContain("retrieve_more");
      if (evidence.length > 0) return;
      expect(names).not.toContain("rewrite_query");
      expect(names).not.toContain("bridge_entity_expand");
    });
  });

  test("is a pure function: frozen input, the same twice", () => {
    always((names, given, settings, at) => {
      const copy = deepFreeze(structuredClone(given));
      expect(valid(copy, settings, at)).toEqual(names);
      expect(valid(copy, settings, at)).toEqual(names);
    });
  });

  test("a larger token budget never removes an operation", () => {
    const budget = fc.integer({ min: 100, max: 20_000 });
    fc.assert(
      fc.property(state, anySettings, budget, budget, (given, settings, one, other) => {
        const small = valid(given, { ...settings, maxTokens: Math.min(one, other) }, 0);
        const large = valid(given, { ...settings, maxTokens: Math.max(one, other) }, 0);
        const none = valid(given, { ...settings, maxTokens: null }, 0);
        expect(large).toEqual(expect.arrayContaining(small));
        expect(none).toEqual(expect.arrayContaining(large));
      }),
      { numRuns: 300, seed: 20260707 },
    );
  });

  test("an operation whose preview found nothing unseen leaves, and nothing else does", () => {
    fc.assert(
      fc.property(state, fc.constantFrom(...ACQUISITIONS), (given, spent) => {
        const view = { settings: resolveSettings(), language: "english" as const, now: 0 };
        const before = validActions(given, view).valid;
        const after = validActions(given, { ...view, withoutUnseen: new Set([spent]) }).valid;
        expect(after).toEqual(before.filter((name) => name !== spent));
      }),
      { seed: 20260707 },
    );
  });
});

describe("A(s), by hand", () => {
  const settings = resolveSettings();

  test("at the start: retrieve or stop", () => {
    expect(valid(initialState(QUESTION), settings, 0)).toEqual(["retrieve_more", "stop_answer"]);
  });

  test("with one hop found: everything but the gap query", async () => {
    expect(valid(await afterFirstHop(), settings, 0).toSorted()).toEqual([
      "bridge_entity_expand",
      "retrieve_more",
      "rewrite_query",
      "stop_answer",
      "sufficiency_check",
    ]);
  });

  test("after an insufficient verdict: the gap query instead of the check", async () => {
    const names = valid(await withGap(), settings, 0);
    expect(names).toContain("gap_query");
    expect(names).not.toContain("sufficiency_check");
  });

  test("a failed retrieve_more waits until evidence or gap change", async () => {
    const given = await afterFirstHop();
    const failed = record({ step: 2, outcome: "failed", evidenceVersion: 1 });
    const after = { ...given, history: [...given.history, failed] };
    expect(valid(after, settings, 0)).not.toContain("retrieve_more");
    expect(valid({ ...after, evidenceVersion: 2 }, settings, 0)).toContain("retrieve_more");
    expect(valid({ ...after, gap: gap() }, settings, 0)).toContain("retrieve_more");
  });

  test("at twelve passages: a check or stop", async () => {
    const given = { ...(await afterFirstHop()), evidence: fillers(12) };
    expect(valid(given, settings, 0)).toEqual(["sufficiency_check", "stop_answer"]);
  });

  test("names the cap that was reached", async () => {
    const given = await afterFirstHop();
    const limit = (changed: Partial<Settings>, at = 0) =>
      validActions(given, { settings: { ...settings, ...changed }, language: "english", now: at })
        .limit;
    expect(limit({})).toBeUndefined();
    expect(limit({ maxSteps: 1 })).toBe("budget_steps");
    expect(limit({ maxRetrievals: 1 })).toBe("budget_retrievals");
    expect(limit({ maxTokens: 100 })).toBe("budget_tokens");
    expect(limit({ deadlineMs: 1000 }, 1000)).toBe("deadline");
    expect(limit({ deadlineMs: 1000 }, 1)).toBeUndefined();
  });
});
