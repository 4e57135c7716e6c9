import type { Policy } from "../policy/policy.js";

/**
 * Retrieves `k` passages for the question and answers: single-shot RAG, in as many acquisitions as
 * the passages need.
 *
 * @param k Passages, 1 to 12.
 */
export function fixedKPolicy(k: number): Policy {
  return {
    name: `fixed-k:k=${k}`,
    rank: ({ state, valid, settings }) => {
      const wanted = k - state.evidence.length;
      if (wanted <= 0 || !valid.includes("retrieve_more")) {
        return { operation: "stop_answer", reason: `${state.evidence.length} passages are there.` };
      }
      const passages = Math.min(wanted, settings.passagesPerRetrieval);
      return {
        operation: "retrieve_more",
        args: { passages },
        reason: `${wanted} of ${k} passages are still to come.`,
      };
    },
  };
}
