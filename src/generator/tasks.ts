import type { Snippet } from "../state/evidence.js";
import type {
  AnswerInput,
  AnswerValue,
  CompressInput,
  JudgeValue,
  QueryInput,
  TaskInput,
} from "./generator.js";

/** What each task of a generator is given. */
export interface TaskInputs {
  answer: AnswerInput;
  judge: TaskInput;
  gapQuery: QueryInput;
  rewrite: QueryInput;
  compress: CompressInput;
}

/** What each task of a generator gives back. */
export interface TaskValues {
  answer: AnswerValue;
  judge: JudgeValue;
  gapQuery: string;
  rewrite: string;
  compress: Snippet[];
}

/** The five tasks of a generator. */
export type GeneratorTask = keyof TaskInputs;
