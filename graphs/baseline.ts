/** Studio entry for a fixed opponent: `fixed-k`, until the assistant's settings name another. */
import { createFromEnvironment } from "../src/index.js";

let built: ReturnType<typeof createFromEnvironment> | undefined;

// Built once, compiled for every request: see dynakrag.ts.
export const graph = async () =>
  (
    await (built ??= createFromEnvironment({ ...process.env, DYNAKRAG_POLICY: "fixed-k" }))
  ).compile();
