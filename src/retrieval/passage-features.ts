import { analyzerFor } from "../language/analyzer.js";
import { holdsFigure } from "../language/asked-figure.js";
import { analysedPassage, namesTitle } from "./analysed-passage.js";
import type { AnalysedPassage } from "./analysed-passage.js";
import { readEvidence } from "./evidence-reading.js";
import type { EvidenceInput } from "./evidence-input.js";
import type { EvidenceReading } from "./evidence-reading.js";
import type { RankingInput, RetrievalHit } from "./evidence-retriever.js";
import { listFeatures, standingsIn } from "./list-features.js";
import type { CandidateList } from "./list-features.js";
import { coverageFeatures } from "./passage-coverage.js";
import { MISSING } from "./passage-feature-table.js";
import type { PassageFeatures } from "./passage-feature-table.js";
import { linkFeatures } from "./passage-links.js";

/** What {@link passageFeatures} is given. */
export interface PassageFeatureInput extends EvidenceInput {
  lists: readonly CandidateList[];
  /** How many hits of each list get features; default 10. */
  depth?: number;
}

/** Hits of a list that get features. */
export const FEATURE_DEPTH = 10;

/**
 * The features of candidate passages, given question and evidence: what they add, how they hang
 * together with what was found, and what the searches think of them. Pure; taking a passage apart is
 * remembered for as long as the passage object lives.
 *
 * @returns for each list the features of its first `depth` hits, in their order. Names, ranges and
 *   reasons are in `PASSAGE_FEATURES`.
 * @example
 * ```ts
 * import { passageFeatures } from "dynakrag";
 *
 * const ada = { id: "1", pageContent: "Ada built the Iron Bridge.", metadata: { title: "Ada" } };
 * const bridge = {
 *   id: "2",
 *   pageContent: "It spans the Orrel.",
 *   metadata: { title: "Iron Bridge" },
 * };
 * const hits = [{ passage: bridge, rank: 1, score: null }];
 * const [[features] = []] = passageFeatures({
 *   question: "Which river does the bridge that Ada built span?",
 *   evidence: [ada],
 *   language: "english",
 *   lists: [{ query: "river span", hits, topScore: null }],
 * });
 * console.log(features?.linkedFrom, features?.scoreRatio); // 1 -1
 * ```
 */
export function passageFeatures(input: PassageFeatureInput): PassageFeatures[][] {
  const { lists, depth = FEATURE_DEPTH, language } = input;
  const reading = readEvidence(input);
  const standings = standingsIn(lists);
  const ofPassages = new Map<string, OwnFeatures>();
  return lists.map((list) => {
    const queryTerms = new Set(analyzerFor(language).terms(list.query));
    return list.hits.slice(0, depth).map(({ passage }, at) => {
      const candidate = analysedPassage(passage, language);
      const own = ofPassages.get(passage.id) ?? ownFeatures(candidate, reading);
      ofPassages.set(passage.id, own);
      const inList = listFeatures(list, at, standings);
      return flat(inList, shareHeld(queryTerms, candidate.terms) ?? MISSING, own);
    });
  });
}

/**
 * The features of all hits of one search, where it is not known what other searches would find:
 * what compares lists is missing.
 */
export function singleListFeatures({
  query,
  hits,
  topScore = bestScore(hits),
  language = "none",
  ...evidence
}: RankingInput): PassageFeatures[] {
  const lists = [{ query, hits, topScore }];
  const [features = []] = passageFeatures({ ...evidence, language, lists, depth: hits.length });
  return features.map(withoutOtherLists);
}

/** What is known of a passage that one list was searched for. */
export function withoutOtherLists(features: PassageFeatures): PassageFeatures {
  return { ...features, listCount: MISSING, bestReciprocalRank: MISSING };
}

function bestScore(hits: readonly RetrievalHit[]): number | null {
  return hits.reduce<number | null>(
    (best, { score }) => (score === null ? best : Math.max(best ?? 0, score)),
    null,
  );
}

type OwnFeatures = ReturnType<typeof ownFeatures>;

/** What does not depend on the list: computed once for a passage of several lists. */
function ownFeatures(candidate: AnalysedPassage, reading: EvidenceReading) {
  const { asked, passages, held } = reading;
  const { figure } = asked;
  const sources = passages.filter((passage) => namesTitle(passage, candidate));
  return {
    coverage: coverageFeatures(candidate, sources, reading),
    links: linkFeatures(candidate, sources, reading),
    novelty: novelty(candidate, reading),
    length: candidate.terms.size,
    evidenceSize: passages.length,
    openShare: asked.share(asked.all & ~held),
    figureFits: figure === undefined ? MISSING : Number(holdsFigure(candidate.text, figure)),
  };
}

/** All in one, written out: spreading objects into each other takes ten times as long. */
function flat(
  list: ReturnType<typeof listFeatures>,
  queryCoverage: number,
  { coverage, links, novelty, length, evidenceSize, openShare, figureFits }: OwnFeatures,
): PassageFeatures {
  return {
    reciprocalRank: list.reciprocalRank,
    reciprocalPlace: list.reciprocalPlace,
    scoreRatio: list.scoreRatio,
    nextRatio: list.nextRatio,
    queryCoverage,
    listCount: list.listCount,
    bestReciprocalRank: list.bestReciprocalRank,
    questionCoverage: coverage.questionCoverage,
    coverageAdded: coverage.coverageAdded,
    residualCovered: coverage.residualCovered,
    relatedAdded: coverage.relatedAdded,
    sentenceCoverage: coverage.sentenceCoverage,
    sentenceResidual: coverage.sentenceResidual,
    chainCoverage: coverage.chain.chainCoverage,
    chainAdded: coverage.chain.chainAdded,
    linkedChain: coverage.chain.linkedChain,
    linkedFrom: links.from.linkedFrom,
    linkedFromNewest: links.from.linkedFromNewest,
    linkedFromAsked: links.from.linkedFromAsked,
    linkSentence: links.from.linkSentence,
    linkPlace: links.from.linkPlace,
    bridgeRank: links.from.bridgeRank,
    linksBack: links.linksBack,
    sameTitle: links.sameTitle,
    titleAsked: links.titleAsked,
    titleOverlap: links.titleOverlap,
    namesAdded: links.namesAdded,
    novelty,
    length,
    evidenceSize,
    openShare,
    figureFits,
  };
}

/** 1 − the largest share of its terms that one passage of the evidence holds already. */
function novelty({ terms }: AnalysedPassage, { passages, holders }: EvidenceReading): number {
  const shared = passages.map(() => 0);
  for (const term of terms) {
    for (const at of holders.get(term) ?? []) shared[at] = (shared[at] ?? 0) + 1;
  }
  return terms.size === 0 ? 0 : 1 - Math.max(0, ...shared) / terms.size;
}

function shareHeld(wanted: ReadonlySet<string>, held: ReadonlySet<string>): number | undefined {
  if (wanted.size === 0) return undefined;
  let count = 0;
  for (const term of wanted) if (held.has(term)) count += 1;
  return count / wanted.size;
}
