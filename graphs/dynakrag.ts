/**
 * Studio entry: models, index and policy from the environment.
 *
 * DYNAKRAG_INDEX: an index folder made by `dynakrag index` (default: the sample world).
 * DYNAKRAG_POLICY: a policy by name (default: the package's own default).
 * OPENAI_API_KEY and so on: see `dynakrag help`; without a key the embedded generator answers.
 */
import { createFromEnvironment } from "../src/index.js";

let built: ReturnType<typeof createFromEnvironment> | undefined;

// The server calls this for every request and sets its own saver on what it gets: the index and the
// models are opened once, the graph is compiled anew.
export const graph = async () => (await (built ??= createFromEnvironment(process.env))).compile();
