import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { DynaKragError } from "../errors.js";

/** The price of a model's tokens, in one currency throughout, such as US dollars. */
export interface TokenPrice {
  /** Per million prompt tokens. */
  inputPerMillion: number;
  /** Per million completion tokens. */
  outputPerMillion: number;
}

/** Prices by the name of the model or generator. */
export type PriceTable = ReadonlyMap<string, TokenPrice>;

const price = z.number().min(0);
const tokenPriceSchema = z.strictObject({ inputPerMillion: price, outputPerMillion: price });

/**
 * The prices known without a file: the embedded generator alone, which calls no paid model. Providers
 * change their prices, so none of theirs is shipped.
 */
export const KNOWN_PRICES: PriceTable = new Map([
  ["embedded", { inputPerMillion: 0, outputPerMillion: 0 }],
]);

/**
 * Reads a price file: one JSON object, model names to prices. What it says goes before
 * {@link KNOWN_PRICES}, which fills in the rest.
 *
 * @param path For instance a file with
 * `{"my-model": {"inputPerMillion": 0.15, "outputPerMillion": 0.6}}`.
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` naming the number of the bad entry.
 * @example
 * ```ts
 * import { priceOf, readPrices } from "dynakrag";
 *
 * const prices = await readPrices("prices.json");
 * priceOf({ inputTokens: 1000, outputTokens: 50 }, "my-model", prices); // 0.00018
 * ```
 */
export async function readPrices(path: string): Promise<PriceTable> {
  const file = basename(path);
  const entries = objectEntries(await readText(path, file), file);
  const table = new Map(KNOWN_PRICES);
  for (const [index, [model, value]] of entries.entries()) {
    const parsed = tokenPriceSchema.safeParse(value);
    if (!parsed.success) throw badFile(file, `entry ${index + 1} is no price`);
    table.set(model, parsed.data);
  }
  return table;
}

/**
 * What tokens cost.
 *
 * @param usage Tokens of any number of calls to the one model.
 * @param model As the table names it.
 * @returns undefined for a model that is not in the table: its price is unknown, not 0.
 * @example
 * ```ts
 * import { KNOWN_PRICES, priceOf } from "dynakrag";
 *
 * priceOf({ inputTokens: 900, outputTokens: 9 }, "embedded", KNOWN_PRICES); // 0
 * priceOf({ inputTokens: 900, outputTokens: 9 }, "some-model", KNOWN_PRICES); // undefined
 * ```
 */
export function priceOf(
  usage: { readonly inputTokens: number; readonly outputTokens: number },
  model: string,
  prices: PriceTable,
): number | undefined {
  const known = prices.get(model);
  if (!known) return undefined;
  const { inputPerMillion, outputPerMillion } = known;
  const parts = usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion;
  return parts / 1_000_000;
}

/**
 * The sum of prices; undefined as soon as one of them is unknown, because a sum of the others would
 * look like the whole bill.
 *
 * @example
 * ```ts
 * import { totalPrice } from "dynakrag";
 *
 * totalPrice([0.01, 0.02]); // 0.03
 * totalPrice([0.01, undefined]); // undefined
 * ```
 */
export function totalPrice(prices: Iterable<number | undefined>): number | undefined {
  let total = 0;
  for (const one of prices) {
    if (one === undefined) return undefined;
    total += one;
  }
  return total;
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: `The price file ${file} cannot be read.`,
      remedy: "Name a file that exists and that you may read.",
      cause,
    });
  }
}

/** Own entries only, also one called `__proto__`. */
function objectEntries(text: string, file: string): [string, unknown][] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw badFile(file, "it is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badFile(file, "it is no JSON object");
  }
  return Object.entries(value);
}

function badFile(file: string, problem: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `The price file ${file} cannot be used: ${problem}.`,
    remedy: 'Write {"model": {"inputPerMillion": 0.15, "outputPerMillion": 0.6}}, 0 or more each.',
    details: { file },
  });
}
