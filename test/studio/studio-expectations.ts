/** The seven operations (DynaKRAG paper, section 3). */
export const OPERATIONS = [
  "retrieve_more",
  "gap_query",
  "rewrite_query",
  "bridge_entity_expand",
  "sufficiency_check",
  "stop_answer",
  "compress_answer_evidence",
];

/** Every setting with its type, default and bounds, as the documentation promises them. */
export const SETTINGS: Record<string, object> = {
  policy: { type: "string" },
  maxSteps: { type: "integer", default: 10, minimum: 1, maximum: 10 },
  maxRetrievals: { type: "integer", default: 4, minimum: 1, maximum: 10 },
  maxPassages: { type: "integer", default: 12, minimum: 1, maximum: 50 },
  passagesPerRetrieval: { type: "integer", default: 3, minimum: 1, maximum: 10 },
  maxPerTitle: {
    default: null,
    anyOf: [{ type: "integer", minimum: 1, maximum: 50 }, { type: "null" }],
  },
  maxTokens: { default: null, anyOf: [{ type: "integer", minimum: 100 }, { type: "null" }] },
  deadlineMs: { default: null, anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
  judge: { default: "use", enum: ["use", "ignore"] },
  preview: { default: "auto", enum: ["none", "free", "auto"] },
  compression: { default: "auto", enum: ["auto", "always", "never"] },
  compressAbove: { type: "integer", default: 1500, minimum: 1 },
  compressionStyle: { default: "snippets", enum: ["snippets", "fact-table"] },
  costWeight: { type: "number", default: 0, minimum: 0, maximum: 100 },
  costPerThousandTokens: { type: "number", default: 1, minimum: 0, maximum: 100 },
  costPerRetrieval: { type: "number", default: 0.1, minimum: 0, maximum: 100 },
  seed: { type: "integer", default: 13, minimum: 0 },
  closedBook: { type: "boolean", default: false },
  filter: { type: "object" },
};

const USER_GRAPH = `
const retriever = await buildLexicalIndex([
  { id: "1", pageContent: "The Iron Bridge spans the Orrel.", metadata: { title: "Iron Bridge" } },
]);`;
const USER_IMPORT = `import { buildLexicalIndex, createDynaKrag } from "../../src/index.js";`;
/** What a user writes: an uncompiled graph in JavaScript, one with a saver of its own in TypeScript. */
export const USER_ENTRIES = {
  "user.mjs": `${USER_IMPORT}${USER_GRAPH}
export const graph = createDynaKrag({ retriever });`,
  "user.ts": `${USER_IMPORT}
import { MemorySaver } from "@langchain/langgraph";${USER_GRAPH}
export const graph = createDynaKrag({ retriever }).compile({ checkpointer: new MemorySaver() });`,
};
