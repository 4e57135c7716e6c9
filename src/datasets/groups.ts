/** What is needed of a question to find its group. */
export interface GroupedQuestion {
  id: string;
  /** Ids of the gold passages. */
  supporting: readonly string[];
}

/**
 * For each question the number of its group: questions that share a supporting passage, directly or
 * through other questions, have the same. It is the cluster of the bootstrap and of the folds.
 * Question ids are not looked at, so that questions of several data sets can be pooled.
 *
 * @returns One number per question, 0 for the group of the first question, counted up in order.
 * @example
 * ```ts
 * import { supportGroups } from "dynakrag";
 *
 * supportGroups([
 *   { id: "a", supporting: ["1", "2"] },
 *   { id: "b", supporting: ["3"] },
 *   { id: "c", supporting: ["2", "4"] },
 * ]); // [0, 1, 0]
 * ```
 */
export function supportGroups(questions: readonly GroupedQuestion[]): number[] {
  const parent = questions.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[index] = root;
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, { supporting }] of questions.entries()) {
    for (const passage of supporting) {
      const other = firstWith.get(passage);
      if (other === undefined) firstWith.set(passage, index);
      else join(parent, rootOf(other), rootOf(index));
    }
  }
  const numbers = new Map<number, number>();
  return questions.map((_, index) => {
    const root = rootOf(index);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
}

/** The earlier question stays the root, so that the result does not depend on the path. */
function join(parent: number[], one: number, other: number): void {
  parent[Math.max(one, other)] = Math.min(one, other);
}

/**
 * Groups of questions that share a supporting passage, directly or through other questions. A split
 * along groups never trains on a passage that supports a question it is tested on.
 *
 * @returns ids in the order of the questions; groups in the order of their first question.
 * @example
 * ```ts
 * import { groupBySupport } from "dynakrag";
 *
 * groupBySupport([
 *   { id: "a", supporting: ["1", "2"] },
 *   { id: "b", supporting: ["3"] },
 *   { id: "c", supporting: ["2", "4"] },
 * ]); // [["a", "c"], ["b"]]
 * ```
 */
export function groupBySupport(questions: readonly GroupedQuestion[]): string[][] {
  const groups: string[][] = [];
  for (const [index, group] of supportGroups(questions).entries()) {
    const id = questions[index]?.id ?? "";
    const ids = groups[group];
    if (ids) ids.push(id);
    else groups.push([id]);
  }
  return groups;
}
