import type { Policy } from "../policy/policy.js";
import { answerCheck } from "./answer-check.js";
import { firstPossible, isUnchecked } from "./gate.js";
import { withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";

/**
 * Retrieves and answers, then goes on with the next page of the question's ranking until two
 * successive answers agree: stopping by the answers instead of a judge. No answer agrees with none.
 */
export function stableAnswerPolicy(): Policy {
  return {
    name: "stable-answer",
    rank: ({ state, valid }) => {
      if (state.verdict?.verdict === "sufficient" && !isUnchecked(state)) {
        return { operation: "stop_answer", reason: "Two successive answers agree." };
      }
      const more = { operation: "retrieve_more", reason: "The answer is not stable yet." } as const;
      return firstPossible(valid, [answerCheck(state), more]);
    },
  };
}

/**
 * `stable-answer`; it has no options.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function stableAnswerFrom(name: MethodName): Policy {
  withBounds(name, {});
  return stableAnswerPolicy();
}
