import { createRequire } from "node:module";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests that search a graph of hnswlib-node, which is optional and compiled where it is installed. */
const NEEDS_HNSWLIB = [
  "test/retrieval/hnsw/graph-file.test.ts",
  "test/retrieval/hnsw/hnsw-adding.test.ts",
  "test/retrieval/hnsw/hnsw-store.test.ts",
  "test/retrieval/hnsw/missing-package.test.ts",
  "test/retrieval/hnsw/store-folder.test.ts",
  "test/retrieval/vector-store-filters.test.ts",
  "test/retrieval/vector-store-retriever.test.ts",
];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...leftOut()],
    testTimeout: 30_000,
    // Two cores: more workers only make the slow tests slower.
    maxWorkers: 2,
  },
});

function leftOut(): string[] {
  try {
    createRequire(import.meta.url)("hnswlib-node");
    return [];
  } catch {
    console.warn(`hnswlib-node was not built here: ${NEEDS_HNSWLIB.length} test files left out.`);
    return NEEDS_HNSWLIB;
  }
}
