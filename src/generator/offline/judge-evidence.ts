import type { JudgeValue } from "../generator.js";
import { countriesIn } from "./countries.js";
import type { EvidenceView } from "./evidence-view.js";
import type { FoundAnswer } from "./find-answer.js";
import type { AnswerType, LifeEvent } from "./question-shape.js";
import { bridgeNames, sufficiencyFeatures } from "./sufficiency-features.js";
import { logOdds, sigmoid } from "../../forest/tree-model.js";
import type { OfflineModels } from "./fitted-models.js";

const ASKED_FOR: Record<AnswerType, string> = {
  name: "what is asked for",
  person: "the person",
  place: "the place",
  date: "the date",
  number: "the figure",
  yes_no: "what decides it",
  choice: "the facts of both",
  nationality: "the nationality",
  work: "the title",
  group: "the name of the group",
  language: "the language",
  occupation: "the role",
  cause: "the reason",
};

const OF_EVENT: Record<LifeEvent, string> = {
  none: "",
  birth: " of birth",
  death: " of death",
  burial: " of burial",
  founding: " of the beginning",
  release: " of the release",
  marriage: " of the marriage",
};

/** Words and names that a gap speaks of at most. */
const MOST_WORDS = 3;

/** Probability that the evidence holds all that the answer needs, 0 to 1. */
export function sufficiency(
  view: EvidenceView,
  answer: FoundAnswer,
  { judge }: OfflineModels,
): number {
  return sigmoid(logOdds(judge, sufficiencyFeatures(view, answer)));
}

/** The verdict and, where it is "insufficient", what is missing in words. */
export function judgeEvidence(
  view: EvidenceView,
  answer: FoundAnswer,
  models: OfflineModels,
): JudgeValue {
  if (sufficiency(view, answer, models) >= models.sufficientFrom) return { verdict: "sufficient" };
  return { verdict: "insufficient", gap: gapOf(view) };
}

/** What is missing, for people: the answer type, the words no passage has, the way not gone. */
export function gapOf(view: EvidenceView): { text: string; query: string; slots: string[] } {
  const { type, event } = view.question.shape;
  const words = openWords(view).slice(0, MOST_WORDS);
  const bridges = readableNames(bridgeNames(view)).slice(0, MOST_WORDS - 1);
  const timed = type === "place" || type === "date" ? OF_EVENT[event] : "";
  const about = words.length > 0 ? `, and none speaks of ${quoted(words)}` : "";
  const way = bridges.length > 0 ? `; no passage about ${quoted(bridges)} was looked up yet` : "";
  const text = `No passage tells ${ASKED_FOR[type]}${timed}${about}${way}.`;
  return { text, query: "", slots: [...words, ...bridges] };
}

/** Words of the question that no passage covers, as written. */
export function openWords({ question, missingTerms }: EvidenceView): string[] {
  const missing = new Set(missingTerms);
  return question.tokens.filter(({ term }) => missing.delete(term)).map(({ text }) => text);
}

/** Whole names with a capital; countries and nationalities lead nowhere. */
function readableNames(names: readonly string[]): string[] {
  return names.filter(
    (name) =>
      /^\p{Lu}/u.test(name) &&
      countriesIn(name.toLowerCase()).length === 0 &&
      !names.some((other) => other !== name && other.includes(name)),
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(", ");
}
