import { SETTING_NAMES } from "./settings.js";

/** What a run's context is read for: the settings, and the filter beside them. */
const KNOWN_NAMES = [...SETTING_NAMES, "filter"];

/**
 * The name that a key of a run's context was probably meant to be: the same letters in another
 * case or style (`max_steps`), one slip of the pen (`maxSetps`), or two in a name of ten letters
 * or more. Undefined for a name of ours, and for what looks like none: a host graph's own keys.
 *
 * A name of four letters has too many words around it for slips to be told from words.
 */
export function settingMeantBy(key: string): string | undefined {
  if (KNOWN_NAMES.includes(key)) return undefined;
  const written = lettersOf(key);
  return KNOWN_NAMES.find((name) => editDistance(lettersOf(name), written) <= slipsAllowed(name));
}

function lettersOf(name: string): string {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}

function slipsAllowed({ length }: string): number {
  if (length >= 10) return 2;
  return length > 4 ? 1 : 0;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (cells: readonly number[], index: number): number => cells[index] ?? Infinity;
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swaps = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = swaps ? at(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? Infinity;
}
