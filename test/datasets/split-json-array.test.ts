import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitJsonArray } from "../../src/datasets/split-json-array.js";
import { DynaKragError } from "../../src/errors.js";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function split(text: string, size = 1_000): Promise<string[]> {
  const elements: string[] = [];
  for await (const element of splitJsonArray(inPieces(text, size))) elements.push(element);
  return elements;
}

describe("splitJsonArray", () => {
  it.each([
    ["[]", []],
    [" [ \n ] ", []],
    ["[1,2]", ["1", "2"]],
    ['[{"a":[1,{"b":2}]},[3,4]]', ['{"a":[1,{"b":2}]}', "[3,4]"]],
    [String.raw`["a,b","]","\"","\\"]`, ['"a,b"', '"]"', String.raw`"\""`, String.raw`"\\"`]],
    ["[1,]", ["1", ""]],
  ])("cuts %s", async (text, elements) => {
    expect(await split(text)).toEqual(elements);
  });

  it("gives the elements of any array, indented or not, in pieces of any length", async () => {
    const arrays = fc.array(fc.jsonValue(), { maxLength: 5 });
    const sizes = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(arrays, fc.constantFrom(0, 2), sizes, async (values, indent, size) => {
        const text = JSON.stringify(values, null, indent);
        const parsed = (await split(text, size)).map((each): unknown => JSON.parse(each));
        expect(parsed).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it.each(["", "[", "[1", '[{"a":1}', '["]', "[1] 2", "[1][2]", "1", "{}", "[1}", "]", "null"])(
    "refuses %j",
    async (text) => {
      await expect(split(text)).rejects.toThrow(DynaKragError);
    },
  );

  it("refuses whatever a whole array is cut off to", async () => {
    const text = '[{"a": "b]"}, [1, "c"], "d"]';
    for (let length = 0; length < text.length; length++) {
      await expect(split(text.slice(0, length))).rejects.toThrow(DynaKragError);
    }
  });
});
