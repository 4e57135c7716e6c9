import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createDynaKrag } from "../../src/graph/create-dynakrag.js";
import type { DynaKragOptions } from "../../src/graph/engine-options.js";
import type { Policy } from "../../src/policy/policy.js";
import type { ActionName } from "../../src/state/evidence.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import type {
  GeneratorScript,
  ScriptedGeneratorOptions,
} from "../../src/testing/scripted-generator.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import type {
  InMemoryRetriever,
  InMemoryRetrieverOptions,
} from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD, fillers, QUESTION } from "../fixtures/bridge-world.js";

export const INPUT = { question: QUESTION };

/** A generator that is never content with the evidence and answers from all of it. */
export function neverContent(script: GeneratorScript = {}, options: ScriptedGeneratorOptions = {}) {
  return scriptedGenerator(
    {
      judge: () => ({
        verdict: "insufficient",
        gap: { text: "The river is missing.", query: "river below the Iron Bridge", slots: [] },
      }),
      gapQuery: ({ queries }) => `gap ${queries.length}`,
      rewrite: ({ queries }) => `rewrite ${queries.length}`,
      compress: () => [],
      answer: ({ evidence }) => ({
        answer: `from ${evidence.map(({ id }) => id).join(" ")}`,
        answerable: true,
        citedIds: evidence.slice(0, 1).map(({ id }) => id),
      }),
      ...script,
    },
    options,
  );
}

/** A retriever in which every search brings passages that were never seen. */
export function endless(options: InMemoryRetrieverOptions = {}): InMemoryRetriever {
  let served = 0;
  return inMemoryRetriever([], {
    respond: ({ k }) => rankedHits(fillers(k, `page${served++}-`)),
    ...options,
  });
}

/** A policy that takes the first of these that is possible. */
export function preferring(...wanted: ActionName[]): Policy {
  return {
    name: "preferring",
    rank: ({ valid }) => ({
      operation: wanted.find((name) => valid.includes(name)) ?? "stop_answer",
      reason: "The test wants it.",
    }),
  };
}

/** Everything but stopping, checks first. */
export const NEVER_STOPS = preferring(
  "sufficiency_check",
  "gap_query",
  "rewrite_query",
  "bridge_entity_expand",
  "retrieve_more",
);

/** A compiled graph over the small world with the parts that a test looks into. */
export function world(options: Partial<DynaKragOptions> = {}, saver?: BaseCheckpointSaver | false) {
  const retriever = (options.retriever as InMemoryRetriever) ?? inMemoryRetriever(BRIDGE_WORLD);
  const generator = neverContent();
  const checkpointer = saver ?? new MemorySaver();
  const built = createDynaKrag({ generator, ...options, retriever });
  const graph = built.compile(checkpointer === false ? {} : { checkpointer });
  return { graph, built, retriever, generator };
}

/** The configuration of a thread. */
export function thread(id: string) {
  return { configurable: { thread_id: id } };
}
