import { analyzerFor } from "../language/analyzer.js";
import { analysedPassage, holdsName, nameOfTitle } from "./analysed-passage.js";
import type { AnalysedPassage } from "./analysed-passage.js";
import { AskedTerms } from "./asked-terms.js";
import type { TermMask } from "./asked-terms.js";
import type { EvidenceInput } from "./evidence-input.js";

/** A passage of the evidence, in the light of the question. */
export interface ReadPassage extends AnalysedPassage {
  isNewest: boolean;
  /** True where the question names its title. */
  isAsked: boolean;
  /** The asked terms in each of its sentences or its title, related words counted. */
  sentenceMasks: readonly TermMask[];
  titleMask: TermMask;
}

/** Question and evidence, taken apart once for all candidates. */
export interface EvidenceReading {
  asked: AskedTerms;
  passages: readonly ReadPassage[];
  /** The asked terms that the evidence holds. */
  held: TermMask;
  /** The same, related words counted. */
  met: TermMask;
  /** The different sets of asked terms that a sentence of the evidence holds with its title. */
  sentenceMasks: readonly TermMask[];
  /** Names of the question that no passage holds, folded, between spaces. */
  openNames: readonly string[];
  /** For each term the indices of the passages that hold it. */
  holders: ReadonlyMap<string, readonly number[]>;
  newest: ReadonlySet<string> | undefined;
  /** Folded, between spaces, with and without a parenthesis. */
  bridges: readonly { title: string; name: string }[] | undefined;
}

/** Reads question and evidence. */
export function readEvidence(input: EvidenceInput): EvidenceReading {
  const { question, evidence, language, newest, bridges, termWeight } = input;
  const { fold } = analyzerFor(language);
  const asked = new AskedTerms(question, language, termWeight);
  const passages = evidence.map((passage) => {
    const analysed = analysedPassage(passage, language);
    return {
      ...analysed,
      isNewest: newest?.has(passage.id) === true,
      isAsked: holdsName(asked.folded, analysed),
      titleMask: asked.heldBy(analysed.titleTerms),
      sentenceMasks: sentenceMasksOf(analysed, asked),
    };
  });
  const union = (masks: readonly TermMask[]): TermMask => masks.reduce((all, one) => all | one, 0);
  return {
    asked,
    passages,
    held: union(passages.map(({ terms }) => asked.heldBy(terms))),
    met: union(passages.map(({ terms }) => asked.metBy(terms))),
    sentenceMasks: [...new Set(passages.flatMap(({ sentenceMasks }) => sentenceMasks))],
    openNames: asked.names.filter((name) => !passages.some((one) => mentions(one, name))),
    holders: holdersOf(passages),
    newest,
    bridges: bridges?.map((bridge) => ({
      title: ` ${fold(bridge)} `,
      name: ` ${fold(nameOfTitle(bridge))} `,
    })),
  };
}

/** True where title or text hold a name, folded between spaces. */
export function mentions({ folded, title }: AnalysedPassage, name: string): boolean {
  return folded.includes(name) || title.includes(name);
}

function holdersOf(passages: readonly AnalysedPassage[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [at, { terms }] of passages.entries()) {
    for (const term of terms) {
      const known = holders.get(term);
      if (known) known.push(at);
      else holders.set(term, [at]);
    }
  }
  return holders;
}

/** The asked terms of each sentence together with those of the title, which it speaks of. */
function sentenceMasksOf(
  { sentences, titleTerms }: AnalysedPassage,
  asked: AskedTerms,
): TermMask[] {
  const ofTitle = asked.heldBy(titleTerms);
  return sentences.map(({ terms }) => ofTitle | asked.metBy(terms));
}
