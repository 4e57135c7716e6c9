import { titleOf } from "../retrieval/passage-identity.js";
import type { Passage, Snippet } from "../state/evidence.js";
import type { EvidenceState } from "../state/evidence-state.js";
import type { Settings } from "../state/settings.js";
import { defineAction } from "./action.js";

/**
 * Limits by style (DynaKRAG paper, section 4 and appendix: answer-focused extraction for HotpotQA
 * and 2WikiMultiHopQA, a fact table for MuSiQue).
 */
export const COMPRESSION_LIMITS = {
  snippets: { maxSnippets: 8, maxTokens: 256 },
  "fact-table": { maxSnippets: 12, maxTokens: 384 },
} as const;

/**
 * Extracts mutually supporting snippets with their passage ids; the answer is generated from those.
 * What is not an extract is thrown away, and where that leaves fewer than two passages of several,
 * the passages themselves are used: a lost hop cannot be answered.
 *
 * Source: DynaKRAG paper, section 3, "compress_answer_evidence".
 */
export const compressAnswerEvidence = defineAction({
  name: "compress_answer_evidence",
  family: "readiness",
  modelTasks: ["compress"],
  isPossible: (state) => state.evidence.length > 0,
  run: async (state, { generator, settings, language, signal }) => {
    const { question, evidence } = state;
    const style = settings.compressionStyle;
    const reply = await generator.compress(
      { question, evidence, language, style, ...COMPRESSION_LIMITS[style] },
      { signal },
    );
    return { update: { snippets: usableSnippets(state, reply.value, style) }, cost: reply.usage };
  },
});

/**
 * The snippets that are literal extracts, or none where they do not cover two passages. A row of a
 * fact table is one where the passage holds what it is about and what it says.
 */
export function usableSnippets(
  { evidence }: Pick<EvidenceState, "evidence">,
  snippets: readonly Snippet[],
  style: Settings["compressionStyle"],
): Snippet[] {
  const texts = new Map(evidence.map((passage) => [passage.id, searchable(passage)]));
  const extracts = snippets.filter(({ passageId, text }) => {
    const source = texts.get(passageId) ?? "";
    return isLiteral(text, source) || (style === "fact-table" && isFact(text, source));
  });
  const covered = new Set(extracts.map(({ passageId }) => passageId)).size;
  return covered >= Math.min(2, evidence.length) ? extracts : [];
}

function isLiteral(text: string, source: string): boolean {
  const wanted = squeeze(text);
  return wanted !== "" && source.includes(wanted);
}

/** "subject | relation | value": the relation may be said in other words. */
function isFact(row: string, source: string): boolean {
  const cells = row
    .trim()
    .replace(/^\||\|$/gu, "")
    .split("|");
  const [subject = ""] = cells;
  const value = cells.at(-1) ?? "";
  return cells.length >= 3 && isLiteral(subject, source) && isLiteral(value, source);
}

function searchable(passage: Passage): string {
  return squeeze(`${titleOf(passage) ?? ""} ${passage.pageContent}`);
}

/** White space and case are not compared, nor whether a `<` was written as an entity. */
function squeeze(text: string): string {
  return text
    .replace(/&(?:amp;)*lt;/gu, "<")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}
