import { acquire } from "./acquire.js";
import { defineAction } from "./action.js";
import { bridgeQuery } from "./queries.js";

/**
 * Searches around the best bridge entity of the evidence that was not expanded yet.
 *
 * Source: DynaKRAG paper, section 3, "bridge_entity_expand".
 */
export const bridgeEntityExpand = defineAction({
  name: "bridge_entity_expand",
  family: "acquisition",
  modelTasks: [],
  isPossible: (state, { language }) =>
    state.evidence.length > 0 && bridgeQuery(state, language) !== undefined,
  plan: (state, { language }) => bridgeQuery(state, language),
  run: (state, context) => {
    const planned = bridgeQuery(state, context.language);
    const query = context.decision.args?.query ?? planned?.query ?? "";
    return acquire(state, { entity: planned?.entity, query }, context);
  },
});
