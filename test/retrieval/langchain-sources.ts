import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { Document } from "@langchain/core/documents";
import type { Passage } from "../../src/state/evidence.js";
import { HashedEmbeddings } from "../../src/testing/hashed-embeddings.js";
import { passage, THREE } from "./world.js";

/** Pages of two tenants; those of b fit a question about the Orrel better. */
export const TENANTS = [
  passage("a1", "The Orrel is a river of the north.", { tenant: "a" }),
  passage("b1", "The Orrel river, the Orrel river, the Orrel river.", { tenant: "b" }),
  passage("a2", "Ilva sells bread.", { tenant: "a" }),
  passage("b2", "The Orrel river floods.", { tenant: "b" }),
];

/** The passages as LangChain documents. */
export function documents(passages: readonly Passage[]): Document[] {
  return passages.map((one) => new Document({ ...one, metadata: { ...one.metadata } }));
}

export async function memoryStore(passages = THREE): Promise<MemoryVectorStore> {
  return MemoryVectorStore.fromDocuments(documents(passages), new HashedEmbeddings());
}
