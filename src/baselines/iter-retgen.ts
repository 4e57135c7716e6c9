import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";
import { retrievalsTaken } from "../state/history.js";
import { answerCheck, currentDraft } from "./answer-check.js";
import { askedWith } from "./asked-with.js";
import { firstPossible } from "./gate.js";
import { printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";

/**
 * Retrieval and generation in turns: each search asks the question together with the last output.
 * Where an output brings no new query the next searches would find the same, so it ends. Where there
 * is no output the question alone is read on.
 *
 * Source: ITER-RETGEN, Shao et al., Findings of EMNLP 2023; the control loop only.
 *
 * @param iterations Retrievals, 1 to 10; the answer follows the last.
 */
export function iterRetgenPolicy(iterations: number): Policy {
  return {
    name: printedName("iter-retgen", { iterations }),
    rank: (input) => nextTurn(input, iterations),
  };
}

/**
 * `iter-retgen:iterations=3`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function iterRetgenFrom(name: MethodName): Policy {
  return iterRetgenPolicy(
    withBounds(name, { iterations: { min: 1, max: 10, default: 3 } }).iterations,
  );
}

function nextTurn(input: PolicyInput, iterations: number): PolicyChoice {
  const { state, valid } = input;
  if (retrievalsTaken(state) >= iterations) {
    return { operation: "stop_answer", reason: `All ${iterations} retrievals are made.` };
  }
  const draft = currentDraft(state);
  if (!draft) {
    const more = {
      operation: "retrieve_more",
      reason: "There is no output to search with.",
    } as const;
    return firstPossible(valid, [answerCheck(state), more]);
  }
  const query = askedWith(input, [draft.text]);
  const search: PolicyChoice | false = query !== undefined && {
    operation: "rewrite_query",
    args: { query },
    reason: "The question is asked together with the last output.",
  };
  return firstPossible(valid, [search]);
}
