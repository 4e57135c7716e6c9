import { z } from "zod";
import { policyByName } from "../baselines/index.js";
import { DynaKragError } from "../errors.js";
import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
import { bothFilters } from "../retrieval/passage-filter.js";
import type { JsonObject } from "../state/evidence.js";
import { resolveSettings, SETTING_NAMES, settingsSchema } from "../state/settings.js";
import type { Settings, SettingsInput } from "../state/settings.js";

/** Where LangGraph hands over run-time settings. */
export interface RunConfig {
  context?: unknown;
  configurable?: unknown;
}

/**
 * The run-time settings as LangGraph and Studio see them. Loose, because a host graph hands its own
 * context down; bad values are our typed error before any model call.
 *
 * LangGraph's types would make every key of the shape required, so TypeScript sees none of them:
 * `context: { maxSteps: 4 } satisfies SettingsInput` checks the names.
 */
export const contextSchema = z
  .looseObject(settingsSchema.partial().shape)
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
  return resolveSettings(defaults, ownSettings(config.configurable), ownSettings(config.context));
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

/** Throws our typed error before LangGraph writes the first checkpoint. */
function areUsable(given: unknown): boolean {
  const { policy } = resolveSettings(ownSettings(given));
  ownFilter(given);
  return policy === undefined || policyByName(policy) !== undefined;
}

function ownSettings(given: unknown): SettingsInput {
  if (typeof given !== "object" || given === null) return {};
  const names = SETTING_NAMES.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(
    names.map((name) => [name, (given as Record<string, unknown>)[name]]),
  ) as SettingsInput;
}
