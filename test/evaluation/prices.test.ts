import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import { KNOWN_PRICES, priceOf, readPrices, totalPrice } from "../../src/evaluation/prices.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dynakrag-prices-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function read(content: string) {
  const path = join(folder, "prices.json");
  await writeFile(path, content);
  return readPrices(path);
}

const usage = { inputTokens: 2_000_000, outputTokens: 500_000 };

describe("prices", () => {
  it("are those of the user's file, per million tokens", async () => {
    const prices = await read('{"m": {"inputPerMillion": 0.15, "outputPerMillion": 0.6}}');
    // 2 × 0.15 + 0.5 × 0.6
    expect(priceOf(usage, "m", prices)).toBeCloseTo(0.6, 12);
    expect(priceOf({ inputTokens: 0, outputTokens: 0 }, "m", prices)).toBe(0);
  });

  it("EV-6: are unknown for an unknown model, never 0", async () => {
    const prices = await read("{}");
    for (const model of ["gpt-x", "", "toString", "__proto__", "EMBEDDED"]) {
      expect(priceOf(usage, model, prices)).toBeUndefined();
    }
  });

  it("know that the embedded generator is free, unless the file says otherwise", async () => {
    expect(priceOf(usage, "embedded", KNOWN_PRICES)).toBe(0);
    const changed = '\uFEFF{"embedded": {"inputPerMillion": 1, "outputPerMillion": 0}}';
    expect(priceOf(usage, "embedded", await read(changed))).toBe(2);
    expect(priceOf(usage, "embedded", KNOWN_PRICES)).toBe(0);
  });

  it("EV-6: have no total as soon as one is unknown", () => {
    expect(totalPrice([0.5, 0.25])).toBe(0.75);
    expect(totalPrice([0.5, undefined, 0.25])).toBeUndefined();
    expect(totalPrice([])).toBe(0);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["a price below 0", '{"m": {"inputPerMillion": -1, "outputPerMillion": 1}}'],
    ["a price as text", '{"m": {"inputPerMillion": "1", "outputPerMillion": 1}}'],
    ["half a price", '{"m": {"inputPerMillion": 1}}'],
    ["a field it does not know", '{"m": {"inputPerMillion": 1, "outputPerMillion": 1, "x": 1}}'],
    ["an infinite price", '{"m": {"inputPerMillion": 1e999, "outputPerMillion": 1}}'],
  ])("refuse a file with %s", async (_what, content) => {
    const error: unknown = await read(content).catch((reason: unknown) => reason);
    expect(DynaKragError.isInstance(error) && error.code).toBe("INVALID_INPUT");
  });

  it("say which file is missing", async () => {
    const error: unknown = await readPrices(join(folder, "absent.json")).catch((e: unknown) => e);
    if (!DynaKragError.isInstance(error)) throw new Error("expected a DynaKragError");
    expect(error.code).toBe("FILE_NOT_FOUND");
    expect(error.message).toContain("absent.json");
  });

  it("SE-2: a __proto__ entry is a model like any other", async () => {
    const prices = await read('{"__proto__": {"inputPerMillion": 1, "outputPerMillion": 1}}');
    expect(priceOf(usage, "__proto__", prices)).toBe(2.5);
    expect("inputPerMillion" in {}).toBe(false);
  });
});
