import { bestSentence, favours, THROUGH_ANOTHER } from "./comparison-sides.js";
import type { Side } from "./comparison-sides.js";
import { countriesIn } from "./countries.js";
import { coverage, relatedCoverage } from "./evidence-view.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import { firstDate } from "./told-dates.js";

/** Columns of the table that answers yes or no. Missing is −1, all others are ≥ 0. */
export const YES_NO_FEATURES = [
  "sides",
  "same",
  "both",
  "countryAsked",
  "throughAnother",
  "comparative",
  "sharedCountry",
  "sharedLinkedCountry",
  "countries",
  "sharedNames",
  "relationLeast",
  "relationMost",
  "sentenceLeast",
  "sentenceMost",
  "coverageLeast",
  "sameYear",
  "beforeYear",
  "sharedKind",
  "openShare",
  "birthOrder",
  "firstDateOrder",
] as const;

/** One row for a question that is answered by yes or no. */
export function yesNoFeatures(
  view: EvidenceView,
  [one, other]: readonly [Side, Side],
): Float32Array {
  const { text, terms, shape, relationTerms, folded } = view.question;
  const sides = [one, other];
  const relation = sides.map(({ passage }) =>
    passage ? relatedCoverage(relationTerms, passage.terms, view.analyzer) : 0,
  );
  const sentence = sides.map((side) => bestSentence(view, side));
  const share = sides.map(({ passage }) => (passage ? coverage(terms, passage.terms) : 0));
  const [country, otherCountry] = sides.map(({ passage }) => firstCountries(passage));
  const [linked, otherLinked] = sides.map((side) => side.linked.flatMap(firstCountries));
  const [first, second] = sides.map(({ dates }) => firstDate(dates, "none"));
  const year = Number(/\b(1\d{3}|20\d{2})\b/u.exec(text)?.[1] ?? NaN);
  return Float32Array.from([
    sides.filter(({ passage }) => passage).length,
    /\bsame\b|\bshare\b|\bcommon\b/iu.test(text) ? 1 : 0,
    /\bboth\b/iu.test(text) ? 1 : 0,
    / (?:country|nationality|nation|state|city|located) /u.test(folded) ? 1 : 0,
    THROUGH_ANOTHER.test(text) ? 1 : 0,
    shape.wants === "untold" ? 0 : 1,
    shared(country, otherCountry),
    shared(linked, otherLinked),
    new Set([...(country ?? []), ...(otherCountry ?? [])]).size,
    shared(namesIn(one, view), namesIn(other, view)),
    Math.min(...relation),
    Math.max(...relation),
    Math.min(...sentence),
    Math.max(...sentence),
    Math.min(...share),
    first === undefined || second === undefined
      ? -1
      : Math.floor(first) === Math.floor(second)
        ? 1
        : 0,
    Number.isNaN(year) ? -1 : [first, second].filter((date) => (date ?? 9999) < year).length,
    sharedKinds(one, other),
    coverage(view.missingTerms, new Set(terms)),
    favours(shape, firstDate(one.dates, "birth"), firstDate(other.dates, "birth")),
    favours(shape, first, second),
  ]);
}

/** The countries of the opening sentences, where a page says what its subject is. */
function firstCountries(passage: PassageView | undefined): string[] {
  if (!passage) return [];
  const end = passage.sentences[1]?.end ?? passage.text.length;
  return countriesIn(
    passage.text
      .slice(0, end)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " "),
  );
}

/** 1 where two lists share an element, 0 where they do not, −1 where one is empty. */
function shared(one: readonly string[] = [], other: readonly string[] = []): number {
  if (one.length === 0 || other.length === 0) return -1;
  return one.some((element) => other.includes(element)) ? 1 : 0;
}

function namesIn({ passage }: Side, { question }: EvidenceView): string[] {
  return (passage?.spans ?? [])
    .filter(({ kind, folded }) => kind === "name" && !question.folded.includes(` ${folded} `))
    .map(({ folded }) => folded);
}

/** How many nouns the two opening sentences share, up to four. */
function sharedKinds(one: Side, other: Side): number {
  const [first, second] = [one.passage?.sentences[0], other.passage?.sentences[0]];
  if (!first || !second) return -1;
  return Math.min(4, [...first.terms].filter((term) => second.terms.has(term)).length);
}
