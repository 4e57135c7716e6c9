import { z } from "zod";
import { policyByName } from "../baselines/index.js";
import type { RetrievalFilter } from "../retrieval/evidence-retriever.js";
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
  .refine((given) => areUsable(ownSettings(given)), { when: () => true }) as unknown as z.ZodObject<
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

/** A filter that code hands over at run time: `context: { filter: (passage) => … }`. */
export function filterOfRun(config: RunConfig): RetrievalFilter | undefined {
  const { context } = config;
  if (typeof context !== "object" || context === null || !("filter" in context)) return undefined;
  const { filter } = context;
  if (typeof filter === "function") return filter as (passage: unknown) => boolean;
  return typeof filter === "object" && filter !== null ? (filter as RetrievalFilter) : undefined;
}

/** Throws our typed error before LangGraph writes the first checkpoint. */
function areUsable(given: SettingsInput): boolean {
  const { policy } = resolveSettings(given);
  return policy === undefined || policyByName(policy) !== undefined;
}

function ownSettings(given: unknown): SettingsInput {
  if (typeof given !== "object" || given === null) return {};
  const names = SETTING_NAMES.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(
    names.map((name) => [name, (given as Record<string, unknown>)[name]]),
  ) as SettingsInput;
}
