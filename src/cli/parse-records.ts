import { DynaKragError } from "../errors.js";
import type { DocumentLike } from "../retrieval/passage-identity.js";

/** Names of the fields of a JSON line. */
export interface RecordFields {
  id: string;
  title: string;
  text: string;
}

/**
 * One document a line: the named fields become id, title and text, all others metadata.
 *
 * @param file The name of the file, for errors.
 * @throws DynaKragError `INVALID_INPUT` naming file and line; never its text.
 */
export function parseRecords(content: string, file: string, fields: RecordFields): DocumentLike[] {
  return content.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const record = parseLine(line);
    if (!record) throw badLine(file, index + 1, "no JSON object");
    if (!Object.hasOwn(record, fields.text)) {
      throw badLine(file, index + 1, `no field "${fields.text}"`);
    }
    const { [fields.text]: pageContent, [fields.title]: title, ...rest } = record;
    const id = rest[fields.id];
    delete rest[fields.id];
    return [{ id, pageContent, metadata: title === undefined ? rest : { ...rest, title } }];
  });
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // The parser's own message quotes the line, which may be private.
  }
  return undefined;
}

function badLine(file: string, line: number, problem: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `Line ${line} of ${file} cannot be read: ${problem}.`,
    remedy: "Each line is one JSON object; other field names go to --text-field and the like.",
    details: { file, line },
  });
}
