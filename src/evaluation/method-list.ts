/**
 * Splits `rule:gaps=2,check=1,fixed-k:k=6,uniform`: options are separated by commas as methods are,
 * and only an option has an equals sign before any colon.
 *
 * @example
 * ```ts
 * import { splitMethods } from "dynakrag";
 *
 * splitMethods("rule:gaps=2,check=1,uniform"); // ["rule:gaps=2,check=1", "uniform"]
 * ```
 */
export function splitMethods(text: string): string[] {
  const methods: string[] = [];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part === "") continue;
    const last = methods.at(-1);
    const isOption = last !== undefined && last.includes(":") && /^[^:=]+=/u.test(part);
    if (isOption) methods[methods.length - 1] = `${last},${part}`;
    else methods.push(part);
  }
  return methods;
}
