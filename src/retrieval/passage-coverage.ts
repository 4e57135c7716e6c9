import type { AnalysedPassage } from "./analysed-passage.js";
import { holdsName } from "./analysed-passage.js";
import type { AskedTerms, TermMask } from "./asked-terms.js";
import type { EvidenceReading, ReadPassage } from "./evidence-reading.js";
import { MISSING } from "./passage-feature-table.js";

/**
 * What of the question a candidate covers, alone and with the evidence.
 *
 * @param sources the passages of the evidence that name its title.
 */
export function coverageFeatures(
  candidate: AnalysedPassage,
  sources: readonly ReadPassage[],
  reading: EvidenceReading,
) {
  const { asked, held, met } = reading;
  const own = asked.heldBy(candidate.terms);
  const title = asked.heldBy(candidate.titleTerms);
  const alone = [...new Set(candidate.sentences.map(({ terms }) => asked.metBy(terms)))];
  const sentences = alone.map((mask) => mask | title);
  // The passage is its sentences and its title: faster than reading all of its terms again.
  const related = alone.reduce((all, mask) => all | mask, asked.metBy(candidate.titleTerms));
  const open = asked.all & ~held;
  return {
    questionCoverage: asked.share(own),
    coverageAdded: asked.share(own & ~held),
    residualCovered: asked.shareOf(open, own) ?? MISSING,
    relatedAdded: asked.share(related & ~met),
    sentenceCoverage: bestShare(sentences, asked),
    sentenceResidual: best(alone.map((mask) => asked.shareOf(open, mask) ?? MISSING)),
    chain: chainFeatures(candidate, sources, sentences, reading),
  };
}

/** Coverage by two sentences, one of the evidence and one of the candidate, with their titles. */
function chainFeatures(
  candidate: AnalysedPassage,
  sources: readonly ReadPassage[],
  sentences: readonly TermMask[],
  { asked, passages, sentenceMasks }: EvidenceReading,
) {
  if (passages.length === 0) {
    return { chainCoverage: MISSING, chainAdded: MISSING, linkedChain: MISSING };
  }
  const linked = sources.flatMap((source) =>
    source.sentenceMasks.filter((_mask, at) =>
      holdsName(source.sentences[at]?.folded ?? "", candidate),
    ),
  );
  const chain = bestPair(sentenceMasks, sentences, asked);
  return {
    chainCoverage: chain,
    chainAdded: Math.max(0, chain - bestShare(sentenceMasks, asked)),
    linkedChain: bestPair([...new Set(linked)], sentences, asked),
  };
}

function bestPair(ones: readonly TermMask[], others: readonly TermMask[], asked: AskedTerms) {
  let best = 0;
  for (const one of ones) {
    for (const other of others) best = Math.max(best, asked.share(one | other));
  }
  return best;
}

function bestShare(masks: readonly TermMask[], asked: AskedTerms): number {
  return bestPair(masks, [0], asked);
}

function best(shares: readonly number[]): number {
  return shares.length === 0 ? MISSING : Math.max(...shares);
}
