import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DynaKragError } from "../../errors.js";
import type { JsonObject } from "../../state/evidence.js";
import { isFileName, localFolder } from "./local-path.js";
import { previousOf } from "./open-sealed-folder.js";
import {
  CREATED_BY,
  MANIFEST,
  MOST_FILE_BYTES,
  missing,
  readRegularFile,
  readSeal,
  sealOf,
} from "./seal.js";
import type { FileSeal, FolderKind, Seal } from "./seal.js";

/** Takes the files of a folder that is being written. */
export interface FolderWriter {
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** For files that something else writes, given the path. */
  writeBy(name: string, write: (path: string) => Promise<unknown>): Promise<void>;
}

/** Names that operating systems leave in any folder. */
const NOBODYS_FILES: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/**
 * Writes a folder as a whole or not at all. Its files go to a new folder beside it, are flushed to
 * the disk, sealed with a manifest of their sizes and hashes, and the folder is then renamed. An
 * older folder of the same kind gives way only then; a save that fails leaves it as it was.
 *
 * @param fill - writes the files and returns what else the manifest says.
 * @throws DynaKragError `UNSAFE_PATH`, or `INVALID_INPUT` when there is something else at the path.
 */
export async function writeSealedFolder(
  path: string,
  kind: FolderKind,
  fill: (folder: FolderWriter) => Promise<JsonObject>,
): Promise<Seal> {
  await checkTarget(path, kind);
  const folder = await realFolder(localFolder(path));
  const building = join(dirname(folder), `.${basename(folder)}.building-${randomUUID()}`);
  await mkdir(building, { recursive: true });
  try {
    const files = new Map<string, FileSeal>();
    const body = await fill(writerInto(building, files));
    const manifest = { ...kind, createdBy: CREATED_BY, ...body, files: Object.fromEntries(files) };
    await writeFlushed(join(building, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await flush(building);
    await checkTarget(path, kind);
    await putInPlace(building, folder);
    return manifest;
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Refuses a path that holds anything but a folder of this kind: saving there would delete it.
 *
 * @throws DynaKragError `UNSAFE_PATH` or `INVALID_INPUT`.
 */
export async function checkTarget(path: string, { kind }: FolderKind): Promise<void> {
  const folder = localFolder(path);
  const stats = await stat(folder).catch(missing);
  if (!stats) return;
  if (!stats.isDirectory()) throw occupied("is a file");
  const names = (await readdir(folder)).filter((name) => !NOBODYS_FILES.has(name));
  if (names.length === 0) return;
  const manifest = await readSeal(folder).catch(() => undefined);
  if (manifest?.kind !== kind) throw occupied("holds other files");
  const own = new Set([MANIFEST, ...Object.keys(manifest.files)]);
  if (!names.every((name) => own.has(name))) throw occupied("holds other files beside an index");
}

function occupied(problem: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `The path for the index ${problem}, which would be lost.`,
    remedy: "Name a new or empty folder, or the folder of an index that may be replaced.",
  });
}

/** Where a folder really lies, so that a link to it stays a link. */
async function realFolder(folder: string): Promise<string> {
  return (await realpath(folder).catch(missing)) ?? folder;
}

function writerInto(folder: string, files: Map<string, FileSeal>): FolderWriter {
  const pathOf = (name: string): string => {
    if (isFileName(name) && name !== MANIFEST && !files.has(name)) return join(folder, name);
    throw new Error(`${name} cannot be the name of a file in this folder`);
  };
  return {
    async write(name, bytes) {
      if (bytes.byteLength > MOST_FILE_BYTES) throw tooLarge(name);
      await writeFlushed(pathOf(name), bytes);
      files.set(name, sealOf(bytes));
    },
    async writeBy(name, write) {
      const path = pathOf(name);
      await write(path);
      await flush(path);
      if ((await stat(path)).size > MOST_FILE_BYTES) throw tooLarge(name);
      const bytes = await readRegularFile(folder, name, MOST_FILE_BYTES);
      if (!bytes) throw new Error(`${name} was not written`);
      files.set(name, sealOf(bytes));
    },
  };
}

function tooLarge(name: string): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `${name} would be larger than ${MOST_FILE_BYTES} bytes.`,
    remedy: "Use a vector store made for this size, or fewer passages or dimensions.",
  });
}

async function writeFlushed(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot flush a folder.
    if (process.platform !== "win32") throw error;
  } finally {
    await handle.close();
  }
}

/** No system call swaps two folders, so the old one is moved aside first, and back on failure. */
async function putInPlace(building: string, folder: string): Promise<void> {
  const previous = previousOf(folder);
  const replaces = (await stat(folder).catch(missing)) !== undefined;
  if (replaces) {
    await rm(previous, { recursive: true, force: true });
    await rename(folder, previous);
  }
  try {
    await rename(building, folder);
  } catch (error) {
    if (replaces) await rename(previous, folder);
    throw error;
  }
  await flush(dirname(folder));
  await rm(previous, { recursive: true, force: true });
}
