/**
 * Tokens without a tokenizer, for what has to be a pure, synchronous function of the state: bounds
 * for the token budget, and expectations for the cost. What is sent is counted before it is sent
 * (`generator/token-budget.ts`), so a text that exceeds its bound cannot exceed the budget.
 */
import type { Passage } from "./evidence.js";

/** Instructions and chat overhead of a prompt, at most; a test holds every prompt to it. */
export const PROMPT_OVERHEAD = 300;
/** Delimiters, labels and date of one passage in a prompt, at most. */
const PASSAGE_OVERHEAD = 30;
/** The same without a date. */
const EXPECTED_PASSAGE_OVERHEAD = 20;
/** The longest reply of a check or a written query that is planned for, beside the question's words. */
const REPLY_TOKENS = 150;
/** The longest answer that is planned for (DynaKRAG paper, section 4: 48; ours may cite). */
export const ANSWER_TOKENS = 96;
/** JSON around one extract of a compression. */
const EXTRACT_OVERHEAD = 16;
/** A passage that is not there yet. */
const UNSEEN_PASSAGE_TOKENS = 200;

/** UTF-8 bytes of a token of prose: 4.1 in the sample world, 4.4 on the three question sets. */
const BYTES_PER_TOKEN = 4;

/**
 * Letters, digits, gaps, and every other character by itself, about as a tokenizer parts them: a
 * single space joins the word after it, but no number.
 */
const PIECES = /\p{L}[\p{L}\p{M}]*|\p{N}+|\s+(?=\p{N})|\s{2,}|[^\S ]|[^\s\p{L}\p{N}]/gu;

/**
 * Tokens of a text at most: three ASCII letters or digits a token, two bytes of any other script,
 * two characters of a gap that is no single space, one token for each other character. Of 4,500 passages of
 * the three question sets two have more, by a tenth.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    const bytes = Buffer.byteLength(piece);
    const isWord = bytes === piece.length && piece.trim() !== "";
    tokens += Math.ceil(isWord ? bytes / 3 : bytes / 2);
  }
  return tokens;
}

/** Tokens of a text as expected of prose. */
export function expectedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Tokens of passages in a prompt at most, with titles and delimiters. */
export const evidenceTokensAtMost = summed(
  (passage) => tokensAtMost(shown(passage)) + PASSAGE_OVERHEAD,
);

/** Tokens of passages in a prompt as expected of prose, with titles and delimiters. */
export const expectedEvidenceTokens = summed(
  (passage) => expectedTokens(shown(passage)) + EXPECTED_PASSAGE_OVERHEAD,
);

/** What `count` passages that are not there yet will take, judged by those that are. */
export function newPassageTokens(
  evidence: readonly Passage[],
  count: number,
  tokensOf: (evidence: readonly Passage[]) => number,
): number {
  const mean = evidence.length === 0 ? UNSEEN_PASSAGE_TOKENS : tokensOf(evidence) / evidence.length;
  return Math.ceil(mean * count);
}

/** A judgement repeats the question's words in what is missing and in its query. */
export function replyTokensAtMost(question: string): number {
  return REPLY_TOKENS + 2 * tokensAtMost(question);
}

/** The longest reply of a compression that keeps to its limits. */
export function extractTokensAtMost(limits: { maxSnippets: number; maxTokens: number }): number {
  return limits.maxTokens + EXTRACT_OVERHEAD * limits.maxSnippets;
}

function shown({ metadata, pageContent }: Passage): string {
  const { title } = metadata;
  return `${typeof title === "string" ? title : ""} ${pageContent}`;
}

/** A sum over passages; passages are immutable, so each is measured once. */
function summed(tokensOf: (passage: Passage) => number): (evidence: readonly Passage[]) => number {
  const known = new WeakMap<Passage, number>();
  return (evidence) => {
    let total = 0;
    for (const passage of evidence) {
      const tokens = known.get(passage) ?? tokensOf(passage);
      known.set(passage, tokens);
      total += tokens;
    }
    return total;
  };
}
