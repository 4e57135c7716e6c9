import type { Settings } from "../state/settings.js";

const SHORTEST_USUAL_MS = 1000;

let hasWarned = false;

/**
 * Warns, once a process, of a time under a second: whoever writes 20 may mean seconds. The warning
 * has the code `DYNAKRAG_SHORT_TIME`.
 */
export function warnOfShortTime({ deadlineMs }: Pick<Settings, "deadlineMs">): void {
  if (hasWarned || deadlineMs === null || deadlineMs >= SHORTEST_USUAL_MS) return;
  hasWarned = true;
  process.emitWarning(`deadlineMs is ${deadlineMs}: milliseconds, not seconds.`, {
    type: "DynaKragWarning",
    code: "DYNAKRAG_SHORT_TIME",
    detail: "Times of dynakrag are in milliseconds: 20 seconds are 20000.",
  });
}
