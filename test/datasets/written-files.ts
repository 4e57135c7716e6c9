import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import {
  readQuestionFile,
  type QuestionFile,
  type QuestionFileOptions,
} from "../../src/datasets/read-question-file.js";
import { DynaKragError } from "../../src/errors.js";

/** A folder for the tests of one file, removed after them. */
export interface WrittenFiles {
  /** The path of a file in the folder. */
  pathOf(name: string): string;
  /** Writes a file and gives its path. */
  write(name: string, content: string): Promise<string>;
  /** Writes values as a JSON array and reads them as questions. */
  readArray(values: unknown[], options?: QuestionFileOptions): Promise<QuestionFile>;
  /** Writes values as JSON lines and reads them as questions. */
  readLines(values: unknown[], options?: QuestionFileOptions): Promise<QuestionFile>;
}

export function writtenFiles(): WrittenFiles {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dynakrag-datasets-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const pathOf = (name: string): string => join(folder, name);
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(pathOf(name), content);
    return pathOf(name);
  };
  return {
    pathOf,
    write,
    readArray: async (values, options) =>
      readQuestionFile(await write("array.json", JSON.stringify(values)), options),
    readLines: async (values, options) => {
      const lines = values.map((value) => JSON.stringify(value)).join("\n");
      return readQuestionFile(await write("lines.jsonl", lines), options);
    },
  };
}

/** A passage's id as the README of the research data defines it. */
export function idOf(title: string, text: string): string {
  return createHash("sha1").update(`${title}\n${text}`).digest("hex").slice(0, 12);
}

/** The typed error that a promise must end with. */
export async function failure(promise: Promise<unknown>): Promise<DynaKragError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!DynaKragError.isInstance(error)) throw new Error("expected a DynaKragError");
  return error;
}
