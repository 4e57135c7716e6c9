import { samplePassages } from "./datasets/sample-world.js";
import { variable } from "./environment.js";
import type { Environment } from "./environment.js";
import { createDynaKrag } from "./graph/create-dynakrag.js";
import { generatorFromEnvironment } from "./generator/model-from-environment.js";
import { openIndexFolder } from "./retrieval/index-folder/open-index-folder.js";
import { buildLexicalIndex } from "./retrieval/lexical/build-lexical-index.js";

/**
 * The graph that the environment describes: `DYNAKRAG_INDEX` names an index folder (without it the
 * sample world is asked), `DYNAKRAG_POLICY` a policy, `OPENAI_API_KEY` selects ChatOpenAI (without
 * it the embedded generator answers).
 *
 * @throws DynaKragError where the index or the policy cannot be used.
 * @example
 * ```ts
 * import { createFromEnvironment } from "dynakrag";
 *
 * export const graph = async () => (await createFromEnvironment(process.env)).compile();
 * ```
 */
export async function createFromEnvironment(env: Environment) {
  const index = variable(env, "DYNAKRAG_INDEX");
  const policy = variable(env, "DYNAKRAG_POLICY");
  const generator = await generatorFromEnvironment(env);
  const retriever =
    index === undefined
      ? await buildLexicalIndex(await samplePassages())
      : (await openIndexFolder(index)).retriever;
  return createDynaKrag({
    retriever,
    ...(generator ? { generator } : {}),
    ...(policy ? { policy } : {}),
  });
}
