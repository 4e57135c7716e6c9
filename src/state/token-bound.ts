import type { Passage } from "./evidence.js";

/** Instructions, delimiters and chat overhead of a prompt, at most. */
export const PROMPT_OVERHEAD = 300;
/** The longest reply of a check or a written query that is planned for. */
export const REPLY_TOKENS = 150;
/** The longest answer that is planned for (DynaKRAG paper, section 4: 48; ours may cite). */
export const ANSWER_TOKENS = 96;
/** A passage that is not there yet. */
const UNSEEN_PASSAGE_TOKENS = 200;

const encoder = new TextEncoder();

/**
 * Tokens of a text at most, without a tokenizer: a third of its UTF-8 bytes. Plain prose has about
 * four bytes a token and CJK text three, so this errs on the safe side.
 */
export function tokensAtMost(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3);
}

const passageCache = new WeakMap<Passage, number>();

/** Tokens of passages at most; titles included. */
export function evidenceTokensAtMost(evidence: readonly Passage[]): number {
  let total = 0;
  for (const passage of evidence) {
    let tokens = passageCache.get(passage);
    if (tokens === undefined) {
      const title = passage.metadata["title"];
      tokens = tokensAtMost(`${typeof title === "string" ? title : ""} ${passage.pageContent}`);
      passageCache.set(passage, tokens);
    }
    total += tokens;
  }
  return total;
}

/** What `count` passages that are not there yet will take, judged by those that are. */
export function newPassageTokens(evidence: readonly Passage[], count: number): number {
  const mean =
    evidence.length === 0
      ? UNSEEN_PASSAGE_TOKENS
      : evidenceTokensAtMost(evidence) / evidence.length;
  return Math.ceil(mean * count);
}
