import type { Policy, PolicyChoice, PolicyInput } from "../policy/policy.js";
import { retrievalsTaken } from "../state/history.js";
import { askedWith } from "./asked-with.js";
import { firstPossible, gate, isUnchecked } from "./gate.js";
import { printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";

/** Slots of a gap that join the question in a query. */
const MOST_SLOTS = 3;

/**
 * Judges question and evidence; where the verdict is "insufficient", asks the question together with
 * up to three slots of the gap. A verdict that could not be read counts as insufficient without a
 * gap, and then, as where the slots bring no new query, the question itself is read on.
 *
 * Source: S2G-RAG, as the DynaKRAG paper compares with it; the control loop only.
 *
 * @param turns Retrievals, 1 to 10; each but the last is judged.
 */
export function s2gPolicy(turns: number): Policy {
  return { name: printedName("s2g", { turns }), rank: (input) => nextTurn(input, turns) };
}

/**
 * `s2g:turns=4`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function s2gFrom(name: MethodName): Policy {
  return s2gPolicy(withBounds(name, { turns: { min: 1, max: 10, default: 4 } }).turns);
}

function nextTurn(input: PolicyInput, turns: number): PolicyChoice {
  if (retrievalsTaken(input.state) >= turns) {
    return { operation: "stop_answer", reason: `All ${turns} turns are taken.` };
  }
  return (
    gate(input, true) ??
    firstPossible(input.valid, [
      slotQuery(input),
      { operation: "retrieve_more", reason: "The question itself is read on." },
    ])
  );
}

function slotQuery(input: PolicyInput): PolicyChoice | false {
  const { gap, verdict } = input.state;
  const isJudged = verdict?.verdict === "insufficient" && !isUnchecked(input.state);
  const slots = isJudged ? (gap?.slots.slice(0, MOST_SLOTS) ?? []) : [];
  const query = slots.length > 0 ? askedWith(input, slots) : undefined;
  return (
    query !== undefined && {
      operation: "gap_query",
      args: { query },
      reason: "The question is asked together with what is missing.",
    }
  );
}
