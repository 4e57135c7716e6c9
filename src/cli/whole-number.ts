import { DynaKragError } from "../errors.js";

/**
 * Reads a number given on the command line; undefined stays undefined.
 *
 * @throws DynaKragError `INVALID_INPUT` naming the option.
 */
export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `${option} is no whole number.`,
    remedy: `Write it like ${option} 4.`,
  });
}
