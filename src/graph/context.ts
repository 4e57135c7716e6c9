import { z } from "zod";
import { policyByName } from "../baselines/index.js";
import { DynaKragError } from "../errors.js";
import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
import { bothFilters } from "../retrieval/passage-filter.js";
import type { JsonObject } from "../state/evidence.js";
import { settingMeantBy } from "../state/misspelt-setting.js";
import { resolveSettings, SETTING_NAMES, settingsSchema } from "../state/settings.js";
import type { Settings, SettingsInput } from "../state/settings.js";
import { warnOfShortTime } from "./short-times.js";

/** Where LangGraph hands over run-time settings. */
export interface RunConfig {
  context?: unknown;
  configurable?: unknown;
}

// A predicate is a filter too, and is no JSON: it is described to Studio as the object it may be.
const filter = z
  .unknown()
  .optional()
  .meta({ type: "object", description: "Restricts every search, such as { tenant: 'a' }." });

/**
 * The run-time settings as LangGraph and Studio see them. Loose, because a host graph hands its own
 * context down; bad values, and keys that look like a misspelt setting, are our typed error before
 * any model call.
 *
 * LangGraph's types would make every key of the shape required, so TypeScript sees none of them:
 * `context: { maxSteps: 4 } satisfies SettingsInput` checks the names.
 */
export const contextSchema = z
  .looseObject({ ...settingsSchema.partial().shape, filter })
  .refine((given) => areUsable(given), { when: () => true }) as unknown as z.ZodObject<
  Record<never, never>,
  z.core.$loose
>;

/**
 * The settings of a run: the graph's own defaults, then `configurable`, then `context`.
 *
 * @throws DynaKragError `INVALID_SETTINGS`
 */
export function settingsOfRun(defaults: SettingsInput, config: RunConfig): Settings {
  const { configurable, context } = config;
  const settings = resolveSettings(defaults, ownSettings(configurable), ownSettings(context));
  warnOfShortTime(settings);
  return settings;
}

/**
 * A filter that code hands over at run time: `context: { filter: (passage) => … }`, or the same in
 * `configurable`; where both are given, both hold.
 *
 * @throws DynaKragError `INVALID_INPUT` for what is no filter: it would restrict nothing.
 */
export function filterOfRun({ configurable, context }: RunConfig): RetrievalFilter | undefined {
  return bothFilters(ownFilter(configurable), ownFilter(context));
}

function ownFilter(given: unknown): RetrievalFilter | undefined {
  if (typeof given !== "object" || given === null || !("filter" in given)) return undefined;
  const { filter } = given;
  if (filter === undefined || filter === null) return undefined;
  if (typeof filter === "function") return filter as (passage: unknown) => boolean;
  if (typeof filter === "object" && !Array.isArray(filter)) return filter as JsonObject;
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "The filter of the run is neither an object nor a predicate.",
    remedy: "Give { field: value }, or a function from a passage to true or false.",
    details: { type: typeof filter },
  });
}

/** A misspelt setting would silently have no effect. */
function refuseMisspelt(given: object): void {
  for (const key of Object.keys(given)) {
    const meant = settingMeantBy(key);
    if (meant === undefined) continue;
    throw new DynaKragError({
      code: "INVALID_SETTINGS",
      message: `The run was given a key that no setting has; "${meant}" is the nearest.`,
      remedy: `Write ${meant}. If the key is your own graph's, give it another name.`,
      details: { setting: meant },
    });
  }
}

/** Throws our typed error before LangGraph writes the first checkpoint. */
function areUsable(given: unknown): boolean {
  const { policy } = resolveSettings(ownSettings(given));
  ownFilter(given);
  return policy === undefined || policyByName(policy) !== undefined;
}

function ownSettings(given: unknown): SettingsInput {
  if (typeof given !== "object" || given === null) return {};
  refuseMisspelt(given);
  const names = SETTING_NAMES.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(
    names.map((name) => [name, (given as Record<string, unknown>)[name]]),
  ) as SettingsInput;
}
