import { expect, test } from "vitest";
import { hybridRetriever } from "../../src/retrieval/hybrid.js";
import { buildLexicalIndex } from "../../src/retrieval/lexical/build-lexical-index.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { ADA, VELM } from "../fixtures/bridge-world.js";

test("a term weighs its idf: ln(1 + (N − n + 0.5) / (n + 0.5)), and nothing where no page has it", async () => {
  const index = await buildLexicalIndex([ADA, VELM]);
  // One page of two holds it: ln(1 + 1.5 / 1.5).
  expect(index.termWeight("river")).toBeCloseTo(Math.log(2));
  expect(index.termWeight("zebra")).toBe(0);
});

test("a fusion weighs terms by the first of its retrievers that can", async () => {
  const index = await buildLexicalIndex([ADA, VELM]);
  const plain = inMemoryRetriever([ADA]);
  const fused = hybridRetriever([plain, index]);
  expect(fused.termWeight?.("river")).toBeCloseTo(Math.log(2));
  expect(hybridRetriever([plain]).termWeight).toBeUndefined();
});
