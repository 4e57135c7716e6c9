import { z } from "zod";
import type { Passage } from "../state/evidence.js";
import { passageFromDocument } from "../retrieval/passage-identity.js";
import { checkRecord, readJsonRecords } from "./json-records.js";

const corpusSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  text: z.string(),
});

/**
 * Reads the passages of a data set, one `{"id", "title", "text"}` a line, without holding the whole
 * file in memory. Passages with a blank text are skipped; other fields are not read. The index
 * command reads other shapes of documents.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` naming line and fields, never the text.
 * @example
 * ```ts
 * import { readCorpus, type Passage } from "dynakrag";
 *
 * const passages: Passage[] = [];
 * for await (const passage of readCorpus("corpus.jsonl")) passages.push(passage);
 * ```
 */
export async function* readCorpus(path: string): AsyncGenerator<Passage, void, undefined> {
  const remedy = "Give each line id, title and text.";
  for await (const record of readJsonRecords(path)) {
    const { id, title, text } = checkRecord(corpusSchema, record, "passage", remedy);
    const passage = passageFromDocument({ id, pageContent: text, metadata: { title } });
    if (passage) yield passage;
  }
}
