import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { DynaKragError } from "../errors.js";

/**
 * Reads a file in pieces of text, without a byte order mark.
 *
 * @throws DynaKragError `FILE_NOT_FOUND` where there is no such file, `INVALID_INPUT` where it cannot
 * be read.
 */
export async function* readText(path: string): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path, "utf8")) {
      yield isFirst ? String(chunk).replace(/^\uFEFF/, "") : String(chunk);
      isFirst = false;
    }
  } catch (error) {
    throw fileError(path, error);
  }
}

/**
 * Lines end at a line feed only: node:readline also splits at U+2028 and U+2029, which JSON allows
 * inside a string. A carriage return before the line feed is white space to JSON.
 */
export async function* splitLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function fileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const missing = error.code === "ENOENT" || error.code === "ENOTDIR";
  return new DynaKragError({
    code: missing ? "FILE_NOT_FOUND" : "INVALID_INPUT",
    message: missing
      ? `The file ${basename(path)} does not exist.`
      : `The file ${basename(path)} cannot be read (${String(error.code)}).`,
    remedy: "Name a file that exists and that you may read.",
    details: { path },
    cause: error,
  });
}
