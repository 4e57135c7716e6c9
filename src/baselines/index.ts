import { DynaKragError } from "../errors.js";
import type { Policy } from "../policy/policy.js";
import { expectedGainFrom } from "./expected-gain.js";
import { fixedKPolicy } from "./fixed-k.js";
import { parseMethodName, withBounds } from "./method-options.js";
import type { MethodName } from "./method-options.js";
import { fusePreviewFrom } from "./fuse-preview.js";
import { greedyPreviewFrom } from "./greedy-preview.js";
import { handPassageFrom } from "./hand-passage.js";
import { iterRetgenFrom } from "./iter-retgen.js";
import { rulePolicy } from "./rule.js";
import { s2gFrom } from "./s2g.js";
import { stableAnswerFrom } from "./stable-answer.js";
import { staticPlanFrom } from "./static-plan.js";
import { uniformPolicy } from "./uniform.js";

const FACTORIES: ReadonlyMap<string, (name: MethodName) => Policy> = new Map([
  ["rule", ruleFrom],
  ["uniform", uniformFrom],
  ["fixed-k", fixedKFrom],
  ["static-plan", staticPlanFrom],
  ["fuse-preview", fusePreviewFrom],
  ["greedy-preview", greedyPreviewFrom],
  ["hand-passage", handPassageFrom],
  ["expected-gain", expectedGainFrom],
  ["stable-answer", stableAnswerFrom],
  ["iter-retgen", iterRetgenFrom],
  ["s2g", s2gFrom],
]);

/** The policies that can be chosen by name. */
export const POLICY_NAMES: readonly string[] = [...FACTORIES.keys()];

/**
 * A policy by its name, with options after a colon; what is left out takes its default. The policy's
 * own name has all options written out.
 *
 * | name | options |
 * |---|---|
 * | `rule` | `gaps` 0 to 3 (2), `check` 0 or 1 (1), `bridge` 0 or 1 (0) |
 * | `uniform`, `stable-answer` | |
 * | `fixed-k` | `k` 1 to 12 (5) |
 * | `static-plan` | `plan` of more, gap, bridge, rewrite (more-gap-gap), `check` |
 * | `fuse-preview` | `c` 0 to 1000 (60), `check` |
 * | `greedy-preview`, `hand-passage` | weights `cover`, `chain`, `link`, `bridge`, `title`, `names`, `rank`, 0 to 10, decimals allowed; `check` |
 * | `expected-gain` | `check` |
 * | `iter-retgen` | `iterations` 1 to 10 (3) |
 * | `s2g` | `turns` 1 to 10 (4) |
 *
 * @throws DynaKragError `INVALID_POLICY` for an unknown name, option or value.
 * @example
 * ```ts
 * import { policyByName } from "dynakrag";
 *
 * policyByName("rule:gaps=1").name; // "rule:gaps=1,check=1,bridge=0"
 * ```
 */
export function policyByName(text: string): Policy {
  const name = parseMethodName(text);
  const factory = FACTORIES.get(name.method);
  if (!factory) {
    throw new DynaKragError({
      code: "INVALID_POLICY",
      message: "No policy has this name.",
      remedy: `Use one of: ${POLICY_NAMES.join(", ")}.`,
    });
  }
  return factory(name);
}

function ruleFrom(name: MethodName): Policy {
  const { gaps, check, bridge } = withBounds(name, {
    gaps: { min: 0, max: 3, default: 2 },
    check: { min: 0, max: 1, default: 1 },
    bridge: { min: 0, max: 1, default: 0 },
  });
  return rulePolicy({ gaps, check: check === 1, bridgeFirst: bridge === 1 });
}

function uniformFrom(name: MethodName): Policy {
  withBounds(name, {});
  return uniformPolicy();
}

function fixedKFrom(name: MethodName): Policy {
  return fixedKPolicy(withBounds(name, { k: { min: 1, max: 12, default: 5 } }).k);
}
