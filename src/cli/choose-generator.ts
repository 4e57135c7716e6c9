import type { Environment } from "../environment.js";
import type { Generator } from "../generator/generator.js";

/**
 * The generator that a name or the environment selects: `embedded`, `openai:MODEL`, or none, which
 * means OpenAI where a key is set and the embedded generator elsewhere.
 *
 * @throws DynaKragError `MISSING_KEY`, `INVALID_SETTINGS`
 */
export async function chooseGenerator(
  name: string | undefined,
  environment: Environment,
): Promise<Generator> {
  if (name !== "embedded") {
    const { generatorByName, generatorFromEnvironment } =
      await import("../generator/model-from-environment.js");
    if (name !== undefined) return generatorByName(name, environment);
    const chosen = await generatorFromEnvironment(environment);
    if (chosen) return chosen;
  }
  const { embeddedGenerator } = await import("../generator/offline/embedded-generator.js");
  return embeddedGenerator();
}

/** Says which generator answers, and what that means. */
export function describeGenerator({ name, kind }: Generator): string {
  return kind === "embedded"
    ? "Generator: embedded (extractive, no key; set OPENAI_API_KEY for a language model)"
    : `Generator: ${name}`;
}
