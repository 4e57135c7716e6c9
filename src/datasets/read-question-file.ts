import { basename } from "node:path";
import type { z } from "zod";
import { DynaKragError } from "../errors.js";
import type { Passage } from "../state/evidence.js";
import { HOTPOT_REMEDY, hotpotQuestion, hotpotSchema } from "./hotpotqa.js";
import { checkRecord, readJsonRecords, type JsonRecord } from "./json-records.js";
import { MUSIQUE_REMEDY, musiqueQuestion, musiqueSchema } from "./musique.js";
import { isAbsent, PassageCollection } from "./passage-collection.js";
import { questionSchema, type Question } from "./question.js";
import { QUESTION_REMEDY } from "./read-questions.js";
import { readEntityAliases, twoWikiQuestion, twoWikiSchema } from "./two-wiki.js";
import type { EntityAliases } from "./two-wiki.js";

/** How a file of questions is written: as `questionSchema` says, or as a data set is released. */
export type QuestionFileFormat = "dynakrag" | "hotpotqa" | "2wikimultihopqa" | "musique";

/** How {@link readQuestionFile} reads. */
export interface QuestionFileOptions {
  /** Default: what the fields of the first record say. */
  format?: QuestionFileFormat;
  /** `id_aliases.json` of 2WikiMultiHopQA; without it an answer has no aliases. */
  aliases?: string;
  /** Read only the first so many questions, a whole number from 1 on (default: all). */
  limit?: number;
}

/** What a file of questions holds. */
export interface QuestionFile {
  format: QuestionFileFormat;
  questions: Question[];
  /** The candidate passages of the questions, each once; none in the format `dynakrag`. */
  passages: Passage[];
  /**
   * How often a question has a gold passage whose text is nowhere in the file, as happens in the
   * fullwiki files. `supporting` then has an id that starts with `absent:` and is never found.
   */
  absentSupport: number;
}

/**
 * Reads a file of questions in this package's format, or an official file of HotpotQA (distractor or
 * fullwiki), 2WikiMultiHopQA or MuSiQue (Ans or Full), one record at a time. In the official formats
 * the candidate passages are read too: index them, or those of several files together.
 *
 * Passages have the first 12 hex digits of SHA-1(title, line feed, text) as their id; those that
 * differ in spacing, case or punctuation only are one. HTML entities and white space are normalised.
 *
 * Source: https://hotpotqa.github.io, https://github.com/Alab-NII/2wikimultihop,
 * https://github.com/StonyBrookNLP/musique.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` for a format that is not known, a bad
 * record or an id that occurs twice: names entry or line and field, never the text.
 * @example
 * ```ts
 * import { buildLexicalIndex, readQuestionFile } from "dynakrag";
 *
 * const { questions, passages } = await readQuestionFile("hotpot_dev_distractor_v1.json");
 * const retriever = await buildLexicalIndex(passages);
 * ```
 */
export async function readQuestionFile(
  path: string,
  { format, aliases, limit = Number.POSITIVE_INFINITY }: QuestionFileOptions = {},
): Promise<QuestionFile> {
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit >= 1)) {
    throw badLimit();
  }
  const entityAliases: EntityAliases = aliases ? await readEntityAliases(aliases) : new Map();
  const passages = new PassageCollection();
  const questions = new Map<string, Question>();
  let known = format;
  for await (const record of readJsonRecords(path)) {
    known ??= formatOf(record, basename(path));
    const question = READERS[known](record, passages, entityAliases);
    if (questions.has(question.id)) throw repeatedId(record.place);
    questions.set(question.id, question);
    if (questions.size >= limit) break;
  }
  if (!known) throw unknownFormat(basename(path));
  const read = [...questions.values()].map((question) => ({
    ...question,
    supporting: [...new Set(question.supporting.map((id) => passages.resolve(id)))],
  }));
  const absentSupport = read.flatMap(({ supporting }) => supporting.filter(isAbsent)).length;
  return { format: known, questions: read, passages: passages.list(), absentSupport };
}

type RecordReader = (
  record: JsonRecord,
  passages: PassageCollection,
  aliases: EntityAliases,
) => Question;

const READERS: Readonly<Record<QuestionFileFormat, RecordReader>> = {
  dynakrag: (record) => checked(questionSchema, record, QUESTION_REMEDY),
  hotpotqa: (record, passages) =>
    hotpotQuestion(checked(hotpotSchema, record, HOTPOT_REMEDY), passages),
  "2wikimultihopqa": (record, passages, aliases) =>
    twoWikiQuestion(checked(twoWikiSchema, record, HOTPOT_REMEDY), passages, aliases),
  musique: (record, passages) =>
    musiqueQuestion(checked(musiqueSchema, record, MUSIQUE_REMEDY), passages),
};

function checked<T>(schema: z.ZodType<T>, record: JsonRecord, remedy: string): T {
  return checkRecord(schema, record, "question", remedy);
}

/** By fields that only this format has. */
function formatOf({ value }: JsonRecord, file: string): QuestionFileFormat {
  const has = (field: string): boolean =>
    typeof value === "object" && value !== null && Object.hasOwn(value, field);
  if (has("paragraphs")) return "musique";
  if (has("dataset") || has("supporting")) return "dynakrag";
  if (has("evidences") || has("entity_ids")) return "2wikimultihopqa";
  if (has("_id") && has("context")) return "hotpotqa";
  throw unknownFormat(file);
}

function unknownFormat(file: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `The format of the question file ${file} is not known.`,
    remedy: "Give an unpacked official file or one question a line, or name the format.",
    details: { file },
  });
}

function repeatedId(place: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `${place} has the id of an earlier question.`,
    remedy: "Give every question of a file an id of its own.",
  });
}

function badLimit(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "The limit must be a whole number from 1 on.",
    remedy: "Leave it out to read all questions.",
  });
}
