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
export interface OracleParts {
  question: Question;
  runner: DirectRunner;
  language: Language;
  signal?: AbortSignal | undefined;
}

/**
 * The upper bound for these operations: looks at the gold passages, goes every way within the caps
 * and keeps the shortest one to the best support recall. The check is free: a gap stands open in
 * every state and costs nothing. Of equal ways the first in the order of the operations is taken.
 *
 * It bounds policies over the plain acquisitions; methods that pick passages across lists
 * (`fuse-preview`, `hand-passage`) or search for an output (`iter-retgen`) can pass it.
 *
 * It uses gold, so it lives here and no policy can be made of it.
 */
export class Oracle {
  readonly #parts: OracleParts;
  /** States after no, one, two and so on acquisitions; each level is made when it is needed. */
  readonly #levels = new Map<string, EvidenceState[][]>();

  constructor(parts: OracleParts) {
    this.#parts = parts;
  }

  /** The state in which the best way ends; nothing is answered yet. */
  async bestState(settings: SettingsInput): Promise<EvidenceState> {
    const { maxRetrievals, ...rest } = resolveSettings(settings);
    // A lower cap takes the same ways and ends them earlier.
    const levels = this.#levelsOf(rest);
    let best = levels[0]?.[0] ?? this.#begin(rest);
    for (let depth = 1; depth <= maxRetrievals && this.#recallOf(best) < 1; depth++) {
      levels[depth] ??= await this.#expand(levels[depth - 1] ?? [], rest);
      for (const state of levels[depth] ?? []) {
        if (this.#recallOf(state) > this.#recallOf(best)) best = state;
      }
    }
    return best;
  }

  #levelsOf(settings: SettingsInput): EvidenceState[][] {
    const key = JSON.stringify(settings);
    const known = this.#levels.get(key);
    if (known) return known;
    const levels = [[this.#begin(settings)]];
    this.#levels.set(key, levels);
    return levels;
  }

  #begin(settings: SettingsInput): EvidenceState {
    return this.#parts.runner.begin(this.#parts.question.question, { settings });
  }

  async #expand(
    level: readonly EvidenceState[],
    settings: SettingsInput,
  ): Promise<EvidenceState[]> {
    const { runner, language, signal } = this.#parts;
    const uncapped = { ...settings, maxRetrievals: 10 };
    const view = { settings: resolveSettings(uncapped), language, now: Date.now() };
    const next: EvidenceState[] = [];
    for (const state of level) {
      const open = withOpenGap(state, language);
      const { valid } = validActions(open, view);
      for (const operation of valid.filter((name) => ACQUISITIONS.has(name))) {
        const child = await runner.execute(open, { operation }, { settings: uncapped, signal });
        if (child.evidenceVersion > state.evidenceVersion) next.push(child);
      }
    }
    return next;
  }

  #recallOf({ evidence }: EvidenceState): number {
    const ids = evidence.map(({ id }) => id);
    return recallAt(ids, this.#parts.question.supporting, Math.max(1, ids.length)) ?? 0;
  }
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
