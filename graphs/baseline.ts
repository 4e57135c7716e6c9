/** Studio entry for a fixed opponent: `fixed-k`, until the assistant's settings name another. */
import { createFromEnvironment } from "../src/index.js";

export const graph = async () =>
  (await createFromEnvironment({ ...process.env, DYNAKRAG_POLICY: "fixed-k" })).compile();
