import { vi } from "vitest";
import { questionSchema } from "../../src/datasets/question.js";
import type { Question } from "../../src/datasets/question.js";
import type { Passage } from "../../src/state/evidence.js";
import { startScriptedServer } from "../../src/testing/index.js";
import type { RecordedRequest, ScriptedReply, ScriptedServer } from "../../src/testing/index.js";

/** The name under which the server's model is run. */
export const PAID = "openai:scripted";

/** Ten passages about ten invented harbours: enough for two searches of three. */
export const HARBOURS: readonly Passage[] = Array.from({ length: 10 }, (_, index) => ({
  id: `p${index}`,
  pageContent: `The harbour of Orrel ${index} was built by Ilva Senn in ${1800 + index}.`,
  metadata: { title: `Orrel ${index}` },
}));

/** A question about a harbour, as a file has it. */
export function asked(id: string, more: Partial<Question> = {}): Question {
  return questionSchema.parse({
    id,
    dataset: "harbours",
    question: `Who built the harbour of Orrel ${id}?`,
    answer: "Ilva Senn",
    type: "bridge",
    hops: 1,
    supporting: [`p${id}`],
    ...more,
  });
}

/** Everything that was said to the model. */
export function promptOf({ body }: RecordedRequest): string {
  const messages = body["messages"] as { content: string }[];
  return messages.map(({ content }) => content).join("\n");
}

/** True for the judge, who is asked for JSON. */
export function isJudge({ body }: RecordedRequest): boolean {
  return "response_format" in body;
}

/**
 * A model that finds the first evidence sufficient and gives the answer that a test wants. Every
 * call takes 100 + 10 tokens. The environment leads to it until `vi.unstubAllEnvs()`.
 */
export async function startModel(
  answer: (request: RecordedRequest) => ScriptedReply = () => ({ content: "Ilva Senn [1]" }),
): Promise<ScriptedServer> {
  const server = await startScriptedServer((request) =>
    isJudge(request) ? { content: '{"sufficient": true}' } : answer(request),
  );
  vi.stubEnv("OPENAI_API_KEY", "test");
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  vi.stubEnv("DYNAKRAG_JUDGE_MODEL", "");
  return server;
}
