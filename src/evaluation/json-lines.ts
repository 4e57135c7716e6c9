import { appendFileSync, truncateSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { DynaKragError } from "../errors.js";

/**
 * Reads a file of JSON lines that a run may have been killed over: a last line that was not ended is
 * cut off the file, so that the next one starts on a line of its own. No file: no lines.
 *
 * @throws DynaKragError `INVALID_INPUT` naming file and line, never its text.
 */
export async function readJsonLines(path: string): Promise<unknown[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines = bytes.subarray(0, end).toString("utf8").split("\n");
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [parseObject(line, `Line ${index + 1} of ${basename(path)}`)],
  );
}

function parseObject(line: string, place: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The parser's own message quotes the text, so it is not passed on as a cause.
  }
  if (typeof value === "object" && value !== null) return value;
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: `${place} is damaged.`,
    remedy: "Delete that line, and the same command makes it again.",
  });
}

/** Appends one line at once, so that a kill costs the line that is being written at most. */
export function appendJsonLine(path: string, value: unknown): void {
  appendFileSync(path, `${JSON.stringify(value)}\n`);
}

/** Replaces a file as a whole: whoever reads it sees the old or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  await writeFile(fresh, text);
  await rename(fresh, path);
}
