import { createHash } from "node:crypto";
import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { LANGUAGES } from "../../language/language.js";
import type { Language } from "../../language/language.js";
import type { Passage } from "../../state/evidence.js";
import { damaged, parseJson } from "../sealed-folder/seal.js";
import { PASSAGES_FILE, passageLines, readPassageLines } from "../stored-passages.js";
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
  passages: PASSAGES_FILE,
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
  const passages = readPassageLines(fileOf(bodies, FILES.passages), manifest.passages);
  const terms = readTerms(fileOf(bodies, FILES.terms), manifest.terms);
  const postings = decodePostings(fileOf(bodies, FILES.postings), terms, manifest);
  if (!postings) throw damaged(`${FILES.postings} has another size than its manifest says`);
  const problem = postingsProblem(postings);
  if (problem) throw damaged(`${FILES.postings} is not valid: ${problem}`);
  return { content: { language, settings, passages, postings }, version };
}

function packBodies({ passages, postings }: LexicalContent): Map<string, Uint8Array> {
  const terms = postings.terms.map((term) => `${term}\n`).join("");
  return new Map([
    [FILES.passages, passageLines(passages)],
    [FILES.terms, new TextEncoder().encode(terms)],
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

function readTerms(bytes: Uint8Array, expected: number): string[] {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.pop() !== "" || lines.length !== expected) {
    throw damaged(`${FILES.terms} has another number of lines than its manifest says`);
  }
  return lines;
}
