import { getCurrentRunTree, traceable } from "langsmith/traceable";
import { decide } from "../router.js";
import type { DecideInput } from "../router.js";
import type { Decision } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { retrievalsTaken, stepsTaken, tokensSpent } from "../state/history.js";
import { gatheringEndsAt } from "../validity/caps.js";

/**
 * `decide()` as a nested LangSmith run of its own, because metadata that is set on a node's run is
 * lost. LangSmith is handed {@link rankInputs} and {@link rankOutputs} and nothing else: numbers,
 * names and the policy's reason; no question, query or page.
 *
 * Where the node is not traced this is `decide()` alone: `traceable` builds a run tree before it
 * looks whether tracing is on, which costs more than deciding.
 */
export async function tracedDecide(state: EvidenceState, input: DecideInput): Promise<Decision> {
  if (getCurrentRunTree(true)?.tracingEnabled !== true) return decide(state, input);
  let decision: Decision | undefined;
  const rank = traceable(
    (_shown: ReturnType<typeof rankInputs>) => {
      decision = withoutErrorText(() => decide(state, input));
      return rankOutputs(decision);
    },
    { name: "dynakrag.rank", metadata: { policy: input.policy.name } },
  );
  try {
    await rank(rankInputs(state, input));
  } catch {
    // A policy that failed inside the trace fails below again, with its own error: it is pure.
  }
  return decision ?? decide(state, input);
}

/** What the run shows before the decision. */
function rankInputs(
  state: EvidenceState,
  { valid, limit, policy, view, preview = [] }: DecideInput,
) {
  const { settings, now } = view;
  return {
    step: stepsTaken(state) + 1,
    valid: [...valid],
    limit: limit ?? null,
    previewed: preview.map(({ operation, hits }) => ({ operation, hits: hits.length })),
    policy: policy.name,
    costWeight: settings.costWeight,
    left: {
      steps: settings.maxSteps - stepsTaken(state),
      retrievals: settings.maxRetrievals - retrievalsTaken(state),
      passages: settings.maxPassages - state.evidence.length,
      tokens: settings.maxTokens === null ? null : settings.maxTokens - tokensSpent(state),
      milliseconds: settings.deadlineMs === null ? null : gatheringEndsAt(state, settings) - now,
    },
  };
}

/** Named one by one, because a decision also holds the queries of its previews and arguments. */
function rankOutputs({ operation, variant, args, candidates, policy, reason, limit }: Decision) {
  return {
    operation,
    variant: variant ?? null,
    passages: args?.passages ?? null,
    candidates,
    policy,
    reason,
    limit: limit ?? null,
  };
}

/** A policy of the user's own may put anything into its error. */
function withoutErrorText<Result>(work: () => Result): Result {
  try {
    return work();
  } catch {
    throw new Error("The policy failed.");
  }
}
