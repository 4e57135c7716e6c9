import type { CandidateSpan } from "./candidate-spans.js";
import type { PassageReading } from "./passage-reading.js";
import { EVENTS } from "./question-shape.js";
import type { LifeEvent } from "./question-shape.js";
import { lastEvent } from "./token-context.js";

/** A date that a passage tells, and of what. */
export interface ToldDate {
  /** Years, with months and days as a fraction. */
  at: number;
  event: LifeEvent;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The dates of a passage in the order of the text. A year inside a longer date is not repeated. */
export function toldDates(passage: PassageReading): ToldDate[] {
  let end = -1;
  return passage.spans.flatMap((span): ToldDate[] => {
    if ((span.kind !== "date" && span.kind !== "year") || span.start < end) return [];
    const at = dateValue(span);
    if (at === undefined) return [];
    ({ end } = span);
    const from = passage.sentences[passage.tokens[span.firstToken]?.sentence ?? 0]?.firstToken ?? 0;
    const event = EVENTS[lastEvent(passage.tokens, from, span.firstToken)] ?? "none";
    return [{ at, event }];
  });
}

/** The first date of an event, or the first date at all for `none`. */
export function firstDate(dates: readonly ToldDate[], event: LifeEvent): number | undefined {
  return dates.find((date) => event === "none" || date.event === event)?.at;
}

/** A year on a scale where 1950.5 is the middle of 1950; undefined without a year. */
function dateValue({ text }: Pick<CandidateSpan, "text">): number | undefined {
  const year = /\b(\d{3,4})s?\b/u.exec(text)?.[1];
  if (year === undefined) return undefined;
  const month = MONTHS.findIndex((name) => text.toLowerCase().includes(name));
  const day = /\b(\d{1,2})\b/u.exec(text)?.[1];
  return Number(year) + Math.max(0, month) / 12 + (day === undefined ? 0 : Number(day) / 400);
}
