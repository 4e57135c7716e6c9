import { z } from "zod";
import { DeltaChannel } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import type {
  ActionRecord,
  Advice,
  BridgeEntity,
  Citation,
  Decision,
  Frontier,
  Gap,
  JsonObject,
  Passage,
  Snippet,
  StepErrorCode,
  StopReason,
  SufficiencyVerdict,
  Usage,
  UsageEntry,
} from "./evidence.js";
import { assertFilter, assertQuestion } from "./question.js";
import { REDUCERS } from "./reducers.js";

/**
 * Describes a channel to Studio by a JSON Schema type while TypeScript keeps the exact interface
 * of `evidence.ts`. The values are written by our own nodes only, so they are not parsed again.
 * Records, because LangGraph closes every `z.object` in a schema, loose ones too: Studio would be
 * told that each of these objects is empty.
 */
const json = {
  object: <T>(description: string) =>
    z.record(z.string(), z.unknown()).describe(description) as unknown as z.ZodType<T, T>,
  list: <T>(description: string) =>
    z.array(z.record(z.string(), z.unknown())).describe(description) as unknown as z.ZodType<
      T[],
      T[]
    >,
};

const merged = <T>(description: string, fn: (a: readonly T[], b: readonly T[]) => T[]) =>
  withLangGraph(json.list<T>(description), {
    reducer: { fn: (a: T[], b: T[]) => fn(a, b), schema: json.list<T>(description) },
    default: (): T[] => [],
  });

const passageSchema = z.object({
  id: z.string(),
  pageContent: z.string(),
  metadata: z.record(z.string(), z.unknown()),
}) as unknown as z.ZodType<Passage, Passage>;

const question = z
  .string()
  // Runs on wrong types too, so that bad input is our typed error rather than a schema's.
  .refine(assertQuestion, { when: () => true })
  .describe("The question to answer.");
const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>;
const filter = jsonObject
  .nullable()
  .optional()
  .refine(assertFilter, { when: () => true })
  .describe("Restricts every search, such as { tenant: 'a' }.");

/** What a caller gives. */
export const inputSchema = z.object({ question, filter });

/** What a caller gets. */
export const outputSchema = z.object({
  answer: z.string().describe("The answer; passages are cited as [1]."),
  answerable: z.boolean().describe("False where the evidence does not hold the answer."),
  missing: z.string().optional().describe("What is missing, where it is not answerable."),
  citations: json.list<Citation>("The passages behind the numbers in the answer."),
  evidence: z.array(passageSchema).describe("The passages, in the order they were found."),
  stopReason: z
    .enum([
      "policy",
      "budget_steps",
      "budget_retrievals",
      "budget_tokens",
      "deadline",
      "no_evidence",
      "refusal",
      "content_filter",
      "generator_failed",
    ] satisfies StopReason[])
    .describe("Why the run ended."),
  // Any string to LangGraph; only the codes of `StepErrorCode` are written.
  errorCode: z
    .string()
    .optional()
    .describe(
      "Why the last failed search or model call of a step failed, such as RETRIEVER_FAILED.",
    ) as unknown as z.ZodOptional<z.ZodType<StepErrorCode, StepErrorCode>>,
  usage: json.object<Usage>("Tokens, model calls, searches and steps of this question."),
  decisions: json.list<Decision>("Every decision: what was possible, what was chosen and why."),
});

/** Every channel of the graph, private ones included. */
export const evidenceStateSchema = z.object({
  question,
  filter,
  /** The filter of the question in work; `filter` is emptied, so that it cannot outlive it. */
  activeFilter: jsonObject.nullable().default(null),
  /** Unique by id, in the order of arrival. Its channel is swapped, see {@link deltaChannels}. */
  evidence: withLangGraph(z.array(passageSchema), {
    reducer: { fn: REDUCERS.evidence, schema: z.array(passageSchema) },
    default: (): Passage[] => [],
  }),
  /** Rises whenever passages are added. */
  evidenceVersion: z.number().default(0),
  frontier: json.object<Frontier>("How far the question's own ranking has been read."),
  /** Every query searched, as it was searched. */
  queries: withLangGraph(z.array(z.string()), {
    reducer: { fn: REDUCERS.queries, schema: z.array(z.string()) },
    default: (): string[] => [],
  }),
  history: merged<ActionRecord>("The executed steps.", REDUCERS.history),
  bridgeEntities: merged<BridgeEntity>(
    "Names in the evidence that may lead on.",
    REDUCERS.bridgeEntities,
  ),
  gap: json.object<Gap>("What is missing.").nullable().default(null),
  verdict: json.object<SufficiencyVerdict>("The last verdict.").nullable().default(null),
  advice: json.object<Advice>("What a node learnt, for the policy."),
  decisions: merged<Decision>("The decisions of the router.", REDUCERS.decisions),
  ledger: merged<UsageEntry>("What each node cost.", REDUCERS.ledger),
  /** Milliseconds since the epoch at which the question was taken up. */
  startedAt: z.number().default(0),
  snippets: json.list<Snippet>("The compressed evidence.").default([]),
  answer: z.string().default(""),
  answerable: z.boolean().default(false),
  missing: z.string().optional(),
  citations: json.list<Citation>("The passages behind the numbers in the answer.").default([]),
  stopReason: outputSchema.shape.stopReason.optional(),
  errorCode: outputSchema.shape.errorCode,
  usage: json.object<Usage>("Totals of the question.").optional(),
});

/** The state of one question: only what can be observed at inference, never a gold label. */
export type EvidenceState = z.infer<typeof evidenceStateSchema>;

/** What a node may write. */
export type EvidenceUpdate = Partial<EvidenceState>;

/** The input of the graph. */
export type DynaKragInput = z.infer<typeof inputSchema>;

/** The output of the graph. */
export type DynaKragOutput = z.infer<typeof outputSchema>;

/**
 * The channels that grow with the text that is found: LangGraph's DeltaChannel stores each item once
 * per thread, where a normal channel stores all of them again at every superstep
 * (docs/decisions/0002).
 */
export function deltaChannels() {
  return {
    evidence: deltaChannel(REDUCERS.evidence),
    bridgeEntities: deltaChannel(REDUCERS.bridgeEntities),
  };
}

function deltaChannel<T>(merge: (current: readonly T[], update: readonly T[]) => T[]) {
  return new DeltaChannel<T[], T[]>((current, writes) => writes.reduce<T[]>(merge, current), {
    initialValueFactory: () => [],
  });
}

/**
 * The state of a question before its first step.
 *
 * @param filter Restricts every search of the question.
 * @example
 * ```ts
 * import { initialState } from "dynakrag";
 *
 * initialState("Who founded the town?").evidence.length; // 0
 * ```
 */
export function initialState(question: string, filter?: JsonObject): EvidenceState {
  return {
    question,
    filter: null,
    activeFilter: filter ?? null,
    evidence: [],
    evidenceVersion: 0,
    frontier: { position: 0, exhausted: false },
    queries: [],
    history: [],
    bridgeEntities: [],
    gap: null,
    verdict: null,
    advice: {},
    decisions: [],
    ledger: [],
    startedAt: 0,
    snippets: [],
    answer: "",
    answerable: false,
    missing: undefined,
    citations: [],
    stopReason: undefined,
    errorCode: undefined,
    usage: undefined,
  };
}
