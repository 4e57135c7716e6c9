import { bestSentence, favours, THROUGH_ANOTHER } from "./comparison-sides.js";
import type { Side } from "./comparison-sides.js";
import { countriesIn } from "./countries.js";
import { coverage, relatedCoverage } from "./evidence-view.js";
import type { EvidenceView } from "./evidence-view.js";
import { EVENTS } from "./question-shape.js";
import type { LifeEvent } from "./question-shape.js";
import { firstDate } from "./told-dates.js";
import type { ToldDate } from "./told-dates.js";

/** Columns of the table that chooses between two options. Missing is −1, all others are ≥ 0. */
export const OPTION_FEATURES = [
  "event",
  "wants",
  "throughAnother",
  "position",
  "found",
  "otherFound",
  "birth",
  "death",
  "founding",
  "release",
  "firstDate",
  "titleYear",
  "lifespan",
  "linkedBirth",
  "linkedDeath",
  "linkedFirstDate",
  "number",
  "coverage",
  "relation",
  "sentence",
  "relationHere",
  "relationThere",
  "country",
  "asked",
] as const;

/** One row for each of two options, in their order. */
export function optionFeatures(
  view: EvidenceView,
  sides: readonly [Side, Side],
): [Float32Array, Float32Array] {
  return [
    Float32Array.from(optionRow(view, sides[0], sides[1], 0)),
    Float32Array.from(optionRow(view, sides[1], sides[0], 1)),
  ];
}

function optionRow(view: EvidenceView, own: Side, other: Side, position: number): number[] {
  const { shape, relationTerms, terms, text } = view.question;
  const isThroughAnother = THROUGH_ANOTHER.test(text);
  const date = (event: LifeEvent, linked = false): number => {
    if (linked && !isThroughAnother) return -1;
    const [here, there] = linked ? [own.linkedDates, other.linkedDates] : [own.dates, other.dates];
    return favours(shape, firstDate(here, event), firstDate(there, event));
  };
  const relation = (side: Side): number =>
    side.passage ? relatedCoverage(relationTerms, side.passage.terms, view.analyzer) : 0;
  const share = (side: Side): number => (side.passage ? coverage(terms, side.passage.terms) : 0);
  return [
    EVENTS.indexOf(shape.event),
    ["least", "most", "untold"].indexOf(shape.wants),
    isThroughAnother ? 1 : 0,
    position,
    own.passage ? 1 : 0,
    other.passage ? 1 : 0,
    date("birth"),
    date("death"),
    date("founding"),
    date("release"),
    date("none"),
    favours(shape, titleYear(own), titleYear(other)),
    favours(shape, lifespan(own.dates), lifespan(other.dates)),
    date("birth", true),
    date("death", true),
    date("none", true),
    favours(shape, largestNumber(own), largestNumber(other)),
    ahead(share(own), share(other)),
    ahead(relation(own), relation(other)),
    ahead(bestSentence(view, own), bestSentence(view, other)),
    relation(own),
    relation(other),
    sharesCountry(view, own),
    favours(shape, askedDate(view, own), askedDate(view, other)),
  ];
}

/** The date that the question speaks of, of the thing itself or of the one it leads to. */
function askedDate({ question }: EvidenceView, { dates, linkedDates }: Side): number | undefined {
  const { event } = question.shape;
  const told = THROUGH_ANOTHER.test(question.text) ? linkedDates : dates;
  return firstDate(told, event) ?? (event === "death" ? undefined : firstDate(told, "none"));
}

function ahead(own: number, other: number): number {
  return (1 + own - other) / 2;
}

function titleYear({ passage, name }: Side): number | undefined {
  const year = /\b(1\d{3}|20\d{2})\b/u.exec(`${name} ${passage?.title ?? ""}`)?.[1];
  return year === undefined ? undefined : Number(year);
}

function lifespan(dates: readonly ToldDate[]): number | undefined {
  const [birth, death] = [firstDate(dates, "birth"), firstDate(dates, "death")];
  return birth === undefined || death === undefined ? undefined : death - birth;
}

function largestNumber({ passage }: Side): number | undefined {
  const numbers = (passage?.spans ?? [])
    .filter(({ kind }) => kind === "number")
    .map(({ text }) => Number(/[\d,.]*\d/u.exec(text)?.[0].replaceAll(",", "")))
    .filter(Number.isFinite);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** Does the passage name a country that the question names? */
function sharesCountry({ question }: EvidenceView, { passage }: Side): number {
  const asked = countriesIn(question.folded);
  if (asked.length === 0 || !passage) return -1;
  return countriesIn(passage.folded).some((country) => asked.includes(country)) ? 1 : 0;
}
