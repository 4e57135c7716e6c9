import type { Language } from "../language/language.js";
import { namesTitle } from "../retrieval/analysed-passage.js";
import { readEvidence } from "../retrieval/evidence-reading.js";
import type { ReadPassage } from "../retrieval/evidence-reading.js";
import type { EvidenceState } from "../state/evidence-state.js";

/** How the passages of the evidence hang together, and what they cover of the question. */
export interface LinkFeatures {
  lastLinked: number;
  bestPassage: number;
  bestSentence: number;
  openNames: number;
  askedTitles: number;
  links: number;
  chainLength: number;
  isolated: number;
}

/** Computes them; names and ranges stand in `STATE_FEATURES`. */
export function linkFeatures(
  { question, evidence }: EvidenceState,
  newest: ReadonlySet<string | null>,
  language: Language,
): LinkFeatures {
  const { asked, passages, sentenceMasks, openNames } = readEvidence({
    question,
    evidence,
    language,
  });
  const leadsTo = passages.map((from) =>
    [...passages.keys()].filter((at) => {
      const to = passages[at];
      return to !== undefined && to !== from && namesTitle(from, to);
    }),
  );
  const reached = new Set(leadsTo.flat());
  const isLinked = (at: number): boolean => reached.has(at) || (leadsTo[at]?.length ?? 0) > 0;
  const share = (mask: number): number => asked.share(mask);
  const places = [...passages.keys()];
  const fresh = places.filter((at) => newest.has(passages[at]?.passage.id ?? null));
  const named = fresh.filter((at) => reached.has(at) || passages[at]?.isAsked === true);
  const alone = places.filter((at) => !isLinked(at) && passages[at]?.isAsked !== true);
  return {
    lastLinked: fresh.length === 0 ? 0 : named.length / fresh.length,
    bestPassage: Math.max(0, ...passages.map(({ terms }) => share(asked.heldBy(terms)))),
    bestSentence: Math.max(0, ...sentenceMasks.map(share)),
    openNames: openNames.length,
    askedTitles: passages.filter(({ isAsked }) => isAsked).length,
    links: leadsTo.reduce((sum, targets) => sum + targets.length, 0),
    chainLength: chainLength(passages, leadsTo),
    isolated: passages.length === 0 ? 0 : alone.length / passages.length,
  };
}

/** Steps of the longest shortest way from a passage that the question names. */
function chainLength(
  passages: readonly ReadPassage[],
  leadsTo: readonly (readonly number[])[],
): number {
  let level = [...passages.keys()].filter((at) => passages[at]?.isAsked === true);
  const seen = new Set(level);
  let length = 0;
  while (level.length > 0) {
    length += 1;
    const next = new Set(level.flatMap((at) => leadsTo[at] ?? []).filter((at) => !seen.has(at)));
    level = [...next];
    for (const at of next) seen.add(at);
  }
  return length;
}
