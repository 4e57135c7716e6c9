import type {
  ActionName,
  Candidate,
  Decision,
  DecisionArgs,
  PreviewedSearch,
} from "./state/evidence.js";
import type { EvidenceState } from "./state/evidence-state.js";
import type { Policy, PolicyChoice, ScoredPreview } from "./policy/policy.js";
import { DynaKragError } from "./errors.js";
import { expectedCost } from "./policy/cost.js";
import type { ValidActions, ValidityView } from "./validity/valid-actions.js";

/** What {@link decide} needs besides the state. */
export interface DecideInput extends ValidActions {
  policy: Policy;
  view: ValidityView;
  preview?: readonly ScoredPreview[];
  /** {@link expectedCosts}, where they are known already. */
  costs?: ReadonlyMap<ActionName, number>;
}

/** The estimated cost of each operation that is possible. */
export function expectedCosts(
  state: EvidenceState,
  { valid, view }: Pick<DecideInput, "valid" | "view">,
): Map<ActionName, number> {
  return new Map(valid.map((name) => [name, expectedCost(state, name, view)]));
}

/**
 * One decision: the policy ranks A(s), the costs are put beside its values, and a choice outside
 * A(s) is replaced by `stop_answer`, so that no policy can break validity or run for ever. A pure
 * function: the router node of the graph and the collector of training data both call it.
 *
 * @throws DynaKragError `INVALID_POLICY` where the policy gives something else than a choice.
 *
 * @example
 * ```ts
 * import { decide, initialState, policyByName, resolveSettings, validActions } from "dynakrag";
 *
 * const state = initialState("Who founded the town?");
 * const view = { settings: resolveSettings(), language: "english" as const, now: Date.now() };
 * const input = { ...validActions(state, view), policy: policyByName("rule"), view };
 * decide(state, input).operation; // "retrieve_more"
 * ```
 */
export function decide(state: EvidenceState, input: DecideInput): Decision {
  const { valid, limit, policy, view, preview = [], costs = expectedCosts(state, input) } = input;
  const { settings, language } = view;
  const choice: PolicyChoice =
    valid.length === 1
      ? { operation: "stop_answer", reason: reasonToStop(input) }
      : checked(policy.rank({ state, valid, settings, language, costs, preview }));
  const allowed = valid.includes(choice.operation);
  const seen = preview.map(withoutFeatures);
  const candidates = valid.map((operation): Candidate => {
    const value = choice.values?.get(operation);
    const known = value !== undefined && Number.isFinite(value);
    return { operation, value: known ? value : null, cost: costs.get(operation) ?? 0 };
  });
  return {
    step: state.history.length + 1,
    operation: allowed ? choice.operation : "stop_answer",
    ...(allowed && choice.variant !== undefined ? { variant: choice.variant } : {}),
    ...(allowed && choice.args ? { args: plainArgs(choice.args, choice.operation, seen) } : {}),
    valid: [...valid],
    candidates,
    policy: policy.name,
    reason: allowed ? choice.reason : `${choice.operation} is not possible now.`,
    ...(limit ? { limit } : {}),
    ...(seen.length > 0 ? { preview: seen } : {}),
  };
}

/** A promise, or nothing, is no decision to stop: the policy is not one. */
function checked(choice: Partial<PolicyChoice> | undefined): PolicyChoice {
  const { operation, reason = "" } = choice ?? {};
  if (typeof operation === "string") return { ...choice, operation, reason };
  throw new DynaKragError({
    code: "INVALID_POLICY",
    message: "The policy gave no choice.",
    remedy: "Return { operation, reason } from rank(); a promise of it is not awaited.",
  });
}

/** What the checkpoint keeps of a preview: features can be computed again, and would swell it. */
function withoutFeatures({ operation, query, hits }: ScoredPreview): PreviewedSearch {
  return {
    operation,
    query,
    hits: hits.map(({ id, rank, scoreRatio }) => ({ id, rank, scoreRatio })),
  };
}

/**
 * What an operation cannot use is left out, and it then takes its default: a number of passages
 * that is none, passages that were not previewed, or that begin with one of another operation.
 */
function plainArgs(
  { passages, query, passageIds = [] }: DecisionArgs,
  operation: ActionName,
  preview: readonly PreviewedSearch[],
): DecisionArgs {
  const isCount = passages !== undefined && Number.isInteger(passages) && passages > 0;
  const known = [...new Set(passageIds)].filter((id) => preview.some((one) => holds(one, id)));
  const isOwn = preview.some((one) => one.operation === operation && holds(one, known[0]));
  return {
    ...(isCount ? { passages } : {}),
    ...(query === undefined ? {} : { query }),
    ...(isOwn ? { passageIds: known } : {}),
  };
}

function holds({ hits }: PreviewedSearch, id: string | undefined): boolean {
  return hits.some((hit) => hit.id === id);
}

function reasonToStop({ limit }: DecideInput): string {
  switch (limit) {
    case "budget_steps":
      return "The step budget is spent.";
    case "budget_retrievals":
      return "The retrieval budget is spent.";
    case "budget_tokens":
      return "Nothing else fits the token budget.";
    case "deadline":
      return "The time for gathering is over.";
    default:
      return "Nothing else is possible.";
  }
}
