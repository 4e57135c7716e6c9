/**
 * Letters that no Unicode decomposition takes apart, and their plain forms, as in Lucene's
 * ASCIIFoldingFilter. Final sigma joins sigma, so that capitals and small letters agree.
 */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ħ", "h"],
  ["ı", "i"],
  ["ŋ", "n"],
  ["ς", "σ"],
]);
const SPECIAL_LETTERS = new RegExp(`[${[...PLAIN_LETTERS.keys()].join("")}]`, "g");

// Only marks that readers leave out: Latin, Greek and Cyrillic accents, Hebrew and Arabic points.
// Vowel signs of Indic scripts and the kana voicing mark are part of the spelling and stay.
const DIACRITICS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
// eslint-disable-next-line no-control-regex -- the point of the pattern: what is plain already
const ASCII_ONLY = /^[\u0000-\u007f]*$/;
const APOSTROPHES = /['’ʼ]/g;
const INVISIBLE = /[\u00ad\u200c\u200d]/g;

/** Lower case without diacritics. Apostrophes stay, all as `'`. */
export function foldLetters(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(DIACRITICS, "")
    .normalize("NFKC")
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(INVISIBLE, "")
    .replace(APOSTROPHES, "'");
}

/** A word as names and queries are compared: folded, without apostrophes. */
export function foldWord(word: string): string {
  return withoutApostrophes(foldLetters(word));
}

/** Takes every apostrophe out of a word: `o'brien` and `obrien` are one name. */
export function withoutApostrophes(word: string): string {
  return word.includes("'") ? word.replaceAll("'", "") : word;
}
