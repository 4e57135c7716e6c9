import { createHash } from "node:crypto";
import { lstat, open } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DynaKragError } from "../../errors.js";
import { isFileName } from "./local-path.js";

/** Written last and read first: a folder without it holds no index. */
export const MANIFEST = "manifest.json";
/** Which version of this package wrote a folder; for people, nothing depends on it. */
export const CREATED_BY = "dynakrag 0.1.0";

/** What a folder is, as its manifest says. */
export interface FolderKind {
  /** Such as `dynakrag-index`. */
  kind: string;
  /** Raised whenever older readers would misread the folder. */
  format: number;
}

const MOST_MANIFEST_BYTES = 1024 * 1024;
/** The largest file that Node.js reads in one piece. */
export const MOST_FILE_BYTES = 2 ** 31 - 1;

const fileSchema = z.strictObject({
  bytes: z.int().min(0).max(MOST_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const sealSchema = z.looseObject({
  kind: z.string(),
  format: z.int(),
  files: z.record(z.string(), fileSchema),
});

/** The part that all manifests share; the rest is for whoever reads this kind of folder. */
export type Seal = z.infer<typeof sealSchema>;
/** Size and hash of a file. */
export type FileSeal = z.infer<typeof fileSchema>;

/** Size and hash of these bytes. */
export function sealOf(bytes: Uint8Array): FileSeal {
  return { bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * The manifest of a folder; undefined where it has none.
 *
 * @throws DynaKragError `INDEX_DAMAGED` when it is no manifest, `UNSAFE_PATH` when it names a file
 *   outside the folder or is a link.
 */
export async function readSeal(folder: string): Promise<Seal | undefined> {
  const bytes = await readRegularFile(folder, MANIFEST, MOST_MANIFEST_BYTES);
  if (!bytes) return undefined;
  const seal = sealSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (!seal.success) throw damaged(`${MANIFEST} is not valid`);
  if (!Object.keys(seal.data.files).every(isFileName)) {
    throw new DynaKragError({
      code: "UNSAFE_PATH",
      message: "The manifest names a file that may lie outside its folder.",
      remedy: "Do not use this index; build one from documents you trust.",
    });
  }
  return seal.data;
}

/**
 * The bytes of a file in a folder; undefined where there is none.
 *
 * @throws DynaKragError `UNSAFE_PATH` for a link, `INDEX_DAMAGED` for what is no file or too large.
 */
export async function readRegularFile(
  folder: string,
  name: string,
  mostBytes: number,
): Promise<Uint8Array | undefined> {
  const path = join(folder, name);
  const stats = await lstat(path).catch(missing);
  if (!stats) return undefined;
  if (stats.isSymbolicLink()) {
    throw new DynaKragError({
      code: "UNSAFE_PATH",
      message: `${name} is a link that may lead outside the index folder.`,
      remedy: "Put the file itself into the folder, or build the index again.",
    });
  }
  if (!stats.isFile()) throw damaged(`${name} is no file`);
  if (stats.size > mostBytes) {
    throw damaged(`${name} has ${stats.size} bytes, expected at most ${mostBytes}`);
  }
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Undefined for a path that does not exist; any other error is thrown. */
export function missing(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
}

/** An `INDEX_DAMAGED` error. */
export function damaged(problem: string): DynaKragError {
  return new DynaKragError({
    code: "INDEX_DAMAGED",
    message: `The index cannot be read: ${problem}.`,
    remedy: "Build the index again, or copy it again from where it came.",
  });
}

/** What a text says as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
