import { policyByName } from "../baselines/index.js";
import { parseMethodName, textOption } from "../baselines/method-options.js";
import { DynaKragError } from "../errors.js";
import { learnedPolicy } from "../policy/learned-policy.js";
import type { Policy } from "../policy/policy.js";
import { parsePolicyArtifact } from "../policy/policy-artifact.js";
import type { PolicyArtifact } from "../policy/policy-artifact.js";
import { readJsonFile } from "./read-json-file.js";

/** Gives a policy by its name. */
export type PolicyNamed = (text: string) => Policy;

/** The method name of a policy that is read from a file. */
export const LEARNED = "dynakrag";

const POLICY_FILE = {
  name: "policy file",
  ifMissing: "Name a file that exists and that you may read.",
  ifOther: "Name a policy artefact.",
};

/**
 * Policies by name where one of them, `dynakrag`, is read from a file. `dynakrag:tau=.1` moves its
 * stopping knob.
 *
 * @param path undefined: there is no such method.
 * @throws DynaKragError `FILE_NOT_FOUND` or `INVALID_ARTIFACT`
 */
export async function policiesWith(path: string | undefined): Promise<PolicyNamed> {
  if (path === undefined) return policyByName;
  const artifact = await readJsonFile(path, POLICY_FILE, parsePolicyArtifact);
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
