import { z } from "zod";
import { cleanAliases } from "./annotated-text.js";
import { hotpotSchema, withContext } from "./hotpotqa.js";
import { checkRecord, readJsonRecords } from "./json-records.js";
import type { PassageCollection } from "./passage-collection.js";
import type { Question } from "./question.js";

/**
 * An entry of the official files of 2WikiMultiHopQA. The first release has no `answer_id`, and in
 * the later ones it is empty where the answer is no entity of Wikidata.
 *
 * Source: "Dataset Contents" of https://github.com/Alab-NII/2wikimultihop.
 */
export const twoWikiSchema = hotpotSchema.extend({ answer_id: z.string().nullish() });

type TwoWikiEntry = z.infer<typeof twoWikiSchema>;

/** Other names of an entity, by its Wikidata id. */
export type EntityAliases = ReadonlyMap<string, readonly string[]>;

const aliasSchema = z.object({
  Q_id: z.string().min(1),
  aliases: z.array(z.string()),
  demonyms: z.array(z.string()),
});

/** Reads an entry and adds its context to the passages. */
export function twoWikiQuestion(
  entry: TwoWikiEntry,
  passages: PassageCollection,
  aliases: EntityAliases,
): Question {
  const fields = withContext(entry, passages);
  const names = aliases.get(entry.answer_id ?? "") ?? [];
  return {
    ...fields,
    dataset: "2wikimultihopqa",
    answer_aliases: cleanAliases(names, fields.answer),
    hops: fields.type === "bridge_comparison" ? 4 : 2,
  };
}

/**
 * Reads `id_aliases.json`, which has one object a line: aliases and demonyms both count as accepted
 * answers of a question with the entity's id as `answer_id`.
 *
 * Source: `eval` of `2wikimultihop_evaluate_v1.1.py`.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` naming line and fields.
 */
export async function readEntityAliases(path: string): Promise<EntityAliases> {
  const aliases = new Map<string, readonly string[]>();
  for await (const record of readJsonRecords(path)) {
    const remedy = "Name id_aliases.json of the release, with Q_id, aliases and demonyms a line.";
    const { Q_id, ...names } = checkRecord(aliasSchema, record, "list of aliases", remedy);
    aliases.set(Q_id, [...names.aliases, ...names.demonyms]);
  }
  return aliases;
}
