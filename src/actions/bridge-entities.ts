import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import type { EntityLinker } from "../retrieval/evidence-retriever.js";
import { titleOf } from "../retrieval/passage-identity.js";
import type { BridgeEntity, Passage } from "../state/evidence.js";
import { relatedTerms } from "../language/related-terms.js";

/** A page of any length gives no more names than this: state and time do not grow with it. */
const MOST_NAMES = 100;

/** Names in the question itself: a side of a comparison that was not found yet leads on. */
export function questionEntities(
  question: string,
  linker: EntityLinker,
  language: Language,
): BridgeEntity[] {
  const analyzer = analyzerFor(language);
  const terms = new Set(analyzer.terms(question));
  return linker.mentions(question).map(({ name, linked }) => ({
    name,
    passageId: null,
    linked,
    sentence: 0,
    overlap: 0,
    fit: shareOf(analyzer.terms(name), terms),
  }));
}

/**
 * The names of a passage, each with the sentence it stands in and how much of what the question
 * asks about this passage stands there too. The passage's own title is not asked about it. Of more
 * than a hundred names, those are kept that are most likely to lead on.
 */
export function bridgeEntitiesIn(
  passage: Passage,
  question: string,
  linker: EntityLinker,
  language: Language,
): BridgeEntity[] {
  const known = readLast.get(passage);
  if (known?.question === question && known.linker === linker) return known.names;
  const names = readNames(passage, question, linker, language);
  readLast.set(passage, { question, linker, names });
  return names;
}

/** Passages are immutable, and methods that are compared meet the same ones again. */
const readLast = new WeakMap<
  Passage,
  { question: string; linker: EntityLinker; names: BridgeEntity[] }
>();

function readNames(
  passage: Passage,
  question: string,
  linker: EntityLinker,
  language: Language,
): BridgeEntity[] {
  const analyzer = analyzerFor(language);
  const title = titleOf(passage) ?? "";
  const own = new Set(analyzer.terms(title));
  const asked = [...new Set(analyzer.terms(question))].filter((term) => !own.has(term));
  const known = new Set([...analyzer.terms(question), ...analyzer.terms(passage.pageContent)]);
  const sentences = analyzer.sentences(passage.pageContent).map(({ text, end }) => {
    const terms = new Set(analyzer.terms(text));
    return { end, overlap: askedIn(asked, terms, language) };
  });
  const folded = analyzer.fold(title);
  const names = linker.mentions(passage.pageContent).flatMap(({ name, start, linked }) => {
    if (analyzer.fold(name) === folded) return [];
    const sentence = Math.max(
      0,
      sentences.findIndex(({ end }) => start < end),
    );
    const overlap = sentences[sentence]?.overlap ?? 0;
    // A title such as "Fall (song)" fits the word "Fall" only where the passage speaks of a song.
    const fit = linked ? shareOf(analyzer.terms(name), known) : 1;
    return [{ name, passageId: passage.id, linked, sentence, overlap, fit }];
  });
  return names.length > MOST_NAMES ? mostPromising(names) : names;
}

function mostPromising(names: readonly BridgeEntity[]): BridgeEntity[] {
  return names
    .toSorted((a, b) => Number(b.linked) - Number(a.linked) || b.overlap - a.overlap)
    .slice(0, MOST_NAMES);
}

/** Share of the asked terms that a sentence holds, itself or by a related word. */
function askedIn(asked: readonly string[], terms: ReadonlySet<string>, language: Language): number {
  if (asked.length === 0) return 0;
  const met = asked.filter((term) => relatedTerms(term, language).some((word) => terms.has(word)));
  return met.length / asked.length;
}

function shareOf(terms: readonly string[], held: ReadonlySet<string>): number {
  if (terms.length === 0) return 1;
  return terms.filter((term) => held.has(term)).length / terms.length;
}
