import type { TaggedToken } from "./tagger.js";

/** A token and what is asked about it again and again. */
export interface Token extends TaggedToken {
  lower: string;
  /** Its stem; empty for a stop word or a mark. */
  term: string;
  sentence: number;
}
