/** Studio entry without keys: embedded generator, sample world, whatever the environment says. */
import { createFromEnvironment } from "../src/index.js";

let built: ReturnType<typeof createFromEnvironment> | undefined;

// Built once, compiled for every request: see dynakrag.ts.
export const graph = async () => (await (built ??= createFromEnvironment({}))).compile();
