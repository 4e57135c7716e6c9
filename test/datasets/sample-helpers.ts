import type { Question } from "../../src/datasets/question.js";
import type { Passage } from "../../src/state/evidence.js";

/** The title of a passage, as the corpus writes it. */
export function titleOf(passage: Passage): string {
  return String(passage.metadata["title"]);
}

/** The title without what tells namesakes apart: `Tavrin (river)` becomes `Tavrin`. */
export function nameOf(passage: Passage): string {
  return titleOf(passage).replace(/ \(.*\)$/, "");
}

/** The values that occur more than once, each given once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/** True where the text has the words, in whatever case. */
export function says(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}

/** What the pattern's first group finds in the passages of a title. */
export function find(passages: readonly Passage[], title: string, pattern: RegExp): string {
  for (const passage of passages.filter((each) => titleOf(each) === title)) {
    const found = pattern.exec(passage.pageContent)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`No passage of "${title}" matches ${String(pattern)}`);
}

/** The gold passages of a question, in the order of the hops. */
export function goldOf(question: Question, corpus: readonly Passage[]): Passage[] {
  return question.supporting.map((id) => {
    const passage = corpus.find((each) => each.id === id);
    if (!passage) throw new Error(`${question.id} names ${id}, which does not exist`);
    return passage;
  });
}
