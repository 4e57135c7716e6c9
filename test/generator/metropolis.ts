import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import type { TaskInput } from "../../src/generator/generator.js";
import type { Passage } from "../../src/state/evidence.js";
import type { ScriptedServer } from "../../src/testing/scripted-server.js";

/** Two passages that together answer {@link METROPOLIS}. */
export const EVIDENCE: readonly Passage[] = [
  {
    id: "metropolis",
    pageContent: "Metropolis is a 1927 silent film directed by Fritz Lang.",
    metadata: { title: "Metropolis (1927 film)", date: "1927-01-10" },
  },
  {
    id: "lang",
    pageContent: "Friedrich Christian Anton Lang was born in Vienna.",
    metadata: { title: "Fritz Lang" },
  },
];

/** A two-hop question and its evidence. */
export const METROPOLIS: TaskInput = {
  question: "In which city was the director of Metropolis born?",
  evidence: EVIDENCE,
  language: "english",
};

/** The real client, pointed at a scripted server, without retries unless asked for. */
export function chatOpenAI(server: ScriptedServer, fields: ChatOpenAIFields = {}): ChatOpenAI {
  return new ChatOpenAI({
    model: "gpt-4o-mini",
    temperature: 0,
    apiKey: "test",
    maxRetries: 0,
    configuration: { baseURL: server.baseURL },
    ...fields,
  });
}
