import { z } from "zod";

/**
 * One question of a data set, with its gold answer and gold support: what training and evaluation
 * compare with, and what no operation or feature ever sees.
 */
export interface Question {
  /** Unique within its file. */
  id: string;
  /** The data set it belongs to, such as `hotpotqa`. */
  dataset: string;
  /** The text that is asked. May be blank in a file; asking it is then refused. */
  question: string;
  /** The annotated answer; empty where the corpus has none. */
  answer: string;
  /** Further accepted answers. */
  answer_aliases: string[];
  /** The data set's own kind of question, such as `bridge` or `comparison`. */
  type: string;
  /** How many facts the answer needs, 1 or more. */
  hops: number;
  /**
   * Ids of the gold passages, in the order of the hops where the data set has one. For an
   * unanswerable question: the passages that exist on the way to the missing fact.
   */
  supporting: string[];
  /** Ids of the candidate passages, gold ones included; empty where the whole corpus is meant. */
  context: string[];
  /** False where the corpus does not hold the fact that is asked for. */
  answerable: boolean;
}

const passageIds = z.array(z.string().min(1));

/**
 * Checks one question and fills in the defaults: no aliases, no context, answerable. Fields it does
 * not know are dropped.
 *
 * @example
 * ```ts
 * import { questionSchema } from "dynakrag";
 *
 * const question = questionSchema.parse({
 *   id: "bridge-01",
 *   dataset: "sample",
 *   question: "Where was the designer of the Gannet Bridge born?",
 *   answer: "Ondrevik",
 *   type: "bridge",
 *   hops: 2,
 *   supporting: ["w033", "w034"],
 * });
 * question.answerable; // true
 * ```
 */
export const questionSchema = z.object({
  id: z.string().min(1),
  dataset: z.string().min(1),
  question: z.string(),
  answer: z.string(),
  answer_aliases: z.array(z.string()).default([]),
  type: z.string().min(1),
  hops: z.int().min(1),
  supporting: passageIds,
  context: passageIds.default([]),
  answerable: z.boolean().default(true),
}) satisfies z.ZodType<Question>;
