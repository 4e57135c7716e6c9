import { expect, test } from "vitest";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";

function cosine(one: number[], other: number[]): number {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other));
}

test("the same text gives the same vector, in every instance and whichever method", async () => {
  const [one] = await new HashedEmbeddings().embedDocuments(["The Orrel flows north."]);
  expect(await new HashedEmbeddings().embedQuery("The Orrel flows north.")).toEqual(one);
  expect(one).toHaveLength(256);
});

test("texts that share terms are nearer than texts that share none", async () => {
  const embeddings = new HashedEmbeddings();
  const [query, near, far] = await embeddings.embedDocuments([
    "Which river flows north?",
    "The river Orrel flows north.",
    "Ilva sells bread.",
  ]);
  expect(cosine(query ?? [], near ?? [])).toBeGreaterThan(cosine(query ?? [], far ?? []) + 0.3);
});

test("blank texts are refused, others remembered", async () => {
  const embeddings = new HashedEmbeddings({ dimensions: 8, model: "tiny" });
  await expect(embeddings.embedQuery(" ")).rejects.toThrow("blank");
  await expect(embeddings.embedDocuments(["a", ""])).rejects.toThrow("blank");
  expect(await embeddings.embedQuery("b")).toHaveLength(8);
  expect([embeddings.texts, embeddings.model]).toEqual([["a", "b"], "tiny"]);
});
