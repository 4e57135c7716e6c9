import { policyByName } from "../baselines/index.js";
import { FOLD_COUNT } from "../datasets/folds.js";
import type { Question } from "../datasets/question.js";
import { candidateMethods } from "./candidate-methods.js";
import type { CandidateMethods } from "./candidate-methods.js";
import type { Choices } from "./choices.js";
import { predictAll } from "./evaluate.js";
import { readFolds } from "./parts-source.js";
import type { EvaluationProgress } from "./run-jobs.js";
import { outOfFold, recallAtPassages, trailsOf } from "./trail-curves.js";
import type { Trails } from "./trail-curves.js";

/** Settings are compared at the support recall they have at so many passages on average. */
const AT_PASSAGES = 6;
/** Of settings closer than this the one that stands first, which is the simpler, is taken. */
const LEVEL = 0.0005;

/** A data set with train questions. */
export interface ChoiceSet {
  dataset: string;
  questions: readonly Question[];
  corpus: string;
}

/** Options of {@link chooseSettings}. */
export interface ChooseOptions {
  sets: readonly ChoiceSet[];
  folds: string;
  foldModels: string;
  /** The gate of the embedded judge, which its models hold. */
  gate: number;
  madeOn: string;
  /** Folder for predictions, so that an interrupted run can go on. */
  out?: string;
  workers?: number;
  signal?: AbortSignal | undefined;
  onProgress?: (what: string, progress: EvaluationProgress) => void;
}

/** How good each setting is on the questions of one set. */
interface SetScores {
  questions: readonly Question[];
  /** By candidate: a number for some of the questions. */
  score: ReadonlyMap<string, (questions: readonly number[]) => number>;
}

/**
 * Chooses the setting of every method on train questions: the mean over the sets of answer F1 for
 * `fixed-k`, of support recall at six passages for all others. Each choice is made once on all
 * questions, which ships, and once without each fold, for use on the questions of that fold.
 */
export async function chooseSettings(options: ChooseOptions): Promise<Choices> {
  const foldTable = await readFolds(options.folds);
  const scores: SetScores[] = [];
  for (const set of options.sets) scores.push(await scoreSet(set, options));
  const foldOf = ({ dataset, id }: Question): number | undefined => foldTable.get(dataset)?.get(id);
  const methods = candidateMethods().map(({ method, candidates }) => {
    const choose = (fold: number | undefined): string =>
      policyByName(best(candidates, (name) => meanScore(scores, name, foldOf, fold))).name;
    const withoutFold = Array.from({ length: FOLD_COUNT }, (_, fold) => choose(fold));
    return [method, { chosen: choose(undefined), withoutFold }] as const;
  });
  return { madeOn: options.madeOn, gate: options.gate, methods: Object.fromEntries(methods) };
}

function best(candidates: readonly string[], scoreOf: (name: string) => number): string {
  let chosen = candidates[0] ?? "";
  let highest = Number.NEGATIVE_INFINITY;
  for (const name of candidates) {
    const score = scoreOf(name);
    if (score > highest + LEVEL) [chosen, highest] = [name, score];
  }
  return chosen;
}

function meanScore(
  sets: readonly SetScores[],
  name: string,
  foldOf: (question: Question) => number | undefined,
  fold: number | undefined,
): number {
  const scores = sets.map(
    ({ questions, score }) => score.get(name)?.(outOfFold(questions, foldOf, fold)) ?? 0,
  );
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

async function scoreSet(set: ChoiceSet, options: ChooseOptions): Promise<SetScores> {
  const score = new Map<string, (questions: readonly number[]) => number>();
  for (const by of ["supportRecall", "f1"] as const) {
    const own = candidateMethods().filter((group: CandidateMethods) => group.by === by);
    const methods = own.flatMap(({ candidates }) => candidates);
    const { predictions } = await predictAll({
      questions: set.questions,
      methods,
      source: {
        corpus: set.corpus,
        generator: "embedded",
        folds: options.folds,
        foldModels: options.foldModels,
        choices: null,
        settings: {},
      },
      answers: by === "f1",
      workers: options.workers ?? 0,
      signal: options.signal,
      ...(options.out === undefined ? {} : { out: `${options.out}/${set.dataset}.${by}` }),
      onProgress: (progress) => options.onProgress?.(`${set.dataset} by ${by}`, progress),
    });
    for (const [name, rows] of predictions) {
      if (by === "f1") score.set(name, meanOf(rows.map(({ f1 }) => f1 ?? 0)));
      else score.set(name, recallOf(trailsOf(rows)));
    }
  }
  return { questions: set.questions, score };
}

function recallOf(trails: Trails): (questions: readonly number[]) => number {
  return (questions) => recallAtPassages(trails, questions, AT_PASSAGES);
}

function meanOf(values: readonly number[]): (questions: readonly number[]) => number {
  return (questions) =>
    questions.reduce((sum, index) => sum + (values[index] ?? 0), 0) / Math.max(1, questions.length);
}
