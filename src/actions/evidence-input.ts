import type { EvidenceInput } from "../retrieval/evidence-input.js";
import type { EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import type { EvidenceState } from "../state/evidence-state.js";
import { lastGain } from "../state/history.js";
import { bridgeCandidates } from "./queries.js";

/** What candidate passages are judged against, the same for a preview and for an acquisition. */
export function evidenceInput(
  state: EvidenceState,
  retriever: Pick<EvidenceRetriever, "language" | "termWeight">,
): EvidenceInput {
  const { language } = retriever;
  return {
    question: state.question,
    evidence: state.evidence,
    language,
    newest: new Set(lastGain(state)?.added.map(({ id }) => id)),
    bridges: bridgeCandidates(state, language).map(({ name }) => name),
    termWeight: retriever.termWeight && ((term) => retriever.termWeight?.(term) ?? 1),
  };
}
