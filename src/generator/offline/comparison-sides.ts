import { coverage, relatedCoverage } from "./evidence-view.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import type { QuestionShape } from "./question-shape.js";
import { toldDates } from "./told-dates.js";
import type { ToldDate } from "./told-dates.js";

/** The question asks about a side through another thing: its director, its author. */
export const THROUGH_ANOTHER =
  /\b(?:director|directors|directed|performer|composer|author|writer|founder|producer|creator|whose)\b/iu;

/** One of two things that are compared: its passage and those that it leads to. */
export interface Side {
  name: string;
  passage: PassageView | undefined;
  linked: PassageView[];
  dates: ToldDate[];
  linkedDates: ToldDate[];
}

/** Finds the passages of two names; `linked` leaves out what the other side is. */
export function sidesOf(names: readonly [string, string], view: EvidenceView): [Side, Side] {
  const [one, other] = names.map((name) => passageOf(name, view)) as [number, number];
  return [sideOf(names[0], one, other, view), sideOf(names[1], other, one, view)];
}

function sideOf(name: string, at: number, other: number, view: EvidenceView): Side {
  const passage = view.passages[at];
  const linked = (passage?.leadsTo ?? [])
    .filter((index) => index !== other)
    .flatMap((index) => view.passages[index] ?? []);
  return {
    name,
    passage,
    linked,
    dates: passage ? toldDates(passage) : [],
    linkedDates: linked.flatMap(toldDates),
  };
}

/** The passage about a name: of that title, else the one whose title or text holds it best. */
function passageOf(name: string, { passages, analyzer }: EvidenceView): number {
  const wanted = analyzer.fold(name.replace(/\s*\([^)]*\)$/u, ""));
  if (wanted === "") return -1;
  const exact = passages.findIndex((passage) => passage.name === wanted);
  if (exact >= 0) return exact;
  const terms = analyzer.terms(name);
  const fits = passages.map(
    (passage) => coverage(terms, passage.titleTerms) + 0.5 * coverage(terms, passage.terms),
  );
  const best = Math.max(...fits, 0);
  return best >= 0.75 ? fits.indexOf(best) : -1;
}

/** 1 where the first value wins the comparison, 0 where the second does; −1 where unknown. */
export function favours(
  { wants }: QuestionShape,
  own: number | undefined,
  other: number | undefined,
): number {
  if (own === undefined || other === undefined || wants === "untold") return -1;
  if (own === other) return 0.5;
  return own < other === (wants === "least") ? 1 : 0;
}

/** Best share of what is asked that one sentence of a side tells, 0 to 1. */
export function bestSentence({ question, analyzer }: EvidenceView, { passage }: Side): number {
  const shares = (passage?.sentences ?? []).map(({ terms }) =>
    relatedCoverage(question.relationTerms, terms, analyzer),
  );
  return Math.max(0, ...shares);
}
