import { Client } from "@langchain/langgraph-sdk";
import type { Config } from "@langchain/langgraph-sdk";
import type { Decision, EvidenceState } from "../../src/index.js";

/** Two hops of the sample world (`bridge-01` of its questions, with answer and support). */
export const BRIDGE = {
  question: "Where was the designer of the Gannet Bridge born?",
  answer: "Ondrevik",
  support: ["w033", "w034"],
};

/** A question about another place, with no passage in common (`bridge-03`). */
export const OTHER_QUESTION = "What is the currency of the country to which Melunja belongs?";

export interface RunOptions {
  input?: unknown;
  context?: Record<string, unknown>;
  config?: Config;
  checkpointId?: string;
}

/** What a streamed run told, in order. */
export interface StreamedRun {
  nodes: string[];
  decisions: Decision[];
  errors: { error: string; message: string }[];
}

/** What a node wrote, as it is streamed: a channel that is replaced arrives as an `Overwrite`. */
interface NodeUpdate {
  decisions?: Decision[] | { __overwrite__: Decision[] };
}

function written(decisions: NodeUpdate["decisions"] = []): Decision[] {
  return Array.isArray(decisions) ? decisions : decisions.__overwrite__;
}

/** The SDK, with what most tests do in one call. */
export class StudioClient {
  readonly sdk: Client;

  constructor(url: string) {
    this.sdk = new Client({ apiUrl: url, apiKey: null, callerOptions: { maxRetries: 0 } });
  }

  async newThread(): Promise<string> {
    const thread = await this.sdk.threads.create();
    return thread.thread_id;
  }

  /** Runs on a thread in `updates` mode and collects what arrives. */
  async stream(threadId: string, graph: string, options: RunOptions): Promise<StreamedRun> {
    const run: StreamedRun = { nodes: [], decisions: [], errors: [] };
    const payload = { ...asPayload(options), streamMode: "updates" as const };
    for await (const chunk of this.sdk.runs.stream(threadId, graph, payload)) {
      const { event, data } = chunk as { event: string; data: unknown };
      if (event === "error") run.errors.push(data as StreamedRun["errors"][number]);
      if (event !== "updates") continue;
      for (const [node, update] of Object.entries(data as Record<string, NodeUpdate>)) {
        run.nodes.push(node);
        run.decisions.push(...written(update.decisions));
      }
    }
    return run;
  }

  /** Runs on a thread, or on none, and gives the state it ended in. */
  async run(
    threadId: string | null,
    graph: string,
    options: RunOptions = {},
  ): Promise<EvidenceState> {
    const payload = asPayload(options);
    const values =
      threadId === null
        ? await this.sdk.runs.wait(null, graph, payload)
        : await this.sdk.runs.wait(threadId, graph, payload);
    return values as unknown as EvidenceState;
  }

  async state(threadId: string): Promise<EvidenceState> {
    const state = await this.sdk.threads.getState<EvidenceState>(threadId);
    return state.values;
  }

  /** All checkpoints of a thread, oldest first. */
  async history(threadId: string) {
    const states = await this.sdk.threads.getHistory<EvidenceState>(threadId, { limit: 100 });
    return states.toReversed();
  }
}

function asPayload({ input = { question: BRIDGE.question }, ...rest }: RunOptions) {
  return { input: input as Record<string, unknown> | null, ...rest };
}

/** The ids of the evidence, in order. */
export function ids({ evidence }: Pick<EvidenceState, "evidence">): string[] {
  return evidence.map((passage) => passage.id);
}
