import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { firstPossible, gatedPolicy, isUnknown } from "./gate.js";
import {
  CHECK_OPTION,
  invalidMethod,
  printedName,
  textOption,
  withBounds,
} from "./method-options.js";
import type { MethodName } from "./method-options.js";

/** What a plan may ask for, and the operations that do it: the first that is possible. */
const OPERATIONS = {
  more: ["retrieve_more"],
  // Without a check, or after a verdict that could not be read, the rewrite stands for the gap.
  gap: ["gap_query", "rewrite_query"],
  bridge: ["bridge_entity_expand"],
  rewrite: ["rewrite_query"],
} as const satisfies Record<string, readonly ActionName[]>;

/** One acquisition of a plan. */
export type PlanStep = keyof typeof OPERATIONS;

const LONGEST_PLAN = 4;
const DEFAULT_PLAN = "more-gap-gap";

/**
 * A fixed order of up to four acquisitions, the first of them `more` (85 orders): `more` of the
 * question's ranking, `gap` query, `bridge` entity, residual `rewrite`. What is not possible is
 * skipped at no cost.
 *
 * @param check The shared gate: a check after each acquisition, and "sufficient" stops.
 */
export function staticPlanPolicy(plan: readonly PlanStep[], check: boolean): Policy {
  const name = printedName("static-plan", { plan: plan.join("-"), check: check ? 1 : 0 });
  return gatedPolicy(name, check, (input) => nextOf(plan, input));
}

/**
 * `static-plan:plan=more-gap-bridge-rewrite,check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function staticPlanFrom(name: MethodName): Policy {
  const { check } = withBounds(name, CHECK_OPTION, ["plan"]);
  const words = textOption(name, "plan", DEFAULT_PLAN).split("-");
  const plan = words.filter((word): word is PlanStep => Object.hasOwn(OPERATIONS, word));
  const isPlan = plan.length === words.length && plan.length <= LONGEST_PLAN && plan[0] === "more";
  if (!isPlan) {
    const known = Object.keys(OPERATIONS).join(", ");
    throw invalidMethod(`A plan is "more" and up to three further of ${known}, such as more-gap.`);
  }
  return staticPlanPolicy(plan, check === 1);
}

function nextOf(plan: readonly PlanStep[], { state, valid }: PolicyInput): PolicyChoice {
  const left = plan.slice(placeIn(plan, state));
  const wishes = left.flatMap((step) =>
    operationsFor(step, state).map((operation) => ({
      operation,
      reason: `Next in the plan: ${step}.`,
    })),
  );
  return firstPossible(valid, wishes);
}

/** Where the plan goes on: behind the step that the last acquisition was, skipped ones included. */
function placeIn(plan: readonly PlanStep[], { history }: EvidenceState): number {
  let place = 0;
  for (const { operation } of history) {
    const at = plan.findIndex((step, index) => index >= place && does(step, operation));
    if (at >= 0) place = at + 1;
  }
  return place;
}

function does(step: PlanStep, operation: ActionName): boolean {
  const operations: readonly ActionName[] = OPERATIONS[step];
  return operations.includes(operation);
}

function operationsFor(step: PlanStep, state: EvidenceState): readonly ActionName[] {
  return step === "gap" && isUnknown(state) ? OPERATIONS.rewrite : OPERATIONS[step];
}
