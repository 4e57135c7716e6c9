import { defineAction } from "./action.js";

/**
 * Ends acquisition. Always possible; whether it is wise is the policy's question. Why the run ended
 * is written by the node, which knows the caps.
 *
 * Source: DynaKRAG paper, section 3, "stop_answer".
 */
export const stopAnswer = defineAction({
  name: "stop_answer",
  family: "termination",
  modelTasks: [],
  isPossible: () => true,
  run: async () => ({ update: {}, cost: {} }),
});
