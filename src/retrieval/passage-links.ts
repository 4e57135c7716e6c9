import { holdsName, namesTitle } from "./analysed-passage.js";
import type { AnalysedPassage } from "./analysed-passage.js";
import { mentions } from "./evidence-reading.js";
import type { EvidenceReading, ReadPassage } from "./evidence-reading.js";
import { MISSING } from "./passage-feature-table.js";

/**
 * How a candidate hangs together with question and evidence by its title and by names.
 *
 * @param sources the passages of the evidence that name its title.
 */
export function linkFeatures(
  candidate: AnalysedPassage,
  sources: readonly ReadPassage[],
  reading: EvidenceReading,
) {
  const { passages, asked } = reading;
  return {
    from: linksFromEvidence(candidate, sources, reading),
    linksBack: passages.filter((passage) => namesTitle(candidate, passage)).length,
    sameTitle: sameTitle(candidate, reading),
    titleAsked: candidate.name === "" ? MISSING : Number(holdsName(asked.folded, candidate)),
    titleOverlap: titleOverlap(candidate, reading),
    namesAdded: namesAdded(candidate, reading),
  };
}

function linksFromEvidence(
  candidate: AnalysedPassage,
  sources: readonly ReadPassage[],
  reading: EvidenceReading,
) {
  if (candidate.name === "") {
    return {
      linkedFrom: MISSING,
      linkedFromNewest: MISSING,
      linkedFromAsked: MISSING,
      linkSentence: MISSING,
      linkPlace: MISSING,
      bridgeRank: MISSING,
    };
  }
  const places = sources.flatMap((source) => linkingSentences(source, candidate));
  const shares = sources.map((source) => askedBeside(source, candidate, reading));
  return {
    linkedFrom: sources.length,
    linkedFromNewest: reading.newest ? Number(sources.some(({ isNewest }) => isNewest)) : MISSING,
    linkedFromAsked: Number(sources.some(({ isAsked }) => isAsked)),
    linkSentence: Math.max(0, ...shares),
    linkPlace: Math.max(0, ...places.map((at) => 1 / (1 + at))),
    bridgeRank: bridgeRank(candidate, reading),
  };
}

function linkingSentences({ sentences }: AnalysedPassage, candidate: AnalysedPassage): number[] {
  return [...sentences.keys()].filter((at) => holdsName(sentences[at]?.folded ?? "", candidate));
}

/** How much of what is asked about a passage stands where it names the candidate. */
function askedBeside(
  source: ReadPassage,
  candidate: AnalysedPassage,
  { asked }: EvidenceReading,
): number {
  const wanted = asked.all & ~source.titleMask;
  const masks = linkingSentences(source, candidate).map((at) => source.sentenceMasks[at] ?? 0);
  return Math.max(0, ...masks.map((mask) => asked.shareOf(wanted, mask) ?? 0));
}

/** 1 / place among the names that may lead on; with or without a parenthesis is the same name. */
function bridgeRank({ title, name }: AnalysedPassage, { bridges }: EvidenceReading): number {
  if (!bridges) return MISSING;
  const exact = bridges.findIndex((bridge) => bridge.title === title);
  const at = exact >= 0 ? exact : bridges.findIndex((bridge) => bridge.name === name);
  return at < 0 ? 0 : 1 / (1 + at);
}

function titleOverlap({ titleTerms }: AnalysedPassage, { asked }: EvidenceReading): number {
  if (titleTerms.size === 0) return MISSING;
  return [...titleTerms].filter((term) => asked.terms.has(term)).length / titleTerms.size;
}

function sameTitle({ title }: AnalysedPassage, { passages }: EvidenceReading): number {
  if (title === "") return MISSING;
  return Number(passages.some((passage) => passage.title === title));
}

/** Share of the question's names that it holds and the evidence does not. */
function namesAdded(candidate: AnalysedPassage, { asked, openNames }: EvidenceReading): number {
  if (asked.names.length === 0) return MISSING;
  return openNames.filter((name) => mentions(candidate, name)).length / asked.names.length;
}
