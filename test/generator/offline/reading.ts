import { taggerFor } from "../../../src/generator/offline/tagger.js";
import { viewEvidence } from "../../../src/generator/offline/evidence-view.js";
import type { EvidenceView } from "../../../src/generator/offline/evidence-view.js";
import { analyzerFor } from "../../../src/language/analyzer.js";
import type { Language } from "../../../src/language/language.js";
import type { Passage } from "../../../src/state/evidence.js";

/** Evidence from titles and texts; ids are p1, p2 and so on. */
export function passages(...texts: [title: string, text: string][]): Passage[] {
  return texts.map(([title, pageContent], index) => ({
    id: `p${index + 1}`,
    pageContent,
    metadata: { title },
  }));
}

/** Question and evidence as the embedded generator reads them. */
export async function viewFor(
  question: string,
  evidence: readonly Passage[],
  language: Language = "english",
): Promise<EvidenceView> {
  return viewEvidence(question, evidence, analyzerFor(language), await taggerFor(language));
}
