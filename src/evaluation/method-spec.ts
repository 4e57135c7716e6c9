import { policyByName } from "../baselines/index.js";
import { DynaKragError } from "../errors.js";
import { resolveSettings } from "../state/settings.js";
import type { SettingsInput } from "../state/settings.js";
import type { Choices } from "./choices.js";
import type { PolicyNamed } from "./policy-file.js";
import { chosenName } from "./choices.js";

/** A method as evaluation runs it. */
export interface MethodSpec {
  /** As it was asked for; names its prediction file. */
  name: string;
  /** The policy with all its options; `oracle` for the upper bound, which is no policy. */
  policy: string;
  /** Settings of the run that the name carries, such as `cap=2`. */
  settings: SettingsInput;
}

/** The upper bound: it looks at the gold passages. */
export const ORACLE = "oracle";

/** Options of a method name that are settings of the run, not options of the policy. */
const RUN_OPTIONS: Readonly<Record<string, (value: string) => SettingsInput>> = {
  cap: (value) => ({ maxRetrievals: numberIn(value) }),
  steps: (value) => ({ maxSteps: numberIn(value) }),
  tokens: (value) => ({ maxTokens: numberIn(value) }),
  lambda: (value) => ({ costWeight: numberIn(value) }),
  preview: (value) => ({ preview: value }) as SettingsInput,
  judge: (value) => ({ judge: value }) as SettingsInput,
  compression: (value) => ({ compression: value }) as SettingsInput,
};

/**
 * Reads a method name such as `rule`, `rule:gaps=2,check=1`, `uniform:cap=2` or `oracle`. A bare
 * name means the frozen choice; options of the run (`cap`, `steps`, `tokens`, `lambda`, `preview`,
 * `judge`, `compression`) may be mixed with those of the policy.
 *
 * @param fold For train questions: the choice that was made without this fold.
 * @param policyNamed Default: the policies of the package.
 * @throws DynaKragError `INVALID_POLICY` or `INVALID_SETTINGS`
 */
export function methodSpec(
  text: string,
  choices: Choices,
  fold?: number,
  policyNamed: PolicyNamed = policyByName,
): MethodSpec {
  const { name, method, own, run } = splitOptions(text);
  const settings = Object.assign({}, ...run) as SettingsInput;
  resolveSettings(settings);
  if (method === ORACLE) {
    if (own.length > 0) throw noOption(method);
    return { name, policy: ORACLE, settings };
  }
  const policy = own.length > 0 ? `${method}:${own.join(",")}` : chosenName(method, choices, fold);
  policyNamed(policy);
  return { name, policy, settings };
}

/** `Number` would read an empty text as 0. */
function numberIn(value: string): number {
  return /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : Number.NaN;
}

interface SplitName {
  /** Without white space round its parts: one method, one name, one file. */
  name: string;
  method: string;
  own: string[];
  run: SettingsInput[];
}

function splitOptions(text: string): SplitName {
  const [method = "", rest] = text.split(/:(.*)/su, 2).map((part) => part.trim());
  const options = rest === undefined ? [] : rest.split(",").map(withoutSpaces);
  const own: string[] = [];
  const run: SettingsInput[] = [];
  const keys = new Set<string>();
  for (const option of options) {
    const [key = "", value = ""] = option.split(/=(.*)/su, 2);
    if (keys.has(key)) throw namedTwice(method);
    keys.add(key);
    if (Object.hasOwn(RUN_OPTIONS, key)) run.push(RUN_OPTIONS[key]?.(value) ?? {});
    else own.push(option);
  }
  const name = rest === undefined ? method : `${method}:${options.join(",")}`;
  return { name, method, own, run };
}

function withoutSpaces(option: string): string {
  return option
    .split(/=(.*)/su, 2)
    .map((part) => part.trim())
    .join("=");
}

/** Method names as they stand in summaries and file names, each once. */
export function methodNames(methods: readonly string[]): string[] {
  return [...new Set(methods.map((method) => splitOptions(method).name))];
}

/** The same method with other options of the run, as `--curve` needs it. */
export function withRunOption(name: string, option: string): string {
  return `${name}${name.includes(":") ? "," : ":"}${option}`;
}

function noOption(method: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_POLICY",
    message: `The method "${method}" has no options of its own.`,
    remedy: "Leave them out; cap=N limits its acquisitions.",
  });
}

function namedTwice(method: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_POLICY",
    message: `An option of the method "${method}" is given twice.`,
    remedy: "Give every option once.",
  });
}
