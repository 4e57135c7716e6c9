import { z } from "zod";
import { cleanAnnotated } from "./annotated-text.js";
import { absentPassageId, type PassageCollection } from "./passage-collection.js";
import type { Question } from "./question.js";

/**
 * An entry of the official files of HotpotQA, distractor and fullwiki alike; those of
 * 2WikiMultiHopQA have the same fields and more.
 *
 * Source: "JSON Format" of https://github.com/hotpotqa/hotpot.
 */
export const hotpotSchema = z.object({
  _id: z.string().min(1),
  question: z.string(),
  answer: z.string(),
  /** The level is not read. Derived files may lack the type. */
  type: z.string().min(1).default("unknown"),
  /** Title and number of a sentence. */
  supporting_facts: z.array(z.tuple([z.string(), z.unknown()])),
  /** Title and sentences. */
  context: z.array(z.tuple([z.string(), z.array(z.string())])),
});

export type HotpotEntry = z.infer<typeof hotpotSchema>;

/** What an entry needs, for error messages. */
export const HOTPOT_REMEDY =
  "Give each entry _id, question, answer, supporting_facts and context; the official test files have no answers.";

/** Reads an entry and adds its context to the passages. */
export function hotpotQuestion(entry: HotpotEntry, passages: PassageCollection): Question {
  return {
    ...withContext(entry, passages),
    dataset: "hotpotqa",
    answer_aliases: [],
    hops: 2,
  };
}

/**
 * The fields that both data sets have. A gold passage is found in the entry's own context by its
 * title, which is not repeated there; else it stays `absent:` until the file is read to its end.
 */
export function withContext(
  entry: HotpotEntry,
  passages: PassageCollection,
): Omit<Question, "dataset" | "answer_aliases" | "hops"> {
  const context: string[] = [];
  const idOfGold = new Map<string, string>();
  for (const [title, sentences] of entry.context) {
    // HotpotQA's sentences begin with their space, those of 2WikiMultiHopQA do not.
    const id = passages.add(title, sentences.join(" "));
    if (id === undefined) continue;
    context.push(id);
    const key = absentPassageId(title);
    if (!idOfGold.has(key)) idOfGold.set(key, id);
  }
  const gold = entry.supporting_facts.map(([title]) => absentPassageId(title));
  return {
    id: entry._id,
    question: cleanAnnotated(entry.question),
    answer: cleanAnnotated(entry.answer),
    type: entry.type.replaceAll("-", "_"),
    supporting: [...new Set(gold.map((key) => idOfGold.get(key) ?? key))],
    context: [...new Set(context)],
    answerable: true,
  };
}
