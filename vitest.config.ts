import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    // Two cores: more workers only make the slow tests slower.
    maxWorkers: 2,
  },
});
