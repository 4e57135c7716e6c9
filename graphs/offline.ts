/** Studio entry without keys: embedded generator, sample world, whatever the environment says. */
import { createFromEnvironment } from "../src/index.js";

export const graph = async () => (await createFromEnvironment({})).compile();
