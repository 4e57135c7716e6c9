import type { Question } from "../datasets/question.js";
import type { LexicalIndex } from "../retrieval/lexical/lexical-index.js";
import type { Passage } from "../state/evidence.js";

/** Evidence that a model is fitted or measured on. */
export interface EvidenceSample {
  question: Question;
  evidence: Passage[];
}

/** Which passages a question is given. */
export type EvidenceKind = "gold" | "top3" | "top5" | "mixed";

/**
 * Evidence as the loop meets it: the best passages of BM25, the gold passages, or both together in
 * the order of the ranking. Gold passages come in the order of their ids, which are hashes: the
 * annotated order would tell which passage is the last hop.
 */
export async function sampleEvidence(
  question: Question,
  kind: EvidenceKind,
  index: LexicalIndex,
  passageById: ReadonlyMap<string, Passage>,
): Promise<EvidenceSample> {
  const gold = question.supporting.toSorted().flatMap((id) => passageById.get(id) ?? []);
  if (kind === "gold") return { question, evidence: gold };
  const hits = await index.search(question.question, { k: kind === "top3" ? 3 : 5 });
  const found = hits.map(({ passage }) => passage);
  if (kind !== "mixed") return { question, evidence: found };
  const missing = gold.filter(({ id }) => !found.some((passage) => passage.id === id));
  return { question, evidence: [...found.slice(0, 3), ...missing] };
}

/** SR(s): share of the gold passages that the evidence holds, 0 to 1. */
export function supportRecall(question: Question, evidence: readonly Passage[]): number {
  const ids = new Set(evidence.map(({ id }) => id));
  return question.supporting.filter((id) => ids.has(id)).length / question.supporting.length;
}
