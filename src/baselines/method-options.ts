import { DynaKragError } from "../errors.js";

/** A method name with its options, such as `rule:gaps=2,check=1`. */
export interface MethodName {
  method: string;
  options: ReadonlyMap<string, number>;
}

/** The options of a method: name → bounds and default. */
export type OptionBounds = Readonly<Record<string, { min: number; max: number; default: number }>>;

/**
 * Reads `rule:gaps=2,check=1`.
 *
 * @throws DynaKragError `INVALID_POLICY` where an option is no `name=number`.
 */
export function parseMethodName(text: string): MethodName {
  const [method = "", rest] = text.trim().split(/:(.*)/su, 2);
  const options = new Map<string, number>();
  for (const part of rest === undefined ? [] : rest.split(",")) {
    const [, name, value] = /^\s*([a-zA-Z]+)\s*=\s*(-?\d*\.?\d+)\s*$/u.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw invalid(`An option of the policy "${method}" is not written as name=number.`);
    }
    options.set(name, Number(value));
  }
  return { method, options };
}

/**
 * Applies defaults and bounds.
 *
 * @throws DynaKragError `INVALID_POLICY` for an unknown option or a value out of bounds.
 */
export function withBounds<B extends OptionBounds>(
  { method, options }: MethodName,
  bounds: B,
): Record<keyof B, number> {
  const known = Object.keys(bounds);
  for (const name of options.keys()) {
    if (!known.includes(name)) {
      const list = known.length === 0 ? "none" : known.join(", ");
      throw invalid(`The policy "${method}" has no option "${name}"; its options: ${list}.`);
    }
  }
  const entries = Object.entries(bounds).map(([name, { min, max, default: preset }]) => {
    const value = options.get(name) ?? preset;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw invalid(`Option "${name}" of "${method}" must be a whole number, ${min} to ${max}.`);
    }
    return [name, value] as const;
  });
  return Object.fromEntries(entries) as Record<keyof B, number>;
}

function invalid(message: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_POLICY",
    message,
    remedy: "Write it like rule:gaps=2,check=1.",
  });
}
