import { createHash } from "node:crypto";
import { actionByName } from "../actions/index.js";
import type { Question } from "../datasets/question.js";
import type { Generator } from "../generator/generator.js";
import { directRunner } from "../graph/run-directly.js";
import type { DirectRunner } from "../graph/run-directly.js";
import type { Outlook } from "../graph/router-node.js";
import { operationFeatures, STATE_FEATURE_COUNT, stateFeatures } from "../policy/features.js";
import type { Policy } from "../policy/policy.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { expectedCosts } from "../router.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { ActionName } from "../state/evidence.js";
import { resolveSettings } from "../state/settings.js";
import type { SettingsInput } from "../state/settings.js";
import type { CollectedState, VerdictSource } from "./collected-state.js";
import { supportRecall } from "./evidence-states.js";
import { overriddenJudge } from "./overridden-judge.js";

/** What states are collected with. */
export interface CollectParts {
  retriever: EvidenceRetriever;
  /** Fitted without the fold of the question: nobody learns from verdicts on seen questions. */
  generator: Generator;
  ranker?: EvidenceRanker;
  /** Shares of states whose verdict is replaced are drawn with it (default 13). */
  seed?: number;
}

/** Shares of the states whose verdict is replaced by "unknown", by a coin flip, or switched off. */
const REPLACED: readonly [VerdictSource, number][] = [
  ["unknown", 0.15],
  ["coin", 0.3],
  ["ignore", 0.45],
];

/** Wants everything that is free to be looked at. */
const LOOKER: Policy = {
  name: "collect",
  wantsPreview: true,
  rank: () => ({ operation: "stop_answer", reason: "Only looks." }),
};

const LETTERS: Partial<Record<ActionName, string>> = {
  retrieve_more: "m",
  gap_query: "g",
  bridge_entity_expand: "b",
  rewrite_query: "r",
};

/**
 * The acquisition tree of a question, in full down to four retrievals: every state with what each
 * valid operation does there. Each inner state stands twice, unchecked and checked; `gap_query` goes
 * on from the checked one, which records the gap, the others from the unchecked one. What an
 * operation brings is found by running it, so support recall after it is exact.
 */
export async function collectQuestion(
  question: Question,
  parts: CollectParts,
): Promise<CollectedState[]> {
  const collector = new Collector(question, parts);
  return collector.collect();
}

class Collector {
  readonly #question: Question;
  readonly #runner: DirectRunner;
  readonly #judge: ReturnType<typeof overriddenJudge>;
  readonly #seed: number;
  readonly #states: CollectedState[] = [];

  constructor(question: Question, { retriever, generator, ranker, seed = 13 }: CollectParts) {
    this.#question = question;
    this.#judge = overriddenJudge(generator);
    this.#seed = seed;
    this.#runner = directRunner({
      retriever,
      generator: this.#judge.generator,
      ...(ranker ? { ranker } : {}),
    });
  }

  async collect(): Promise<CollectedState[]> {
    const root = this.#runner.begin(this.#question.question);
    const row = await this.#row(root, { id: "", parent: null, operation: null, verdict: "judge" });
    await this.#acquire(root, row, ["retrieve_more"]);
    return this.#states;
  }

  /** A state that still may acquire: its unchecked row, its checked one, and what follows. */
  async #expand(state: EvidenceState, id: string, parent: string, operation: ActionName) {
    const verdict = this.#drawVerdict(id);
    const settings: SettingsInput = verdict === "ignore" ? { judge: "ignore" } : {};
    const open = await this.#row(state, { id, parent, operation, verdict }, settings);
    await this.#acquire(state, open, ["retrieve_more", "bridge_entity_expand", "rewrite_query"]);
    if (verdict === "ignore" || !open.operations.sufficiency_check) return;

    this.#judge.next(verdict, this.#draw(id, "coin") < 0.5);
    const judged = await this.#runner.execute(state, { operation: "sufficiency_check" });
    const checkedId = `${id}+`;
    open.operations.sufficiency_check.child = checkedId;
    const where = { id: checkedId, parent: id, operation: "sufficiency_check", verdict } as const;
    const checked = await this.#row(judged, where);
    await this.#acquire(judged, checked, ["gap_query"]);
    // The same searches bring the same passages, judged or not.
    for (const [name, known] of Object.entries(open.operations)) {
      const same = checked.operations[name as ActionName];
      if (same && known.child !== checkedId) {
        Object.assign(same, { recall: known.recall, child: known.child });
      }
    }
  }

  /** Runs acquisitions from a state and goes on from where they lead. */
  async #acquire(state: EvidenceState, row: CollectedState, operations: readonly ActionName[]) {
    for (const operation of operations) {
      const collected = row.operations[operation];
      if (!collected) continue;
      const child = await this.#runner.execute(state, { operation });
      collected.recall = supportRecall(this.#question, child.evidence);
      const id = `${row.id}${row.id === "" ? "" : "."}${LETTERS[operation] ?? "?"}`;
      if (row.retrievalsLeft <= 1 || child.evidenceVersion === state.evidenceVersion) continue;
      collected.child = id;
      await this.#expand(child, id, row.id, operation);
    }
  }

  async #row(
    state: EvidenceState,
    where: Pick<CollectedState, "id" | "parent" | "operation" | "verdict">,
    settings: SettingsInput = {},
  ): Promise<CollectedState> {
    const outlook = await this.#runner.look(state, LOOKER, { settings });
    const { view } = outlook;
    const features = stateFeatures(state, view);
    const full = resolveSettings(settings);
    const tokens = state.ledger.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
    const recall = supportRecall(this.#question, state.evidence);
    const row: CollectedState = {
      question: this.#question.id,
      dataset: this.#question.dataset,
      ...where,
      checked: state.verdict?.evidenceVersion === state.evidenceVersion,
      recall,
      passages: state.evidence.length,
      retrievalsLeft: full.maxRetrievals - acquisitionsIn(state),
      stepsLeft: full.maxSteps - state.history.length,
      tokens,
      features,
      operations: this.#operations(state, outlook, features, recall),
    };
    this.#states.push(row);
    return row;
  }

  #operations(
    state: EvidenceState,
    outlook: Outlook,
    features: readonly number[],
    recall: number,
  ): CollectedState["operations"] {
    const costs = expectedCosts(state, outlook);
    const view = { ...outlook.view, preview: outlook.preview ?? [] };
    const entries = outlook.valid
      .filter((name) => name !== "stop_answer")
      .map((name) => {
        const row = operationFeatures(features, state, name, view).slice(STATE_FEATURE_COUNT);
        return [name, { features: row, recall, cost: costs.get(name) ?? 0, child: null }];
      });
    return Object.fromEntries(entries) as CollectedState["operations"];
  }

  #drawVerdict(id: string): VerdictSource {
    const drawn = this.#draw(id, "verdict");
    return REPLACED.find(([, below]) => drawn < below)?.[0] ?? "judge";
  }

  /** A number from 0 to 1 that depends on seed, question and state only. */
  #draw(id: string, what: string): number {
    const key = `${this.#seed}\n${this.#question.id}\n${id}\n${what}`;
    return createHash("sha256").update(key).digest().readUInt32BE(0) / 2 ** 32;
  }
}

function acquisitionsIn({ history }: EvidenceState): number {
  return history.filter(({ operation }) => actionByName(operation).family === "acquisition").length;
}
