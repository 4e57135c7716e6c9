import { readFile } from "node:fs/promises";
import { DynaKragError } from "../errors.js";

/** What a file is called in errors, and what to do about it. */
export interface NamedFile {
  /** Such as "policy file". */
  name: string;
  /** Where it is missing. */
  ifMissing: string;
  /** Where it is something else. */
  ifOther: string;
}

/**
 * Reads a file of JSON and what it means.
 *
 * @param parse Throws where the JSON is not what it should be.
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_ARTIFACT` where the file is something else; an
 * error of this package that `parse` throws is thrown on.
 */
export async function readJsonFile<T>(
  path: string | URL,
  { name, ifMissing, ifOther }: NamedFile,
  parse: (value: unknown) => T,
): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    const message = `The ${name} cannot be read.`;
    throw new DynaKragError({ code: "FILE_NOT_FOUND", message, remedy: ifMissing, cause });
  }
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    if (DynaKragError.isInstance(cause)) throw cause;
    const message = `The ${name} is not one of this version.`;
    throw new DynaKragError({ code: "INVALID_ARTIFACT", message, remedy: ifOther, cause });
  }
}
