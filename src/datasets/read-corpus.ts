import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { DynaKragError } from "../errors.js";
import type { Passage } from "../state/evidence.js";

const lineSchema = z.object({ id: z.string().min(1), title: z.string(), text: z.string() });

/**
 * Reads a corpus file: one passage a line, `{"id", "title", "text"}`, not cut into chunks.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, or `INVALID_INPUT` naming the line, never its text.
 * @example
 * ```ts
 * import { buildLexicalIndex, readCorpus } from "dynakrag";
 *
 * const index = await buildLexicalIndex(await readCorpus("corpus.jsonl"));
 * ```
 */
export async function readCorpus(path: string): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const [index, line] of (await readText(path)).split("\n").entries()) {
    if (line.trim() !== "") passages.push(passageOf(line, index + 1));
  }
  return passages;
}

function passageOf(line: string, number: number): Passage {
  try {
    const { id, title, text } = lineSchema.parse(JSON.parse(line));
    return { id, pageContent: text, metadata: { title } };
  } catch {
    // The parser's own message quotes the text.
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: `Line ${number} of the corpus is no passage.`,
      remedy: 'Write {"id": "…", "title": "…", "text": "…"}, one object a line.',
      details: { line: number },
    });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/u, "");
  } catch (cause) {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: `The corpus file ${basename(path)} cannot be read.`,
      remedy: "Name a file that exists and that you may read.",
      cause,
    });
  }
}
