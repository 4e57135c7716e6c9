import { ACTIONS } from "../actions/index.js";
import { residualGapQuery } from "../actions/queries.js";
import type { Question } from "../datasets/question.js";
import type { DirectRunner } from "../graph/run-directly.js";
import type { Language } from "../language/language.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { ActionName } from "../state/evidence.js";
import { resolveSettings } from "../state/settings.js";
import type { SettingsInput } from "../state/settings.js";
import { validActions } from "../validity/valid-actions.js";
import { recallAt } from "./support-scores.js";

const ACQUISITIONS: ReadonlySet<ActionName> = new Set(
  ACTIONS.filter(({ family }) => family === "acquisition").map(({ name }) => name),
);

/** What the oracle looks with. */
export interface OracleOptions {
  runner: DirectRunner;
  language: Language;
  settings: SettingsInput;
  signal?: AbortSignal | undefined;
}

/**
 * The upper bound for these operations: looks at the gold passages, goes every way within the caps
 * and keeps the shortest one to the best support recall. The check is free: a gap stands open in
 * every state and costs nothing. Of equal ways the first in the order of the operations is taken.
 *
 * It uses gold, so it lives here and no policy can be made of it.
 *
 * @returns the state in which that way ends; nothing is answered yet.
 */
export async function oracleState(
  question: Question,
  { runner, language, settings, signal }: OracleOptions,
): Promise<EvidenceState> {
  const run = { settings, signal };
  const view = { settings: resolveSettings(settings), language, now: Date.now() };
  const recallOf = ({ evidence }: EvidenceState): number => {
    const ids = evidence.map(({ id }) => id);
    return recallAt(ids, question.supporting, Math.max(1, ids.length)) ?? 0;
  };
  let best = runner.begin(question.question, run);
  let level = [best];
  while (level.length > 0 && recallOf(best) < 1) {
    const next: EvidenceState[] = [];
    for (const state of level) {
      const open = withOpenGap(state, language);
      const { valid } = validActions(open, view);
      for (const operation of valid.filter((name) => ACQUISITIONS.has(name))) {
        const child = await runner.execute(open, { operation }, run);
        if (child.evidenceVersion > state.evidenceVersion) next.push(child);
      }
    }
    for (const state of next) if (recallOf(state) > recallOf(best)) best = state;
    level = next;
  }
  return best;
}

/** The state as an "insufficient" verdict without a query of its own would leave it. */
function withOpenGap(state: EvidenceState, language: Language): EvidenceState {
  if (state.evidence.length === 0) return state;
  const gap = {
    text: "",
    query: residualGapQuery(state, language),
    slots: [],
    step: state.history.length,
    attempts: 0,
  };
  return { ...state, gap };
}
