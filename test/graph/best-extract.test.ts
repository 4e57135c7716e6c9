import { expect, test } from "vitest";
import { bestExtract } from "../../src/graph/best-extract.js";
import { ADA, CORLE, IRON_BRIDGE, passage } from "../fixtures/bridge-world.js";

const NONE = { answer: "", answerable: false, citedIds: [] };

function extract(question: string, ...evidence: ReturnType<typeof passage>[]) {
  return bestExtract({ question, evidence }, "english");
}

test("the sentence with most of the question's terms, wherever it stands", () => {
  // "opened", "iron" and "bridge" are there, the last two by the title as well.
  expect(extract("When was the Iron Bridge opened?", CORLE, ADA, IRON_BRIDGE)).toEqual({
    answer: "It was opened in 1742.",
    answerable: false,
    citedIds: ["iron"],
  });
});

test("of several the earliest; where nothing matches the first sentence there is", () => {
  const again = passage("again", "Ada Orrin", "She built the Iron Bridge.");
  expect(extract("Who built the Iron Bridge?", ADA, again).citedIds).toEqual(["ada"]);
  expect(extract("Xyzzy?", CORLE).answer).toBe("Corle Market sells wool on Fridays.");
});

test("without evidence, or of blank pages, there is none", () => {
  expect(extract("Who?")).toEqual(NONE);
  expect(extract("Who?", passage("blank", "Blank", " \n "))).toEqual(NONE);
});
