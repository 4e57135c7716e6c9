import { createHash } from "node:crypto";
import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { LANGUAGES } from "../../language/language.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import { passageFromDocument } from "../passage-identity.js";
import type { Bm25Settings } from "./bm25.js";
import { decodePostings, encodePostings, postingsProblem } from "./postings-bytes.js";
import type { Postings } from "./postings.js";

/** All that makes up a lexical index. */
export interface LexicalContent {
  language: Language;
  settings: Bm25Settings;
  passages: readonly Passage[];
  postings: Postings;
}

const FILES = {
  manifest: "lexical.json",
  passages: "passages.jsonl",
  terms: "terms.txt",
  postings: "postings.bin",
} as const;

/** Raised whenever the files change their form or the analyzer its terms. */
const FORMAT = 1;
/** Far above any index this is made for; a manifest that asks for more is refused at once. */
const MOST_ENTRIES = 2 ** 28;

const count = z.int().min(0).max(MOST_ENTRIES);
const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  language: z.enum(LANGUAGES),
  settings: z.strictObject({
    k1: z.number().min(0).max(10),
    b: z.number().min(0).max(1),
    titleWeight: z.number().min(0).max(10),
  }),
  passages: count,
  terms: count,
  postings: count,
  version: z.string(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** Hash of everything that a search depends on. */
export function contentVersion(content: LexicalContent): string {
  return versionOf(content.language, content.settings, packBodies(content));
}

/** The files of an index, by name. */
export function packLexicalIndex(content: LexicalContent): Map<string, Uint8Array> {
  const bodies = packBodies(content);
  const manifest: Manifest = {
    format: FORMAT,
    language: content.language,
    settings: content.settings,
    passages: content.passages.length,
    terms: content.postings.terms.length,
    postings: content.postings.passages.length,
    version: versionOf(content.language, content.settings, bodies),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return new Map([[FILES.manifest, new TextEncoder().encode(text)], ...bodies]);
}

/**
 * Reads the files of an index and checks that they are complete and agree.
 *
 * @throws DynaKragError `INDEX_DAMAGED` or `EMPTY_INDEX`.
 */
export function unpackLexicalIndex(files: ReadonlyMap<string, Uint8Array>): {
  content: LexicalContent;
  version: string;
} {
  const manifest = readManifest(fileOf(files, FILES.manifest));
  const bodies = new Map<string, Uint8Array>();
  for (const name of [FILES.passages, FILES.terms, FILES.postings]) {
    bodies.set(name, fileOf(files, name));
  }
  const { language, settings, version } = manifest;
  if (versionOf(language, settings, bodies) !== version) {
    throw damaged("the content does not match the version in its manifest");
  }
  const passages = readPassages(fileOf(bodies, FILES.passages), manifest.passages);
  const terms = readLines(fileOf(bodies, FILES.terms), manifest.terms, FILES.terms);
  const postings = decodePostings(fileOf(bodies, FILES.postings), terms, manifest);
  if (!postings) throw damaged(`${FILES.postings} has another size than its manifest says`);
  const problem = postingsProblem(postings);
  if (problem) throw damaged(`${FILES.postings} is not valid: ${problem}`);
  return { content: { language, settings, passages, postings }, version };
}

function packBodies({ passages, postings }: LexicalContent): Map<string, Uint8Array> {
  const encode = (lines: string): Uint8Array => new TextEncoder().encode(lines);
  return new Map([
    [FILES.passages, encode(passages.map((passage) => `${JSON.stringify(passage)}\n`).join(""))],
    [FILES.terms, encode(postings.terms.map((term) => `${term}\n`).join(""))],
    [FILES.postings, encodePostings(postings)],
  ]);
}

function versionOf(
  language: Language,
  { k1, b, titleWeight }: Bm25Settings,
  bodies: ReadonlyMap<string, Uint8Array>,
): string {
  const hash = createHash("sha256").update(JSON.stringify([FORMAT, language, k1, b, titleWeight]));
  for (const bytes of bodies.values()) hash.update(`${bytes.byteLength}\n`).update(bytes);
  return hash.digest("hex").slice(0, 32);
}

function fileOf(files: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files.get(name);
  if (!bytes) throw damaged(`${name} is missing`);
  return bytes;
}

function readManifest(bytes: Uint8Array): Manifest {
  const manifest = manifestSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (!manifest.success) throw damaged(`${FILES.manifest} is not valid`);
  if (manifest.data.passages === 0) {
    throw new DynaKragError({
      code: "EMPTY_INDEX",
      message: "The lexical index holds no passage.",
      remedy: "Build it again from documents with text.",
    });
  }
  return manifest.data;
}

function readPassages(bytes: Uint8Array, expected: number): Passage[] {
  const ids = new Set<string>();
  return readLines(bytes, expected, FILES.passages).map((line) => {
    const parsed = parseJson(line);
    const isDocument = typeof parsed === "object" && parsed !== null && "pageContent" in parsed;
    const passage = isDocument ? passageFromDocument(parsed) : undefined;
    if (!passage || ids.has(passage.id)) {
      throw damaged(`${FILES.passages} holds an entry that is no passage or comes twice`);
    }
    ids.add(passage.id);
    return passage;
  });
}

function readLines(bytes: Uint8Array, expected: number, file: string): string[] {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.pop() !== "" || lines.length !== expected) {
    throw damaged(`${file} has another number of lines than its manifest says`);
  }
  return lines;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damaged(problem: string): DynaKragError {
  return new DynaKragError({
    code: "INDEX_DAMAGED",
    message: `The lexical index cannot be read: ${problem}.`,
    remedy: "Build the index again, or copy it again from where it came.",
  });
}
