import type { Analyzer } from "../../language/analyzer.js";
import type { EvidenceView, SentenceView } from "./evidence-view.js";
import { coverage } from "./evidence-view.js";
import type { QuestionShape } from "./question-shape.js";

/** What a comparison rests on. */
export interface Comparison {
  answer: string;
  passageIds: string[];
  /** False where a side has no passage or no figure. */
  decided: boolean;
}

const YEAR = /\b(1\d{3}|20\d{2})\b/u;
const FIGURE = /\b\d[\d,]*(?:\.\d+)?\b/u;
const ABOUT_TIME =
  /\b(?:first|earlier|earliest|later|latest|older|oldest|younger|youngest|born|founded|built|opened|released|published|died|before|after)\b/iu;
/** The younger of two is the one born later, so these turn the direction of age words. */
const YOUNG = /\b(?:younger|youngest)\b/iu;

/** Chooses between two named things by the year or figure that stands nearest the question. */
export function compareOptions(
  question: string,
  { options, wants }: QuestionShape,
  view: EvidenceView,
  analyzer: Analyzer,
): Comparison | undefined {
  if (!options) return undefined;
  const pattern = ABOUT_TIME.test(question) ? YEAR : FIGURE;
  const sides = options.map((name) => figureOf(name, pattern, view, analyzer));
  const [one, other] = sides;
  const passageIds = [...new Set(sides.flatMap((side) => (side ? [side.passageId] : [])))];
  if (!one || !other) return { answer: options[0], passageIds, decided: false };
  const least = wants === "least" && !YOUNG.test(question);
  const firstWins = least ? one.figure <= other.figure : one.figure >= other.figure;
  return { answer: options[firstWins ? 0 : 1], passageIds, decided: one.figure !== other.figure };
}

/** "Are A and B …?": yes where the passages of both share what is asked, beyond their names. */
export function answerYesNo(question: string, view: EvidenceView, analyzer: Analyzer): Comparison {
  const names = analyzer.capitalisedSpans(question).map(({ text }) => text);
  const sides = names.flatMap((name) => {
    const index = passageOf(name, view, analyzer);
    return index === undefined ? [] : [index];
  });
  const passages = [...new Set(sides)];
  const passageIds = passages.flatMap(
    (index) => view.sentences.find(({ passageIndex }) => passageIndex === index)?.passageId ?? [],
  );
  const named = new Set(names.flatMap((name) => analyzer.terms(name)));
  const asked = view.questionTerms.filter((term) => !named.has(term) && term !== "same");
  const [first, second] = passages.map((index) => view.passageTerms[index] ?? new Set<string>());
  if (!first || !second) return { answer: "no", passageIds, decided: false };
  if (/\bsame\b/iu.test(question)) {
    const shared = sharedNames(view, passages, named, analyzer);
    return { answer: shared ? "yes" : "no", passageIds, decided: true };
  }
  const both = asked.length === 0 ? 0 : asked.filter((t) => first.has(t) && second.has(t)).length;
  return {
    answer: both >= Math.max(1, asked.length / 2) ? "yes" : "no",
    passageIds,
    decided: true,
  };
}

function sharedNames(
  view: EvidenceView,
  passages: readonly number[],
  named: ReadonlySet<string>,
  analyzer: Analyzer,
): boolean {
  const [first, second] = passages.map((index) => {
    const sentences = view.sentences.filter(({ passageIndex }) => passageIndex === index);
    const spans = sentences.flatMap(({ text }) => analyzer.capitalisedSpans(text));
    return new Set(spans.map(({ text }) => analyzer.fold(text)));
  });
  return [...(first ?? [])].some(
    (name) => second?.has(name) === true && !analyzer.terms(name).every((term) => named.has(term)),
  );
}

function figureOf(
  name: string,
  pattern: RegExp,
  view: EvidenceView,
  analyzer: Analyzer,
): { figure: number; passageId: string } | undefined {
  const index = passageOf(name, view, analyzer);
  if (index === undefined) return undefined;
  const best = view.sentences
    .filter((sentence) => sentence.passageIndex === index && pattern.test(sentence.text))
    .toSorted((a, b) => rank(b, view) - rank(a, view))[0];
  const found = best && pattern.exec(best.text)?.[0];
  if (best === undefined || !found) return undefined;
  return { figure: Number(found.replaceAll(",", "")), passageId: best.passageId };
}

function rank(sentence: SentenceView, view: EvidenceView): number {
  return coverage(view.questionTerms, sentence.terms) - 0.01 * sentence.position;
}

/** The passage about a name: by title first, else the first whose text has it. */
function passageOf(name: string, view: EvidenceView, analyzer: Analyzer): number | undefined {
  const wanted = analyzer.fold(name);
  if (wanted === "") return undefined;
  const titles = view.titles.map((title) => analyzer.fold(title.replace(/\s*\([^)]*\)$/u, "")));
  const exact = titles.findIndex((title) => title === wanted);
  if (exact >= 0) return exact;
  const terms = analyzer.terms(name);
  const index = view.passageTerms.findIndex((held) => terms.every((term) => held.has(term)));
  return index >= 0 && terms.length > 0 ? index : undefined;
}
