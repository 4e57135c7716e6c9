import { analyzerFor } from "../language/analyzer.js";
import type { Analyzer, Word } from "../language/analyzer.js";
import { rulesFor } from "../language/language-rules.js";
import type { Language } from "../language/language.js";
import type { EntityLinker, EntityMention } from "./evidence-retriever.js";
import { nameTokens, TitleTrie } from "./title-trie.js";
import type { TitleMatch } from "./title-trie.js";

const HAS_CASE = /[\p{Lu}\p{Lt}\p{Ll}]/u;
const FORM_OF_ADDRESS = /^(\p{L}+)\.?\s/u;

/**
 * Links names to the titles of a corpus: the longest title at each place, written with capitals as
 * the title has them. `Titanic` also finds "Titanic (1997 film)"; where several titles share a
 * name, up to three are given, the plain one first. Names that are no title come as spans with
 * `linked: false`. Single common words, numbers and dates are no names.
 *
 * @param titles - the titles as the corpus writes them; repeats do no harm.
 *
 * @example
 * ```ts
 * import { titleGazetteer } from "dynakrag";
 *
 * const { mentions } = titleGazetteer(["Titanic (1997 film)"], "english");
 * mentions("James Cameron directed Titanic.");
 * // [{ name: "James Cameron", start: 0, end: 13, linked: false },
 * //  { name: "Titanic (1997 film)", start: 23, end: 30, linked: true }]
 * ```
 */
export function titleGazetteer(titles: Iterable<string>, language: Language): EntityLinker {
  const analyzer = analyzerFor(language);
  const trie = new TitleTrie(titles, analyzer);
  return {
    mentions: (text) => {
      const spans = analyzer.capitalisedSpans(text);
      const linked = linkTitles(text, trie, analyzer, spans);
      return firstOfEachName([...linked, ...uncovered(spans, linked)]);
    },
  };
}

/**
 * Finds names by their capitals alone, for a store whose titles are not known.
 *
 * @example
 * ```ts
 * import { spanLinker } from "dynakrag";
 *
 * spanLinker("english").mentions("James Cameron was born in Ontario.").length; // 2
 * ```
 */
export function spanLinker(language: Language): EntityLinker {
  const analyzer = analyzerFor(language);
  return {
    mentions: (text) => firstOfEachName(analyzer.capitalisedSpans(text).map(unlinked)),
  };
}

function linkTitles(
  text: string,
  trie: TitleTrie,
  analyzer: Analyzer,
  spans: readonly Word[],
): EntityMention[] {
  const tokens = nameTokens(text, analyzer);
  const spanEnds = new Map(spans.map((span) => [startOfName(span, analyzer), span.end]));
  const mentions: EntityMention[] = [];
  let at = 0;
  while (at < tokens.length) {
    const match = trie.longestAt(tokens, at);
    if (!match || (match.last === at && !standsAlone(text, match, spanEnds))) {
      at += 1;
      continue;
    }
    const { titles, start, end } = match;
    for (const name of titles) mentions.push({ name, start, end, linked: true });
    at = match.last + 1;
  }
  return mentions;
}

/** A single word is a name only where no longer name holds it: not "Love" of "Love Beats Rhymes". */
function standsAlone(
  text: string,
  { start, end }: TitleMatch,
  spanEnds: ReadonlyMap<number, number>,
): boolean {
  return spanEnds.get(start) === end || !HAS_CASE.test(text.slice(start, end));
}

/** Where a span begins without its form of address: at "O'Brien" of "Mr. O'Brien". */
function startOfName({ text, start }: Word, { language }: Analyzer): number {
  const address = FORM_OF_ADDRESS.exec(text);
  const isAddress = rulesFor(language).honorifics.has(address?.[1]?.toLowerCase() ?? "");
  return address && isAddress ? start + address[0].length : start;
}

/**
 * The spans that no title takes the end of: "New York Yankees" stays beside "New York". Both lists
 * rise, so one pass is enough.
 */
function uncovered(spans: readonly Word[], linked: readonly EntityMention[]): EntityMention[] {
  let at = 0;
  return spans
    .filter((span) => {
      // A full stop or bracket at the end of a span belongs to no title.
      while ((linked[at]?.end ?? span.end) < span.end - 1) at += 1;
      const title = linked[at];
      return !title || title.start >= span.end;
    })
    .map(unlinked);
}

function unlinked({ text, start, end }: Word): EntityMention {
  return { name: text, start, end, linked: false };
}

/** In the order of the text, each name once. */
function firstOfEachName(mentions: readonly EntityMention[]): EntityMention[] {
  const seen = new Set<string>();
  return mentions
    .toSorted((one, other) => one.start - other.start)
    .filter(({ name }) => !seen.has(name) && seen.add(name));
}
