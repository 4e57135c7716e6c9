import type { ActionName } from "../state/evidence.js";
import type { CollectedState } from "./collected-state.js";

/** What a value model learns (method, section 4). */
export type TargetKind =
  /** What one step brings: SR(s′) − SR(s). */
  | "gain"
  /** The gain, less the mean gain of the state's other valid acquisitions. */
  | "advantage"
  /** The gain and what can follow, discounted: exact, because the tree is whole. */
  | "return"
  /** The paper's: as `gain`, and a check is worth 1 where nothing is missing. */
  | "paper";

/** How targets are computed. */
export interface TargetSettings {
  kind: TargetKind;
  /** γ: what a step that comes later is worth, 0.5 to 1. */
  discount: number;
  /** λ: support recall that a cost of 1 has to bring; part of `return` only. */
  costWeight: number;
}

/** One row of the value model's training table. */
export interface TargetRow {
  state: CollectedState;
  operation: ActionName;
  target: number;
}

/** The states of one question, by id. */
export type QuestionTree = ReadonlyMap<string, CollectedState>;

const CHECK = "sufficiency_check";

/**
 * What each valid operation of each state is worth. Acquisitions where nothing is missing are left
 * out of `gain` and `advantage`: they teach sufficiency, not choice.
 */
export function valueTargets(tree: QuestionTree, settings: TargetSettings): TargetRow[] {
  return [...tree.values()].flatMap((state) =>
    operationsOf(state).flatMap((operation): TargetRow[] => {
      const isComplete = state.recall === 1 && operation !== CHECK;
      if (isComplete && (settings.kind === "gain" || settings.kind === "advantage")) return [];
      return [{ state, operation, target: worth(tree, state, operation, settings) }];
    }),
  );
}

/** What going on is worth: the best support recall within the remaining budget, less that here. */
export function continuationTargets(
  tree: QuestionTree,
): { state: CollectedState; target: number }[] {
  return [...tree.values()].map((state) => ({
    state,
    target: Math.max(0, bestReachable(tree, state) - state.recall),
  }));
}

/** The best support recall that acquisitions and checks can reach from a state. */
export function bestReachable(tree: QuestionTree, state: CollectedState): number {
  let best = state.recall;
  for (const { recall, child } of Object.values(state.operations)) {
    const next = child === null ? undefined : tree.get(child);
    best = Math.max(best, next ? bestReachable(tree, next) : recall);
  }
  return best;
}

function worth(
  tree: QuestionTree,
  state: CollectedState,
  operation: ActionName,
  settings: TargetSettings,
): number {
  const { kind, discount } = settings;
  if (operation === CHECK) {
    if (kind === "paper") return state.recall === 1 ? 1 : 0;
    if (kind === "return") return returnOf(tree, state, operation, settings);
    return checkWorth(tree, state, discount);
  }
  if (kind === "return") return returnOf(tree, state, operation, settings);
  const gain = gainOf(state, operation);
  return kind === "advantage" ? gain - meanOfOthers(state, operation) : gain;
}

/**
 * A check is worth what it opens: the best gain after it, one step later, over the best without it.
 * Where nothing is missing: the share of the budget that a "sufficient" saves.
 */
function checkWorth(tree: QuestionTree, state: CollectedState, discount: number): number {
  const checked = tree.get(state.operations[CHECK]?.child ?? "");
  if (!checked) return 0;
  if (state.recall === 1) {
    const saysSufficient = checked.operations.gap_query === undefined;
    return saysSufficient ? shareLeft(state) : 0;
  }
  return Math.max(0, discount * bestGain(checked) - bestGain(state));
}

/** Acquisitions left, as a share of all that a question has. */
function shareLeft({ retrievalsLeft, id }: CollectedState): number {
  const taken = id === "" ? 0 : id.replaceAll("+", "").split(".").length;
  return retrievalsLeft / Math.max(1, retrievalsLeft + taken);
}

function returnOf(
  tree: QuestionTree,
  state: CollectedState,
  operation: ActionName,
  settings: TargetSettings,
): number {
  const { discount, costWeight } = settings;
  const done = state.operations[operation];
  if (!done) return 0;
  const next = done.child === null ? undefined : tree.get(done.child);
  const later = next ? operationsOf(next).map((name) => returnOf(tree, next, name, settings)) : [];
  return done.recall - state.recall - costWeight * done.cost + discount * Math.max(0, ...later);
}

function gainOf({ recall, operations }: CollectedState, operation: ActionName): number {
  return (operations[operation]?.recall ?? recall) - recall;
}

function bestGain(state: CollectedState): number {
  return Math.max(0, ...acquisitionsOf(state).map((operation) => gainOf(state, operation)));
}

function meanOfOthers(state: CollectedState, operation: ActionName): number {
  const others = acquisitionsOf(state).filter((name) => name !== operation);
  if (others.length === 0) return 0;
  return others.reduce((sum, name) => sum + gainOf(state, name), 0) / others.length;
}

function acquisitionsOf(state: CollectedState): ActionName[] {
  return operationsOf(state).filter((name) => name !== CHECK);
}

function operationsOf({ operations }: CollectedState): ActionName[] {
  return Object.keys(operations) as ActionName[];
}
