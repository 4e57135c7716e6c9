import type { Policy } from "../policy/policy.js";
import { gatedPolicy } from "./gate.js";
import { CHECK_OPTION, printedName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";
import { appendBest, rankPreviewed } from "./previewed-lists.js";

/**
 * Each step appends the best passages of the reciprocal rank fusion of all previewed lists: looking
 * ahead without choosing. A passage scores the sum of 1 / (c + place) over the lists, places counted
 * from 1 among the unseen hits.
 *
 * Source: Cormack, Clarke and Buettcher, SIGIR 2009 (c = 60 there).
 *
 * @param c Damps the weight of the first places, 0 to 1000.
 * @param check The shared gate: a check after each acquisition, and "sufficient" stops.
 */
export function fusePreviewPolicy(c: number, check: boolean): Policy {
  const name = printedName("fuse-preview", { c, check: check ? 1 : 0 });
  const worth = (_hit: unknown, at: number): number => 1 / (c + at + 1);
  const sum = (one: number, other: number): number => one + other;
  return gatedPolicy(
    name,
    check,
    (input) => appendBest(input, rankPreviewed(input.preview, worth, sum)),
    true,
  );
}

/**
 * `fuse-preview:c=60,check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY`
 */
export function fusePreviewFrom(name: MethodName): Policy {
  const { c, check } = withBounds(name, { c: { min: 0, max: 1000, default: 60 }, ...CHECK_OPTION });
  return fusePreviewPolicy(c, check === 1);
}
