import { join } from "node:path";
import type { Question } from "../datasets/question.js";
import { readCorpus } from "../datasets/read-corpus.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import { viewEvidence } from "../generator/offline/evidence-view.js";
import type { EvidenceView } from "../generator/offline/evidence-view.js";
import { findAnswer } from "../generator/offline/find-answer.js";
import { sufficiencyFeatures } from "../generator/offline/sufficiency-features.js";
import { taggerFor } from "../generator/offline/tagger.js";
import type { OfflineModels } from "../generator/offline/fitted-models.js";
import { analyzerFor } from "../language/analyzer.js";
import { seededRandom } from "../forest/train-random.js";
import { buildLexicalIndex } from "../retrieval/lexical/build-lexical-index.js";
import type { LexicalIndex } from "../retrieval/lexical/lexical-index.js";
import type { Passage } from "../state/evidence.js";
import { sampleEvidence, supportRecall } from "./evidence-states.js";
import { walkRule } from "./loop-states.js";
import { f1Of, optionRows, readerRows, yesNoRows } from "./offline-rows.js";
import type { Rows } from "./offline-rows.js";
import { readSplit } from "./train-data.js";

/** A data set ready to be asked. */
export interface LoadedSet {
  dataset: string;
  questions: Question[];
  index: LexicalIndex;
  passageById: ReadonlyMap<string, Passage>;
}

/** Loads questions and pooled corpus of a data set; the index is BM25. */
export async function loadSet(
  folder: string,
  dataset: string,
  split: "train" | "dev",
): Promise<LoadedSet> {
  const passages: Passage[] = [];
  for await (const passage of readCorpus(join(folder, dataset, "corpus.jsonl"))) {
    passages.push(passage);
  }
  return {
    dataset,
    questions: await readSplit(folder, dataset, split),
    index: await buildLexicalIndex(passages, { language: "english" }),
    passageById: new Map(passages.map((passage) => [passage.id, passage])),
  };
}

/** What one question teaches reader and comparisons: one group of rows for each evidence. */
export interface AnswerSample {
  question: Question;
  reader: Rows[];
  options: Rows[];
  yesNo: Rows[];
}

/** Reads a question over the gold passages, the best five, and both mixed. */
export async function answerSample(
  question: Question,
  { index, passageById }: LoadedSet,
  seed: number,
): Promise<AnswerSample> {
  const sample: AnswerSample = { question, reader: [], options: [], yesNo: [] };
  const random = seededRandom(seed);
  for (const kind of ["gold", "top5", "mixed"] as const) {
    const { evidence } = await sampleEvidence(question, kind, index, passageById);
    const view = await viewOf(question.question, evidence);
    sample.options.push(optionRows(view, question));
    sample.yesNo.push(yesNoRows(view, question));
    const { type } = view.question.shape;
    const isCompared = type === "yes_no" || type === "choice";
    if (!isCompared) sample.reader.push(readerRows(view, question, random));
  }
  return sample;
}

/** A state of the loop, as the judge sees it, and what is true of it. */
export interface JudgedState {
  features: Float32Array;
  passages: number;
  recall: number;
  /** Token F1 of the answer that the reader gives here. */
  f1: number;
}

/** The states of the rule's longest walk, and the best five passages as the last one. */
export async function judgedStates(
  question: Question,
  { index }: LoadedSet,
  models: OfflineModels,
): Promise<JudgedState[]> {
  const walked = await walkRule(question.question, index, embeddedGenerator({ models }));
  const hits = await index.search(question.question, { k: 5 });
  const states: JudgedState[] = [];
  for (const evidence of [...walked, hits.map(({ passage }) => passage)]) {
    const view = await viewOf(question.question, evidence);
    const answer = findAnswer(view, models);
    states.push({
      features: sufficiencyFeatures(view, answer),
      passages: evidence.length,
      recall: supportRecall(question, evidence),
      f1: f1Of(answer.text, question),
    });
  }
  return states;
}

/** Question and evidence as the embedded generator reads them. */
export async function viewOf(
  question: string,
  evidence: readonly Passage[],
): Promise<EvidenceView> {
  return viewEvidence(question, evidence, analyzerFor("english"), await taggerFor("english"));
}
