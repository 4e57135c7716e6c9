import type { Analyzer } from "../../language/analyzer.js";
import type { Passage } from "../../state/evidence.js";

/** One sentence of the evidence, ready to be compared. */
export interface SentenceView {
  passageIndex: number;
  passageId: string;
  text: string;
  /** Terms of the sentence and of its passage's title. */
  terms: ReadonlySet<string>;
  /** 0 = first of its passage. */
  position: number;
}

/** The evidence as the embedded generator reads it. */
export interface EvidenceView {
  questionTerms: string[];
  sentences: SentenceView[];
  /** Terms of each passage, title included. */
  passageTerms: ReadonlySet<string>[];
  /** For each passage: is its title named in another passage, or in the question? */
  linked: boolean[];
  titles: string[];
  /** The passage the question starts from: it covers most of it. */
  anchor: number;
  /** What the question asks beyond the anchor: the terms of the last hop. */
  openTerms: string[];
  /** For each passage: is its title named in the anchor, or the anchor's in it? */
  nextToAnchor: boolean[];
}

/** Splits, analyses and links the evidence once for all tasks. */
export function viewEvidence(
  question: string,
  evidence: readonly Passage[],
  analyzer: Analyzer,
): EvidenceView {
  const titles = evidence.map(titleText);
  const folded = evidence.map(({ pageContent }) => ` ${analyzer.fold(pageContent)} `);
  const asked = ` ${analyzer.fold(question)} `;
  const linked = titles.map((title, index) => {
    const name = analyzer.fold(withoutSuffix(title));
    if (name === "") return false;
    const others = folded.filter((_, other) => titles[other] !== title && other !== index);
    return [asked, ...others].some((text) => text.includes(` ${name} `));
  });
  const sentences = evidence.flatMap(({ id, pageContent }, passageIndex) => {
    const titleTerms = analyzer.terms(titles[passageIndex] ?? "");
    return analyzer.sentences(pageContent).map(({ text }, position): SentenceView => ({
      passageIndex,
      passageId: id,
      text,
      terms: new Set([...titleTerms, ...analyzer.terms(text)]),
      position,
    }));
  });
  const passageTerms = evidence.map(
    ({ pageContent }, index) => new Set(analyzer.terms(`${titles[index] ?? ""} ${pageContent}`)),
  );
  const questionTerms = [...new Set(analyzer.terms(question))];
  const anchor = anchorOf(questionTerms, passageTerms, titles, asked, analyzer);
  const anchored = passageTerms[anchor] ?? new Set<string>();
  const openTerms = questionTerms.filter((term) => !anchored.has(term));
  const names = titles.map((title) => ` ${analyzer.fold(withoutSuffix(title))} `);
  const nextToAnchor = names.map(
    (name, index) =>
      index !== anchor &&
      ((name.trim() !== "" && folded[anchor]?.includes(name) === true) ||
        (names[anchor]?.trim() !== "" && folded[index]?.includes(names[anchor] ?? "") === true)),
  );
  const base = { questionTerms, sentences, passageTerms, linked, titles };
  return { ...base, anchor, openTerms, nextToAnchor };
}

/** The passage that covers most of the question; one whose title the question names is preferred. */
function anchorOf(
  questionTerms: readonly string[],
  passageTerms: readonly ReadonlySet<string>[],
  titles: readonly string[],
  asked: string,
  analyzer: Analyzer,
): number {
  let best = 0;
  let bestScore = -1;
  for (const [index, terms] of passageTerms.entries()) {
    const name = analyzer.fold(withoutSuffix(titles[index] ?? ""));
    const named = name !== "" && asked.includes(` ${name} `) ? 0.5 : 0;
    const score = coverage(questionTerms, terms) + named;
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}

function withoutSuffix(title: string): string {
  return title.replace(/\s*\([^)]*\)$/u, "");
}

/** Share of the question's terms that a set of terms holds, 0 to 1. */
export function coverage(questionTerms: readonly string[], terms: ReadonlySet<string>): number {
  if (questionTerms.length === 0) return 0;
  return questionTerms.filter((term) => terms.has(term)).length / questionTerms.length;
}

function titleText({ metadata }: Passage): string {
  const title = metadata["title"];
  return typeof title === "string" ? title : "";
}
