import { RANKED_ACTIONS } from "../actions/index.js";
import type { ActionView } from "../actions/action.js";
import type { ActionName } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { expectedCost, METHOD_WEIGHTS } from "./cost.js";
import { OPERATION_FEATURES, PREVIEW_FEATURES, STATE_FEATURES } from "./feature-table.js";
import type { FeatureInfo } from "./feature-table.js";
import type { ScoredPreview } from "./policy.js";
import { previewFeatures } from "./preview-features.js";

export { stateFeatures } from "./state-features.js";

/**
 * All features, in the order of the vector: of the state, of the operation, of its preview.
 *
 * @example
 * ```ts
 * import { FEATURES } from "dynakrag";
 *
 * for (const { name, range, why } of FEATURES) console.log(name, range, why);
 * ```
 */
export const FEATURES: readonly FeatureInfo[] = [
  ...STATE_FEATURES,
  ...OPERATION_FEATURES,
  ...PREVIEW_FEATURES,
];

/** The names alone, as an artefact records them. */
export const FEATURE_NAMES: readonly string[] = FEATURES.map(({ name }) => name);

/** How many features describe the state alone: what a continuation model sees. */
export const STATE_FEATURE_COUNT = STATE_FEATURES.length;

/**
 * The whole vector of one operation in one state.
 *
 * @param ofState `stateFeatures`, computed once for all operations.
 * @param preview The searches made before choosing; empty: the preview features are missing.
 */
export function operationFeatures(
  ofState: readonly number[],
  state: EvidenceState,
  name: ActionName,
  view: ActionView & { preview?: readonly ScoredPreview[] },
): number[] {
  return [
    ...ofState,
    ...RANKED_ACTIONS.map((action) => (action.name === name ? 1 : 0)),
    state.history.filter(({ operation }) => operation === name).length,
    // A run with other weights must look to a fitted model as those it was fitted on.
    expectedCost(state, name, view, METHOD_WEIGHTS),
    ...previewFeatures(name, view.preview ?? []),
  ];
}
