import { groupBySupport } from "./groups.js";
import type { GroupedQuestion } from "./groups.js";

/** Fold of each question, by data set and question id. Ids only, so that it may be published. */
export type FoldTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Cross-validation everywhere in this package uses this many folds. */
export const FOLD_COUNT = 5;

/**
 * Deals the groups of one data set into folds of about the same number of questions: the largest
 * group first, each into the fold that is smallest so far. The same input gives the same folds.
 *
 * @param foldCount 2 or more (default 5).
 * @throws RangeError where `foldCount` is no whole number from 2 on.
 * @example
 * ```ts
 * import { assignFolds } from "dynakrag";
 *
 * const folds = assignFolds(
 *   [
 *     { id: "a", supporting: ["1"] },
 *     { id: "b", supporting: ["2"] },
 *     { id: "c", supporting: ["1"] },
 *   ],
 *   2,
 * );
 * folds.get("a") === folds.get("c"); // true: they share a passage
 * ```
 */
export function assignFolds(
  questions: readonly GroupedQuestion[],
  foldCount = FOLD_COUNT,
): Map<string, number> {
  if (!Number.isInteger(foldCount) || foldCount < 2) {
    throw new RangeError("The number of folds must be a whole number from 2 on.");
  }
  const groups = groupBySupport(questions).toSorted(
    (one, other) => other.length - one.length || compareIds(one[0], other[0]),
  );
  const sizes = Array.from({ length: foldCount }, () => 0);
  const folds = new Map<string, number>();
  for (const group of groups) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    sizes[smallest] = (sizes[smallest] ?? 0) + group.length;
    for (const id of group) folds.set(id, smallest);
  }
  return folds;
}

/** By code units, so that no locale changes a frozen file. */
function compareIds(one = "", other = ""): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * The frozen file `policies/folds.json`: data sets and ids in order, one id a line. A record is
 * written by hand because a question may be called `__proto__`.
 */
export function renderFolds(foldsOf: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const sets = [...foldsOf].toSorted(([one], [other]) => compareIds(one, other));
  const blocks = sets.map(([dataset, folds]) => {
    const lines = [...folds]
      .toSorted(([one], [other]) => compareIds(one, other))
      .map(([id, fold]) => `    ${JSON.stringify(id)}: ${fold}`);
    return `  ${JSON.stringify(dataset)}: {\n${lines.join(",\n")}\n  }`;
  });
  return `{\n${blocks.join(",\n")}\n}\n`;
}

/** Reads what {@link renderFolds} wrote, into maps: any id is a safe key there. */
export function parseFolds(text: string): Map<string, Map<string, number>> {
  const table: FoldTable = JSON.parse(text);
  return new Map(
    Object.entries(table).map(([dataset, folds]) => [dataset, new Map(Object.entries(folds))]),
  );
}
