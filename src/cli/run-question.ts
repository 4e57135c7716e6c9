import { createDynaKrag } from "../graph/create-dynakrag.js";
import type { DynaKragOptions } from "../graph/engine-options.js";
import type { JsonObject } from "../state/evidence.js";
import { outputSchema } from "../state/evidence-state.js";
import type { DynaKragOutput, EvidenceUpdate } from "../state/evidence-state.js";
import { renderUpdate } from "./render-run.js";

/** One question and who is told of its progress. */
export interface QuestionRun {
  question: string;
  filter?: JsonObject | undefined;
  signal: AbortSignal;
  /** Called with each line of the live view. */
  onLine?: ((line: string) => void) | undefined;
}

/** A compiled graph that answers question after question. */
export function questionRunner(options: DynaKragOptions) {
  const graph = createDynaKrag(options).compile();
  return async ({ question, filter, signal, onLine }: QuestionRun): Promise<DynaKragOutput> => {
    let state: unknown;
    const stream = await graph.stream(
      { question, filter },
      { signal, streamMode: ["updates", "values"] },
    );
    for await (const [mode, chunk] of stream) {
      if (mode === "values") state = chunk;
      else for (const line of linesOf(chunk as Record<string, EvidenceUpdate>)) onLine?.(line);
    }
    // A stream of values has the private channels too; the schema drops what is no output.
    return outputSchema.parse(state);
  };
}

function linesOf(updates: Record<string, EvidenceUpdate>): string[] {
  return Object.entries(updates)
    .map(([node, update]) => renderUpdate(node, update))
    .filter((line) => line !== "");
}
