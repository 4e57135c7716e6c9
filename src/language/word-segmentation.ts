/** A piece of a text with its character offsets: `text === source.slice(start, end)`. */
export interface Word {
  text: string;
  /** UTF-16 offset of the first character. */
  start: number;
  /** UTF-16 offset after the last character. */
  end: number;
}

// A run of letters and digits with their marks; an apostrophe inside does not end it (O'Brien).
// Soft hyphens and joiners are invisible and stand inside words.
const RUN = "[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d]*";
const WORD = new RegExp(`${RUN}(?:['’]${RUN})*`, "gu");

// Scripts that put no space between words. Script extensions, because marks such as the long
// vowel sign belong to several scripts.
const UNSPACED = "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}";
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const UNSPACED_PIECE = new RegExp(`[${UNSPACED}]\\p{M}*|[^${UNSPACED}]+`, "gu");
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** True where the text holds Han, kana or Hangul. */
export function hasUnspacedScript(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** The words of a text, without offsets: what {@link segmentWords} gives as `text`. */
export function wordTexts(text: string): string[] {
  const runs = text.match(WORD) ?? [];
  if (!hasUnspacedScript(text)) return runs;
  return runs.flatMap((run) => piecesOf(run));
}

/**
 * Splits a text into words: runs of letters and digits of any script; Han, kana and Hangul one
 * character each.
 */
export function segmentWords(text: string): Word[] {
  const words: Word[] = [];
  const unspaced = hasUnspacedScript(text);
  for (const match of text.matchAll(WORD)) {
    const run = match[0];
    if (!unspaced) {
      words.push({ text: run, start: match.index, end: match.index + run.length });
      continue;
    }
    let from = 0;
    for (const piece of piecesOf(run)) {
      const start = match.index + run.indexOf(piece, from);
      from = start - match.index + piece.length;
      words.push({ text: piece, start, end: start + piece.length });
    }
  }
  return words;
}

function piecesOf(run: string): string[] {
  if (!hasUnspacedScript(run)) return [run];
  const pieces = run.match(UNSPACED_PIECE) ?? [];
  return pieces
    .map((piece) => piece.replace(/^['’]+|['’]+$/g, ""))
    .filter((piece) => HAS_LETTER_OR_DIGIT.test(piece));
}
