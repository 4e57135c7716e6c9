import { join } from "node:path";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { temporaryFolder } from "../world.js";

/** A model that costs nothing, under the name hashed:v1. */
export function hashed(dimensions = 64) {
  return {
    spec: "hashed:v1",
    instance: new HashedEmbeddings({ dimensions }),
    searchCost: "free" as const,
  };
}

/** Where an index may be written. */
export async function newPath(): Promise<string> {
  return join(await temporaryFolder(), "index");
}
