import { DynaKragError } from "../errors.js";

/** A method name with its options, such as `rule:gaps=2,check=1`. */
export interface MethodName {
  method: string;
  /** Each option as it is written: a number, or small words joined by hyphens. */
  options: ReadonlyMap<string, string>;
}

/** The options of a method that are numbers: name → bounds and default. */
export type OptionBounds = Readonly<
  Record<string, { min: number; max: number; default: number; decimal?: boolean }>
>;

/** The gate of a hand-written method: on unless it says 0. */
export const CHECK_OPTION = { check: { min: 0, max: 1, default: 1 } } as const;

/** Digits after the point that an option may have: a name that is printed can be read again. */
const DECIMALS = 4;
const OPTION = /^\s*([a-zA-Z]+)\s*=\s*(-?\d*\.?\d+|[a-z]+(?:-[a-z]+)*)\s*$/u;

/**
 * Reads `rule:gaps=2,check=1` or `static-plan:plan=more-gap,check=0`.
 *
 * @throws DynaKragError `INVALID_POLICY` where an option is no `name=value`.
 */
export function parseMethodName(text: string): MethodName {
  const [method = "", rest] = text.trim().split(/:(.*)/su, 2);
  const options = new Map<string, string>();
  for (const part of rest === undefined ? [] : rest.split(",")) {
    const [, name, value] = OPTION.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw invalidMethod(`An option of the policy "${method}" is not written as name=value.`);
    }
    options.set(name, value);
  }
  return { method, options };
}

/**
 * Applies defaults and bounds to the options that are numbers.
 *
 * @param texts the options that are words; see {@link textOption}.
 * @throws DynaKragError `INVALID_POLICY` for an unknown option or a value out of bounds.
 */
export function withBounds<B extends OptionBounds>(
  { method, options }: MethodName,
  bounds: B,
  texts: readonly string[] = [],
): Record<keyof B, number> {
  const known = [...texts, ...Object.keys(bounds)];
  for (const name of options.keys()) {
    if (!known.includes(name)) {
      const list = known.length === 0 ? "none" : known.join(", ");
      throw invalidMethod(`The policy "${method}" has no option "${name}"; its options: ${list}.`);
    }
  }
  const entries = Object.entries(bounds).map(([name, { min, max, decimal, default: preset }]) => {
    const given = Number(options.get(name) ?? preset);
    const value = decimal === true ? Number(given.toFixed(DECIMALS)) : given;
    const isKind = decimal === true ? Number.isFinite(value) : Number.isInteger(value);
    if (!isKind || value < min || value > max) {
      const kind = decimal === true ? "a number" : "a whole number";
      throw invalidMethod(`Option "${name}" of "${method}" must be ${kind}, ${min} to ${max}.`);
    }
    return [name, value] as const;
  });
  return Object.fromEntries(entries) as Record<keyof B, number>;
}

/** An option of words, or its default. */
export function textOption({ options }: MethodName, name: string, preset: string): string {
  return options.get(name) ?? preset;
}

/** The name that makes the same method again, all of its options written out. */
export function printedName(
  method: string,
  options: Readonly<Record<string, string | number>>,
): string {
  const parts = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? method : `${method}:${parts.join(",")}`;
}

/** A method name that is refused. */
export function invalidMethod(message: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_POLICY",
    message,
    remedy: "Write it like rule:gaps=2,check=1.",
  });
}
