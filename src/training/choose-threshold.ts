/** A state of the loop with the judge's probability that it is sufficient. */
export interface GatedState {
  probability: number;
  /** Passages in the evidence. */
  passages: number;
  recall: number;
  f1: number;
}

/** What a gate brings on average. */
export interface GateFigures {
  threshold: number;
  passages: number;
  recall: number;
  f1: number;
}

/**
 * What the rule reaches with a gate: each walk ends at its first state from `threshold` on, or after
 * `gaps` follow-up acquisitions.
 *
 * @param walks for each question its states in the order of the loop, the first retrieval first.
 */
export function gateFigures(
  walks: readonly (readonly GatedState[])[],
  threshold: number,
  gaps: number,
): GateFigures {
  const ends = walks.flatMap((states) => {
    const allowed = states.slice(0, gaps + 1);
    return allowed.find(({ probability }) => probability >= threshold) ?? allowed.at(-1) ?? [];
  });
  const mean = (of: (state: GatedState) => number): number =>
    ends.reduce((sum, state) => sum + of(state), 0) / Math.max(1, ends.length);
  return {
    threshold,
    passages: mean(({ passages }) => passages),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  };
}

/** Follow-ups of the members of the rule family that ask the judge. */
const FAMILY = [1, 2, 3] as const;

/**
 * The threshold with the best mean answer F1 over the rule family, from .05 to .95 in steps of .05;
 * of equal ones the lowest, which reads least.
 */
export function chooseThreshold(walks: readonly (readonly GatedState[])[]): number {
  const thresholds = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);
  const worth = thresholds.map((threshold) =>
    FAMILY.reduce((sum, gaps) => sum + gateFigures(walks, threshold, gaps).f1, 0),
  );
  return thresholds[worth.indexOf(Math.max(...worth))] ?? 0.5;
}
