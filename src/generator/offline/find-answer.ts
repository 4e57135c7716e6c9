import { CANDIDATE_FEATURES, forEachCandidate } from "./candidate-features.js";
import type { CandidateSpan } from "./candidate-spans.js";
import { sidesOf } from "./comparison-sides.js";
import type { Side } from "./comparison-sides.js";
import type { EvidenceView } from "./evidence-view.js";
import { optionFeatures } from "./option-features.js";
import { addLogOdds, logOdds, sigmoid } from "../../forest/tree-model.js";
import type { OfflineModels } from "./fitted-models.js";
import { yesNoFeatures } from "./yes-no-features.js";

/** The best answer in the evidence, and how sure the reader is. */
export interface FoundAnswer {
  text: string;
  kind: "span" | "option" | "yes_no" | "nothing";
  /** Indices of the passages it rests on, the one that leads first. */
  passages: number[];
  /** Probability among the alternatives, 0 to 1. */
  share: number;
  /** Log-odds of the best candidate; −1 is added to nothing else. */
  margin: number;
  /** How much better than the second text. */
  lead: number;
}

/** A distinct text among the candidates, at its best place. */
export interface RankedText {
  text: string;
  folded: string;
  span: CandidateSpan;
  passage: number;
  score: number;
}

/** Reads the question off the evidence: an option, yes or no, else the best span. */
export function findAnswer(view: EvidenceView, models: OfflineModels): FoundAnswer {
  const { type, options } = view.question.shape;
  if (type === "choice" && options) return chooseOption(view, options, models);
  const names = type === "yes_no" ? comparedNames(view) : undefined;
  if (type === "yes_no") return answerYesNo(view, names, models);
  return bestSpan(view, models);
}

/** What was ranked last of a view: judge, compression and queries ask for the same. */
const rankings = new WeakMap<EvidenceView, { models: OfflineModels; ranked: RankedText[] }>();

/** All distinct candidate texts, best first; equal scores keep the order of the evidence. */
export function rankTexts(view: EvidenceView, models: OfflineModels): readonly RankedText[] {
  const known = rankings.get(view);
  if (known?.models === models) return known.ranked;
  const ranked = scoreTexts(view, models);
  rankings.set(view, { models, ranked });
  return ranked;
}

function scoreTexts(view: EvidenceView, models: OfflineModels): RankedText[] {
  const places: { span: CandidateSpan; passage: number }[] = [];
  const size = CANDIDATE_FEATURES.length;
  const spans = view.passages.reduce((sum, passage) => sum + passage.spans.length, 0);
  const rows = new Float32Array(spans * size);
  forEachCandidate(view, (features, span, passage) => {
    rows.set(features, places.length * size);
    places.push({ span, passage });
  });
  const scores = new Float64Array(places.length);
  for (const reader of models.readers) addLogOdds(reader, rows, scores);
  const best = new Map<string, RankedText>();
  for (const [index, { span, passage }] of places.entries()) {
    const score = scores[index] as number;
    const known = best.get(span.folded);
    if (known && known.score >= score) continue;
    best.set(span.folded, { text: span.text, folded: span.folded, span, passage, score });
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

function bestSpan(view: EvidenceView, models: OfflineModels): FoundAnswer {
  const ranked = rankTexts(view, models);
  const [first, second] = ranked;
  if (!first) return { text: "", kind: "nothing", passages: [], share: 0, margin: 0, lead: 0 };
  const total = ranked.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0);
  return {
    text: first.text,
    kind: "span",
    passages: chainTo(first.passage, view),
    share: 1 / total,
    margin: first.score,
    lead: second ? first.score - second.score : first.score,
  };
}

/** The passage of the answer after the one that leads to it: two hops are cited, not one. */
function chainTo(passage: number, { passages, anchor }: EvidenceView): number[] {
  const leads = passages[passage]?.ledToBy ?? [];
  const lead = leads.includes(anchor)
    ? anchor
    : leads.toSorted((one, other) => depthOf(passages[one]) - depthOf(passages[other]))[0];
  return lead === undefined ? [passage] : [lead, passage];
}

function depthOf(passage: { depth: number } | undefined): number {
  return passage && passage.depth >= 0 ? passage.depth : 99;
}

function chooseOption(
  view: EvidenceView,
  options: readonly [string, string],
  models: OfflineModels,
): FoundAnswer {
  const sides = sidesOf(options, view);
  const [one, other] = optionFeatures(view, sides).map((row) => logOdds(models.options, row));
  const lead = (one ?? 0) - (other ?? 0);
  return {
    text: options[lead >= 0 ? 0 : 1],
    kind: "option",
    passages: passagesOf(sides, view),
    share: sigmoid(Math.abs(lead)),
    margin: Math.max(one ?? 0, other ?? 0),
    lead: Math.abs(lead),
  };
}

function answerYesNo(
  view: EvidenceView,
  names: readonly [string, string] | undefined,
  models: OfflineModels,
): FoundAnswer {
  const sides = sidesOf(names ?? ["", ""], view);
  const margin = logOdds(models.yesNo, yesNoFeatures(view, sides));
  return {
    text: margin > 0 ? "yes" : "no",
    kind: "yes_no",
    passages: passagesOf(sides, view),
    share: sigmoid(Math.abs(margin)),
    margin: Math.abs(margin),
    lead: Math.abs(margin),
  };
}

/** Both sides, each followed by the passage that it leads to. */
function passagesOf(sides: readonly Side[], { passages }: EvidenceView): number[] {
  const found = sides.flatMap(({ passage, linked }) => [passage, linked[0]]);
  const indices = found.flatMap((one) => passages.findIndex((passage) => passage.id === one?.id));
  return [...new Set(indices.filter((index) => index >= 0))];
}

/** The two things that a yes-no question is about: titles it names, else its capitalised spans. */
export function comparedNames({ question, passages }: EvidenceView): [string, string] | undefined {
  const titles = passages
    .filter(({ depth }) => depth === 0)
    .map(({ name }) => ({ name, at: question.folded.indexOf(` ${name} `) }));
  const whole = titles.filter(
    ({ name }) =>
      !titles.some((other) => other.name !== name && ` ${other.name} `.includes(` ${name} `)),
  );
  const ordered = whole.sort((one, other) => one.at - other.at).map(({ name }) => name);
  const [first, second] = [...new Set(ordered)];
  if (first !== undefined && second !== undefined) return [first, second];
  const [one, other] = question.names;
  return one !== undefined && other !== undefined ? [one, other] : undefined;
}
