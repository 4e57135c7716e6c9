import type { CandidateSpan } from "./candidate-spans.js";
import { coverage, relatedCoverage } from "./evidence-view.js";
import type { EvidenceView, PassageView } from "./evidence-view.js";
import { ANSWER_TYPES, EVENTS, questionWordAt } from "./question-shape.js";
import { nearness, positionsOfTerms, surroundings } from "./span-context.js";
import {
  endsInKind,
  frequencies,
  isInsideAnother,
  isOfKind,
  nameClass,
  ownFeatures,
  shareInQuestion,
  titleAlias,
  typeFit,
} from "./span-facts.js";

/** Columns of the reader's table, in order. Missing is −1, all others are ≥ 0. */
export const CANDIDATE_FEATURES = [
  "questionType",
  "questionEvent",
  "questionTerms",
  "relationTerms",
  "passages",
  "passageRank",
  "depth",
  "ledToBy",
  "leadsTo",
  "isAnchor",
  "nextToAnchor",
  "passageCoverage",
  "passageOpenCoverage",
  "passageRelationCoverage",
  "parentCoverage",
  "titleInQuestion",
  "sentence",
  "sentenceCoverage",
  "sentenceRelation",
  "sentenceOpen",
  "sentenceFocus",
  "bestSentenceRatio",
  "otherNames",
  "nearestTerm",
  "nearestRelation",
  "nearestFocus",
  "nearestRelated",
  "relatedBefore",
  "proximity",
  "nearestKind",
  "windowTerms",
  "before",
  "beforeThat",
  "after",
  "inBrackets",
  "eventBefore",
  "eventMatch",
  "place",
  "kind",
  "words",
  "capitals",
  "digits",
  "lastTag",
  "isTitle",
  "titleElsewhere",
  "titleDepth",
  "inQuestion",
  "frequency",
  "mentions",
  "isFirst",
  "ordinalOfKind",
  "isInside",
  "endsInKind",
  "titleAlias",
  "kindOfTitle",
  "typeFit",
  "nameClass",
  "sentenceOfAll",
  "passageOfAll",
  "rareSentence",
  "rarePassage",
  "questionWord",
  "passagesOfDepth",
] as const;

/** What is the same for all spans of one sentence. */
interface SentenceFacts {
  coverage: number;
  relation: number;
  open: number;
  focus: number;
  names: number;
  rare: number;
}

/** Walks over all candidates of the evidence and calls `visit` with the features of each. */
export function forEachCandidate(
  view: EvidenceView,
  visit: (features: Float32Array, span: CandidateSpan, passage: number) => void,
): void {
  const { question, passages } = view;
  const titles = new Map(passages.map(({ name }, index) => [name, index]));
  const names = passages.map(({ name }) => name.split(" "));
  const frequency = frequencies(passages);
  const rarity = rarityOf(view);
  const word = questionWordCode(question.tokens[questionWordAt(question.tokens)]?.lower);
  const allFacts = passages.map((passage) => sentenceFacts(view, passage, rarity));
  const bestOfAll = Math.max(...allFacts.flat().map((fact) => fact.coverage), 1e-9);
  const bestPassage = Math.max(...passages.map((passage) => passage.coverage), 1e-9);
  const features = new Float32Array(CANDIDATE_FEATURES.length);
  for (const [index, passage] of passages.entries()) {
    const shared = passageFacts(view, passage, index);
    const facts = allFacts[index] ?? [];
    const rarePassage = rareCoverage(rarity, passage.terms);
    const ofDepth = passages.filter(({ depth }) => depth === passage.depth).length;
    const best = Math.max(...facts.map((fact) => fact.coverage), 1e-9);
    const termAt = positionsOfTerms(view, passage);
    features.set(shared);
    const seen = new Set<string>();
    const kinds = new Map<string, number>();
    for (const span of passage.spans) {
      const sentence = passage.tokens[span.firstToken]?.sentence ?? 0;
      const fact = facts[sentence];
      if (!fact) continue;
      const ordinal = kinds.get(span.kind) ?? 0;
      kinds.set(span.kind, ordinal + 1);
      const title = titles.get(span.folded);
      let column = shared.length;
      const put = (value: number): void => {
        features[column++] = value;
      };
      put(sentence);
      put(fact.coverage);
      put(fact.relation);
      put(fact.open);
      put(fact.focus);
      put(fact.coverage / best);
      put(fact.names);
      nearness(view, passage, span, termAt).forEach(put);
      surroundings(view, passage, span).forEach(put);
      ownFeatures(passage, span).forEach(put);
      put(title === undefined ? 0 : title === index ? 0.5 : 1);
      put(title === undefined ? -1 : (passages[title]?.depth ?? -1) + 1);
      put(shareInQuestion(span, view));
      put(frequency.get(span.folded)?.passages ?? 0);
      put(frequency.get(span.folded)?.mentions ?? 0);
      put(seen.has(span.folded) ? 0 : 1);
      put(ordinal);
      put(isInsideAnother(span, passage.spans));
      put(endsInKind(span, view, passage));
      put(titleAlias(span, names));
      put(title === undefined ? -1 : isOfKind(passages[title], question.kindTerm));
      put(typeFit(span, passage, view));
      put(nameClass(span));
      put(fact.coverage / bestOfAll);
      put(passage.coverage / bestPassage);
      put(fact.rare);
      put(rarePassage);
      put(word);
      put(ofDepth);
      seen.add(span.folded);
      visit(features, span, index);
    }
  }
}

function passageFacts(view: EvidenceView, passage: PassageView, index: number): number[] {
  const { question, passages, anchor, openTerms, analyzer } = view;
  const parents = passage.ledToBy.map((from) => passages[from]?.terms ?? new Set<string>());
  const withParent = parents.map((terms) =>
    coverage(question.terms, new Set([...terms, ...passage.terms])),
  );
  const next = passages[anchor]?.leadsTo.includes(index) || passage.leadsTo.includes(anchor);
  return [
    ANSWER_TYPES.indexOf(question.shape.type),
    EVENTS.indexOf(question.shape.event),
    question.terms.length,
    question.relationTerms.length,
    passages.length,
    index,
    passage.depth,
    passage.ledToBy.length,
    passage.leadsTo.length,
    index === anchor ? 1 : 0,
    next ? 1 : 0,
    passage.coverage,
    openTerms.length === 0 ? -1 : coverage(openTerms, passage.terms),
    relatedCoverage(question.relationTerms, passage.terms, analyzer),
    Math.max(-1, ...withParent),
    coverage([...passage.titleTerms], new Set(question.terms)),
  ];
}

function sentenceFacts(
  view: EvidenceView,
  passage: PassageView,
  rarity: ReadonlyMap<string, number>,
): SentenceFacts[] {
  const { question, openTerms, analyzer } = view;
  return passage.sentences.map(({ text, terms: own }) => {
    const terms = new Set([...own, ...passage.titleTerms]);
    return {
      coverage: coverage(question.terms, terms),
      relation: relatedCoverage(question.relationTerms, terms, analyzer),
      open: openTerms.length === 0 ? -1 : relatedCoverage(openTerms, terms, analyzer),
      focus: relatedCoverage(question.focusTerms, terms, analyzer),
      names: question.names.filter((name) => text.includes(name)).length,
      rare: rareCoverage(rarity, terms),
    };
  });
}

/** Weight of each question term: the fewer passages hold it, the more it tells. */
function rarityOf({ question, passages }: EvidenceView): Map<string, number> {
  return new Map(
    question.terms.map((term) => {
      const holders = passages.filter(({ terms }) => terms.has(term)).length;
      return [term, holders === 0 ? 0 : 1 / holders];
    }),
  );
}

/** As `coverage`, with the terms weighted. */
function rareCoverage(rarity: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let held = 0;
  let all = 1e-9;
  for (const [term, weight] of rarity) {
    all += weight;
    if (terms.has(term)) held += weight;
  }
  return held / all;
}

const QUESTION_WORDS = ["who", "whom", "whose", "where", "when", "which", "what", "how", "why"];

function questionWordCode(word: string | undefined): number {
  return QUESTION_WORDS.indexOf(word ?? "") + 1;
}
