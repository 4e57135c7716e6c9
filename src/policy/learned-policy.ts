import type { ActionName } from "../state/evidence.js";
import { operationFeatures, stateFeatures } from "./features.js";
import { compileForest } from "../forest/forest.js";
import type { Policy, PolicyInput } from "./policy.js";
import type { PolicyArtifact } from "./policy-artifact.js";

/**
 * The learned controller: argmax over A(s) of v̂(s, a) − λ·c(s, a). While the continuation model
 * says that going on is worth more than τ, `stop_answer` is left out of the ranking; otherwise the
 * policy stops. Without a continuation model, stopping competes by its own value.
 *
 * Source: DynaKRAG paper, section 4.
 *
 * @param artifact Checked by `parsePolicyArtifact`.
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { createDynaKrag, learnedPolicy, openIndexFolder, parsePolicyArtifact } from "dynakrag";
 *
 * const artifact = parsePolicyArtifact(JSON.parse(await readFile("my-policy.json", "utf8")));
 * const { retriever } = await openIndexFolder("my-index");
 * const graph = createDynaKrag({ retriever, policy: learnedPolicy(artifact) }).compile();
 * ```
 */
export function learnedPolicy(artifact: PolicyArtifact): Policy {
  const actionValue = compileForest(artifact.actionValue.trees);
  const continuation = artifact.continuation && compileForest(artifact.continuation.trees);
  const { tau } = artifact;
  return {
    name: artifact.name,
    rank: (input) => {
      const { state, valid, settings } = input;
      const ofState = stateFeatures(state, input);
      const values = new Map(
        valid.map((name) => [
          name,
          actionValue.predict(operationFeatures(ofState, state, name, input)),
        ]),
      );
      const worth = continuation?.predict(ofState);
      const gated = worth !== undefined && worth > tau;
      if (worth !== undefined && !gated) {
        const reason = `Going on is worth ${worth.toFixed(2)}, not more than ${tau}.`;
        return { operation: "stop_answer", values, reason };
      }
      const ranked = gated ? valid.filter((name) => name !== "stop_answer") : valid;
      const operation = best(ranked, values, input, settings.costWeight);
      const value = values.get(operation) ?? 0;
      return { operation, values, reason: `Its estimated value of ${value.toFixed(2)} is best.` };
    },
  };
}

/** Ties go to the operation that stands first in A(s), so that decisions repeat. */
function best(
  ranked: readonly ActionName[],
  values: ReadonlyMap<ActionName, number>,
  { costs }: PolicyInput,
  costWeight: number,
): ActionName {
  let chosen: ActionName = "stop_answer";
  let highest = Number.NEGATIVE_INFINITY;
  for (const name of ranked) {
    const score = (values.get(name) ?? 0) - costWeight * (costs.get(name) ?? 0);
    if (score > highest) [chosen, highest] = [name, score];
  }
  return chosen;
}
