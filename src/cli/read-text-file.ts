import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { DynaKragError } from "../errors.js";

/** The marks that Windows puts before UTF-16. */
const UTF16_MARKS = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
]);

/**
 * Reads a file as UTF-8, or as UTF-16 where it says so; a byte order mark is no part of the text.
 *
 * @throws DynaKragError `INVALID_INPUT` for any other encoding, whose letters would be lost.
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path);
  const encoding = UTF16_MARKS.get(bytes.subarray(0, 2).toString("hex")) ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: `The file ${basename(path)} is no text in UTF-8.`,
      remedy: "Save it as UTF-8, or take it out of the folder.",
      cause,
    });
  }
}
