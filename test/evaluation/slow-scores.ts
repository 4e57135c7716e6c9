/**
 * A second computation of the answer scores, letter by letter and without a regular expression over
 * the whole text, for the tests to compare with.
 */

const ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const ARTICLES = ["a", "an", "the"];
const BARE_WORDS = ["yes", "no", "noanswer"];

/** As `str.isspace` of Python. */
const SPACES = new Set(
  [
    [0x09, 0x0d],
    [0x1c, 0x20],
    [0x85, 0x85],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ].flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  ),
);

/** Cuts the text into runs of word characters and runs of others, then drops articles. */
export function slowNormalise(text: string): string {
  const letters = [...text.toLowerCase()].filter((letter) => !ASCII_PUNCTUATION.includes(letter));
  let run = "";
  let kept = "";
  for (const letter of [...letters, " "]) {
    if (/[\p{L}\p{N}]/u.test(letter)) {
      run += letter;
      continue;
    }
    kept += ARTICLES.includes(run) ? " " : run;
    run = "";
    kept += letter;
  }
  const words: string[] = [];
  let word = "";
  for (const letter of [...kept, " "]) {
    if (!SPACES.has(letter)) {
      word += letter;
      continue;
    }
    if (word !== "") words.push(word);
    word = "";
  }
  return words.join(" ");
}

/** Exact match and F1, from sorted words and F1 = 2 · shared / (words of both). */
export function slowScore(
  answer: string,
  accepted: readonly string[],
  bareWords: boolean,
): { exactMatch: number; f1: number } {
  const scores = accepted.map((gold) => slowPair(answer, gold, bareWords));
  return {
    exactMatch: Math.max(...scores.map(({ exactMatch }) => exactMatch)),
    f1: Math.max(...scores.map(({ f1 }) => f1)),
  };
}

function slowPair(answer: string, gold: string, bareWords: boolean) {
  const [one, other] = [slowNormalise(answer), slowNormalise(gold)];
  if (one === "" && other === "") {
    const same = answer.trim().toLowerCase() === gold.trim().toLowerCase() ? 1 : 0;
    return { exactMatch: same, f1: bareWords ? 0 : same };
  }
  const exactMatch = one === other ? 1 : 0;
  if (bareWords && exactMatch === 0 && [one, other].some((text) => BARE_WORDS.includes(text))) {
    return { exactMatch, f1: 0 };
  }
  const [left, right] = [one, other].map((text) => text.split(" ").filter(Boolean).toSorted());
  return { exactMatch, f1: sortedF1(left ?? [], right ?? []) };
}

function sortedF1(left: readonly string[], right: readonly string[]): number {
  let [at, to, shared] = [0, 0, 0];
  while (at < left.length && to < right.length) {
    const [one = "", other = ""] = [left[at], right[to]];
    if (one === other) shared += 1;
    if (one <= other) at += 1;
    if (other <= one) to += 1;
  }
  return (2 * shared) / (left.length + right.length);
}
