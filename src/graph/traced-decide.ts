import { getCurrentRunTree, traceable } from "langsmith/traceable";
import { decide } from "../router.js";
import type { DecideInput } from "../router.js";
import type { Decision } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { retrievalsTaken, stepsTaken } from "../state/history.js";
import { gatheringEndsAt } from "../validity/caps.js";

/** The name of the run in LangSmith. */
export const RANK_RUN = "dynakrag.rank";

/**
 * `decide()` as a nested LangSmith run of its own, because metadata that is set on a node's run is
 * lost. It shows numbers, names of operations and the policy's reason, and no question, query or
 * page: only what stands in {@link rankInputs} and {@link rankOutputs} is handed to LangSmith.
 *
 * Without tracing it is `decide()` and nothing else: `traceable` would build a run tree, and with
 * the first one a client, before it looks whether tracing is on.
 */
export async function tracedDecide(state: EvidenceState, input: DecideInput): Promise<Decision> {
  if (getCurrentRunTree(true)?.tracingEnabled !== true) return decide(state, input);
  const outcome = new Outcome(() => decide(state, input));
  const rank = traceable((_shown: RankInputs) => outcome.settle(), {
    name: RANK_RUN,
    metadata: { policy: input.policy.name },
  });
  await rank(rankInputs(state, input));
  return outcome.value();
}
