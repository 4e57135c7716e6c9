import type { Language } from "../language/language.js";
import type { Passage } from "../state/evidence.js";

/** What the features of a candidate passage are computed from, beside the passage. */
export interface EvidenceInput {
  question: string;
  /** In the order of arrival. */
  evidence: readonly Passage[];
  language: Language;
  /** Ids of the passages that the newest acquisition brought; absent where that is not known. */
  newest?: ReadonlySet<string> | undefined;
  /** Names that may lead to the next document, best first; absent where they are not known. */
  bridges?: readonly string[] | undefined;
  /** How much a term tells, such as its idf; absent: all terms count the same. */
  termWeight?: ((term: string) => number) | undefined;
}
