import { SPAN_KINDS } from "./candidate-spans.js";
import type { CandidateSpan } from "./candidate-spans.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import { tagCode } from "./token-context.js";

/** Spans are immutable, and every state of a question asks the same of them. */
const ownCache = new WeakMap<CandidateSpan, number[]>();

/** Columns `kind` to `isTitle`: the span by itself. */
export function ownFeatures(passage: PassageView, span: CandidateSpan): number[] {
  const known = ownCache.get(span) ?? readOwn(passage, span);
  ownCache.set(span, known);
  return known;
}

function readOwn(passage: PassageView, span: CandidateSpan): number[] {
  const words = span.text.split(/\s+/u);
  return [
    SPAN_KINDS.indexOf(span.kind),
    words.length,
    words.filter((word) => /^["“(]?\p{Lu}/u.test(word)).length / words.length,
    /\d/u.test(span.text) ? 1 : 0,
    tagCode(passage.tokens[span.lastToken - 1]),
    span.folded === passage.name ? 1 : passage.name.includes(span.folded) ? 0.5 : 0,
  ];
}

/** Share of a title's words in the span, for the title that shares most: another form of a name. */
export function titleAlias(span: CandidateSpan, names: readonly string[][]): number {
  const words = new Set(span.folded.split(" "));
  let most = 0;
  for (const name of names) {
    most = Math.max(most, name.filter((word) => words.has(word)).length / name.length);
  }
  return most;
}

/** 1 where the question holds the span, else the share of its words there, at most .9. */
export function shareInQuestion(span: CandidateSpan, { question }: EvidenceView): number {
  if (question.folded.includes(` ${span.folded} `)) return 1;
  const words = span.folded.split(" ");
  const held = words.filter((word) => question.folded.includes(` ${word} `)).length;
  return (0.9 * held) / words.length;
}

/** How often each folded span stands in the evidence. */
export function frequencies(
  passages: readonly PassageView[],
): Map<string, { passages: number; mentions: number }> {
  const counts = new Map<string, { passages: number; mentions: number }>();
  for (const { spans } of passages) {
    const seen = new Set<string>();
    for (const { folded } of spans) {
      const count = counts.get(folded) ?? { passages: 0, mentions: 0 };
      count.mentions += 1;
      if (!seen.has(folded)) count.passages += 1;
      seen.add(folded);
      counts.set(folded, count);
    }
  }
  return counts;
}

const insideCache = new WeakMap<CandidateSpan, number>();

/** 1 where a longer span holds this one. */
export function isInsideAnother(span: CandidateSpan, spans: readonly CandidateSpan[]): number {
  const known = insideCache.get(span) ?? findOuter(span, spans);
  insideCache.set(span, known);
  return known;
}

function findOuter(span: CandidateSpan, spans: readonly CandidateSpan[]): number {
  const wraps = spans.some(
    ({ start, end, kind }) =>
      start <= span.start &&
      end >= span.end &&
      end - start > span.end - span.start &&
      kind !== "quotation",
  );
  return wraps ? 1 : 0;
}

/** 1 where the span ends in the noun that is asked for ("river"), .5 where it holds it. */
export function endsInKind(
  span: CandidateSpan,
  { question }: EvidenceView,
  { tokens }: PassageView,
): number {
  if (question.kindTerm === "") return -1;
  const held = tokens.slice(span.firstToken, span.lastToken).map(({ term }) => term);
  return held.at(-1) === question.kindTerm ? 1 : held.includes(question.kindTerm) ? 0.5 : 0;
}

/** Does the first sentence of the passage with this title say it is one of the asked kind? */
export function isOfKind(passage: PassageView | undefined, kindTerm: string): number {
  if (!passage || kindTerm === "") return -1;
  return passage.sentences[0]?.terms.has(kindTerm) ? 1 : 0;
}

/** How well a span looks like what is asked for, 0 to 1. */
export function typeFit(span: CandidateSpan, passage: PassageView, view: EvidenceView): number {
  const { type } = view.question.shape;
  const isName = span.kind === "name" || span.kind === "place";
  switch (type) {
    case "date":
      return span.kind === "date" ? 1 : span.kind === "year" ? 0.8 : 0;
    case "number":
      return span.kind === "number"
        ? 1
        : span.kind === "year"
          ? 0.3
          : /\d/u.test(span.text)
            ? 0.6
            : 0;
    case "person":
      return isName && span.text.includes(" ") ? 1 : isName ? 0.6 : 0;
    case "place":
      return span.kind === "place" ? 1 : isName ? 0.8 : 0;
    case "work":
      return span.kind === "quotation" ? 1 : isName ? 0.8 : 0;
    case "nationality":
      return isName && !span.text.includes(" ") ? 1 : 0;
    default:
      return tagCode(passage.tokens[span.lastToken - 1]) > 0 ? 0.5 : 0;
  }
}

/** Last words of names that are no persons; the place in the list is a feature. */
const NAME_CLASSES: readonly ReadonlySet<string>[] = [
  "city town county state province island islands river lake sea ocean mountain mountains valley park street road bay district region village township republic kingdom empire peninsula square bridge castle palace hall house building tower airport station",
  "university college school academy institute museum library hospital church cathedral",
  "company corporation inc ltd records entertainment group studios pictures press bank airlines network channel league club team party union association society council committee department agency army navy force forces regiment band orchestra",
  "film album song series show novel book magazine newspaper award awards prize medal cup championship championships games festival war battle act treaty revolution season tour trilogy",
].map((words) => new Set(words.split(" ")));

/** 0 for other spans, 1 for two or three capitalised words that may be a person, then by last word. */
export function nameClass({ folded, kind, text }: CandidateSpan): number {
  const last = folded.slice(folded.lastIndexOf(" ") + 1);
  const known = NAME_CLASSES.findIndex((words) => words.has(last));
  if (known >= 0) return known + 2;
  return kind === "name" && /^\S+ (?:\S+ )?\S+$/u.test(text) && !/\d|\bof\b/u.test(text) ? 1 : 0;
}
