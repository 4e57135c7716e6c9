import { acquire } from "./acquire.js";
import { defineAction } from "./action.js";
import { rewriteQuery } from "./queries.js";
import { writtenQuery } from "./written-query.js";

/**
 * Reformulates the current query from the evidence, then searches. Variant `residual` needs no
 * model call; `model` asks the generator and comes once `residual` is exhausted for this evidence.
 *
 * Source: DynaKRAG paper, section 3, "rewrite_query".
 */
export const rewriteQueryAction = defineAction({
  name: "rewrite_query",
  family: "acquisition",
  modelTasks: ["rewrite"],
  isPossible: (state, { language }) => rewriteQuery(state, language) !== undefined,
  plan: (state, { language }) => rewriteQuery(state, language),
  run: async (state, context) => {
    const planned = rewriteQuery(state, context.language);
    return acquire(state, await writtenQuery("rewrite", planned, state, context), context);
  },
});
