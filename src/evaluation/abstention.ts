/** What became of a question, seen as a choice between answering and abstaining. */
export type AbstentionOutcome = "answered" | "right_abstention" | "wrong_abstention" | "missed";

/** How often a method abstained, and whether it should have. */
export interface AbstentionSummary {
  /** Answerable and answered; whether rightly is what EM and F1 say. */
  answered: number;
  /** Unanswerable, and said so. */
  rightAbstentions: number;
  /** Answerable, but said to be unanswerable. */
  wrongAbstentions: number;
  /** Unanswerable, but answered. */
  missed: number;
  /** Share of the unanswerable questions that were said to be so; undefined without any. */
  rightRate: number | undefined;
  /** Share of the answerable questions that were said to be unanswerable; undefined without any. */
  wrongRate: number | undefined;
}

/**
 * Names what became of one question. Abstaining is to say that the evidence does not hold the
 * answer; a best-effort text that comes with it changes nothing.
 *
 * @param question `answerable` as annotated.
 * @param output `answerable` as the method says.
 * @example
 * ```ts
 * import { abstentionOutcome } from "dynakrag";
 *
 * abstentionOutcome({ answerable: false }, { answerable: false }); // "right_abstention"
 * ```
 */
export function abstentionOutcome(
  question: { readonly answerable: boolean },
  output: { readonly answerable: boolean },
): AbstentionOutcome {
  if (question.answerable) return output.answerable ? "answered" : "wrong_abstention";
  return output.answerable ? "missed" : "right_abstention";
}

/**
 * Counts the outcomes of a run. Abstentions are reported apart from EM and F1, which are averages
 * over the answerable questions.
 *
 * @example
 * ```ts
 * import { summariseAbstentions } from "dynakrag";
 *
 * const summary = summariseAbstentions(["answered", "wrong_abstention", "answered", "answered"]);
 * summary.wrongRate; // 0.25
 * summary.rightRate; // undefined: no unanswerable question was asked
 * ```
 */
export function summariseAbstentions(outcomes: Iterable<AbstentionOutcome>): AbstentionSummary {
  const counts = { answered: 0, right_abstention: 0, wrong_abstention: 0, missed: 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return {
    answered: counts.answered,
    rightAbstentions: counts.right_abstention,
    wrongAbstentions: counts.wrong_abstention,
    missed: counts.missed,
    rightRate: share(counts.right_abstention, counts.missed),
    wrongRate: share(counts.wrong_abstention, counts.answered),
  };
}

function share(part: number, rest: number): number | undefined {
  return part + rest === 0 ? undefined : part / (part + rest);
}
