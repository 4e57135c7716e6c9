import { readFile } from "node:fs/promises";
import { policyByName } from "../baselines/index.js";
import { parseMethodName, textOption } from "../baselines/method-options.js";
import { DynaKragError } from "../errors.js";
import { learnedPolicy } from "../policy/learned-policy.js";
import type { Policy } from "../policy/policy.js";
import { parsePolicyArtifact } from "../policy/policy-artifact.js";
import type { PolicyArtifact } from "../policy/policy-artifact.js";

/** Gives a policy by its name. */
export type PolicyNamed = (text: string) => Policy;

/** The method name of a policy that is read from a file. */
export const LEARNED = "dynakrag";

/**
 * Policies by name where one of them, `dynakrag`, is read from a file. `dynakrag:tau=.1` moves its
 * stopping knob.
 *
 * @param path undefined: there is no such method.
 * @throws DynaKragError `FILE_NOT_FOUND` or `INVALID_ARTIFACT`
 */
export async function policiesWith(path: string | undefined): Promise<PolicyNamed> {
  if (path === undefined) return policyByName;
  const artifact = parsePolicyArtifact(await readJson(path));
  return (text) => {
    const name = parseMethodName(text);
    if (name.method !== LEARNED) return policyByName(text);
    return learnedPolicy(withTau(artifact, name.options, textOption(name, "tau", "")));
  };
}

function withTau(
  artifact: PolicyArtifact,
  options: ReadonlyMap<string, string>,
  given: string,
): PolicyArtifact {
  if (options.size === 0) return artifact;
  const tau = Number(given);
  if (options.size === 1 && given !== "" && tau >= 0 && tau <= 1) return { ...artifact, tau };
  throw new DynaKragError({
    code: "INVALID_POLICY",
    message: `The only option of "${LEARNED}" is tau, 0 to 1.`,
    remedy: `Write it like ${LEARNED}:tau=0.1.`,
  });
}

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: "The policy file cannot be read.",
      remedy: "Name a file that exists and that you may read.",
      cause,
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DynaKragError({
      code: "INVALID_ARTIFACT",
      message: "The policy file is no JSON.",
      remedy: "Name a policy artefact.",
    });
  }
}
