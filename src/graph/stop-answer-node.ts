import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { EvidenceState, EvidenceUpdate } from "../state/evidence-state.js";
import { expectedEvidenceTokens } from "../state/token-bound.js";
import type { Engine } from "./engine.js";
import { runScope } from "./run-scope.js";

/** Ends acquisition and writes why. */
export function stopAnswerNode(state: EvidenceState): EvidenceUpdate {
  return { stopReason: state.decisions.at(-1)?.limit ?? "policy" };
}

/** Where the answer comes from: straight from the passages, or from extracts of them. */
export function compressOrAnswer(engine: Engine) {
  return (
    state: EvidenceState,
    config: LangGraphRunnableConfig,
  ): "compress_answer_evidence" | "generate_answer" => {
    const { settings } = runScope(engine, state, config);
    const { compression, compressAbove } = settings;
    const wanted =
      compression === "always" ||
      (compression === "auto" && expectedEvidenceTokens(state.evidence) > compressAbove);
    const useful = state.evidence.length > 0 && state.stopReason !== "deadline";
    return wanted && useful ? "compress_answer_evidence" : "generate_answer";
  };
}
