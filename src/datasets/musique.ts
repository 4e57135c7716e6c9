import { z } from "zod";
import { cleanAliases, cleanAnnotated } from "./annotated-text.js";
import type { PassageCollection } from "./passage-collection.js";
import type { Question } from "./question.js";

/**
 * A line of the official files of MuSiQue, Ans and Full alike.
 *
 * Source: `raw_data_to_official_format.py` of https://github.com/StonyBrookNLP/musique.
 */
export const musiqueSchema = z.object({
  id: z.string().min(1),
  question: z.string(),
  answer: z.string(),
  answer_aliases: z.array(z.string()).default([]),
  answerable: z.boolean().default(true),
  paragraphs: z.array(
    z.object({
      idx: z.int(),
      title: z.string(),
      paragraph_text: z.string(),
      is_supporting: z.boolean(),
    }),
  ),
  /** In Full, the paragraph of a hop may have been taken out. */
  question_decomposition: z.array(z.object({ paragraph_support_idx: z.int().nullish() })).min(1),
});

type MusiqueLine = z.infer<typeof musiqueSchema>;

/** What a line needs, for error messages. */
export const MUSIQUE_REMEDY =
  "Give each line id, question, answer, paragraphs with is_supporting and question_decomposition; the official test files have no answers.";

/**
 * Reads a line and adds its paragraphs to the passages. Full has every question twice under one id,
 * so the one that cannot be answered gets `#unanswerable` added to it, and no answer.
 */
export function musiqueQuestion(line: MusiqueLine, passages: PassageCollection): Question {
  const idOf = new Map<number, string>();
  const marked: number[] = [];
  for (const { idx, title, paragraph_text, is_supporting } of line.paragraphs) {
    const id = passages.add(title, paragraph_text);
    if (id !== undefined) idOf.set(idx, id);
    if (is_supporting) marked.push(idx);
  }
  const hops = line.question_decomposition.map((hop) => hop.paragraph_support_idx ?? -1);
  const supporting = [...hops, ...marked].flatMap((idx) => idOf.get(idx) ?? []);
  const answer = line.answerable ? cleanAnnotated(line.answer) : "";
  return {
    id: line.answerable ? line.id : `${line.id}#unanswerable`,
    dataset: "musique",
    question: cleanAnnotated(line.question),
    answer,
    answer_aliases: line.answerable ? cleanAliases(line.answer_aliases, answer) : [],
    type: shapeOf(line.id),
    hops: hops.length,
    supporting: [...new Set(supporting)],
    context: [...new Set(idOf.values())],
    answerable: line.answerable,
  };
}

/** The shape of the question graph is what stands before `__`, such as `3hop1`. */
function shapeOf(id: string): string {
  return /^\dhop\d?(?=__)/.exec(id)?.[0] ?? "unknown";
}
