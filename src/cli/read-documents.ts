import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { DynaKragError } from "../errors.js";
import { passageFromDocument } from "../retrieval/passage-identity.js";
import { readSeal } from "../retrieval/sealed-folder/seal.js";
import type { Passage } from "../state/evidence.js";
import { parseRecords } from "./parse-records.js";
import type { RecordFields } from "./parse-records.js";
import { readTextFile } from "./read-text-file.js";
import { titleOfText } from "./title-of-text.js";

const TEXT_FILES: ReadonlySet<string> = new Set([".md", ".markdown", ".txt"]);
const RECORD_FILES: ReadonlySet<string> = new Set([".jsonl", ".ndjson"]);

/** How documents become passages. */
export interface ReadOptions {
  /** Characters of a part of a text file, and those that neighbouring parts share. */
  chunking: { size: number; overlap: number };
  /** Names of the fields of a JSON line. */
  fields: RecordFields;
}

/** What was read. */
export interface ReadResult {
  passages: Passage[];
  /** Documents without text. */
  skipped: number;
}

/**
 * Reads a file or a folder with its subfolders: text files are split by LangChain's recursive
 * splitter and titled by their first heading, else by their file name; each line of a JSON-lines
 * file is one passage. Hidden files and links are passed over, and so are the files of an index that
 * lies in the folder.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, `UNSAFE_PATH`, `INVALID_INPUT`, `EMPTY_INDEX`
 */
export async function readDocuments(source: string, options: ReadOptions): Promise<ReadResult> {
  if (/^[a-z][a-z0-9+.-]+:\/\//iu.test(source)) throw isUrl();
  const { size, overlap } = options.chunking;
  if (size < 1 || overlap >= size) throw badChunking();
  const files = await filesOf(source);
  const passages: Passage[] = [];
  let skipped = 0;
  for (const file of files) {
    const found = RECORD_FILES.has(extname(file).toLowerCase())
      ? parseRecords(await readTextFile(file), basename(file), options.fields)
      : await splitText(file, nameWithin(source, file), options);
    for (const document of found) {
      const passage = passageFromDocument(document);
      if (passage) passages.push(passage);
      else skipped++;
    }
  }
  if (passages.length === 0) throw nothingToIndex(files.length);
  return { passages, skipped };
}

async function filesOf(source: string): Promise<string[]> {
  const info = await stat(source).catch(() => undefined);
  if (!info) {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: "The file or folder to index does not exist.",
      remedy: "Check the path; it is taken relative to the current folder.",
    });
  }
  if (info.isFile()) {
    if (!canBeRead(source)) throw unknownKind();
    return [source];
  }
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(source, path)
          .split(sep)
          .some((part) => part.startsWith(".")),
    )
    .filter(canBeRead)
    .toSorted();
  return withoutIndexes(found);
}

/** Leaves out what an index folder lists as its own: no index is made of an index. */
async function withoutIndexes(files: readonly string[]): Promise<string[]> {
  const ofIndexes = new Set<string>();
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    const seal = await readSeal(folder).catch(() => undefined);
    for (const name of Object.keys(seal?.files ?? {})) ofIndexes.add(join(folder, name));
  }
  return files.filter((file) => !ofIndexes.has(file));
}

function canBeRead(path: string): boolean {
  const kind = extname(path).toLowerCase();
  return TEXT_FILES.has(kind) || RECORD_FILES.has(kind);
}

function nameWithin(source: string, file: string): string {
  return relative(source, file) || basename(file);
}

async function splitText(file: string, name: string, { chunking }: ReadOptions) {
  const { RecursiveCharacterTextSplitter } = await import("@langchain/textsplitters");
  const text = await readTextFile(file);
  const title = titleOfText(text) ?? basename(file, extname(file));
  const splitter = new RecursiveCharacterTextSplitter({
    chunkSize: chunking.size,
    chunkOverlap: chunking.overlap,
  });
  const parts = await splitter.splitText(text);
  const source = name.split(sep).join("/");
  return parts.map((pageContent, index) => ({
    id: `${source}#${index + 1}`,
    pageContent,
    metadata: { title, source, part: index + 1 },
  }));
}

function isUrl(): DynaKragError {
  return new DynaKragError({
    code: "UNSAFE_PATH",
    message: "The source is a URL.",
    remedy: "Download the documents first and name the file or folder.",
  });
}

function badChunking(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "--chunk-overlap must be smaller than --chunk-size, and that at least 1.",
    remedy: "Leave both out to get 1000 and 100 characters.",
  });
}

function unknownKind(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "Files of this kind cannot be indexed.",
    remedy: "Give .jsonl, .ndjson, .md, .markdown or .txt files, or a folder of them.",
  });
}

function nothingToIndex(files: number): DynaKragError {
  return new DynaKragError({
    code: "EMPTY_INDEX",
    message: "There is no text to index.",
    remedy: "Give .jsonl, .md or .txt files that are not blank; for other fields see --text-field.",
    details: { files },
  });
}
