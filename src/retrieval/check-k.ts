import { DynaKragError } from "../errors.js";

/**
 * Checks how many hits are asked for.
 *
 * @throws DynaKragError `INVALID_SETTINGS` when k is no whole number from 0 on.
 */
export function checkK(k: number): void {
  if (Number.isInteger(k) && k >= 0) return;
  throw new DynaKragError({
    code: "INVALID_SETTINGS",
    message: "The number of hits is no whole number from 0 on.",
    remedy: "Give k as a whole number, such as 10.",
  });
}
