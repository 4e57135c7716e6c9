import { acquire } from "./acquire.js";
import { defineAction } from "./action.js";
import { frontierQuery } from "./queries.js";

/**
 * Advances the ranking of the original question and appends its next unseen passages.
 *
 * Source: DynaKRAG paper, section 3, "retrieve_more".
 */
export const retrieveMore = defineAction({
  name: "retrieve_more",
  family: "acquisition",
  modelTasks: [],
  isPossible: (state) => frontierQuery(state) !== undefined,
  plan: frontierQuery,
  run: (state, context) =>
    acquire(state, { query: frontierQuery(state)?.query ?? "" }, context, true),
});
