import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DynaKragError } from "../../errors.js";
import { localFolder } from "./local-path.js";
import { damaged, missing, readRegularFile, readSeal, sealOf } from "./seal.js";
import type { FileSeal, FolderKind, Seal } from "./seal.js";

/** A folder that holds what its manifest says. */
export interface SealedFolder {
  /** Where it lies. */
  path: string;
  manifest: Seal;
  /** Identifies its content. */
  version: string;
  /** Its files by name, each checked by size and SHA-256. */
  files: Map<string, Uint8Array>;
}

/**
 * Reads a folder that `writeSealedFolder` wrote. Everything is checked before anything is used.
 *
 * The hashes find damage, not malice: whoever can write the folder can write the manifest too. Open
 * folders that you trust, and check what you read from any.
 *
 * @throws DynaKragError `FILE_NOT_FOUND`, `UNSAFE_PATH`, `INDEX_DAMAGED`, or `INDEX_MISMATCH` for
 *   another kind or format.
 */
export async function openSealedFolder(path: string, kind: FolderKind): Promise<SealedFolder> {
  const folder = await presentFolder(localFolder(path));
  const manifest = await readSeal(folder);
  if (!manifest) throw damaged("it has no manifest.json, so it was never finished");
  checkKind(manifest, kind);
  const files = new Map<string, Uint8Array>();
  for (const [name, seal] of Object.entries(manifest.files)) {
    files.set(name, await readSealedFile(folder, name, seal));
  }
  return { path: folder, manifest, version: versionOf(manifest), files };
}

function versionOf({ files }: Seal): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(files).sort()) hash.update(`${name} ${files[name]?.sha256}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** Where a folder lies while it is being replaced: see `writeSealedFolder`. */
export function previousOf(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}.previous`);
}

/** A save that was killed between its two renames left the old folder under its other name. */
async function presentFolder(folder: string): Promise<string> {
  for (const candidate of [folder, previousOf(folder)]) {
    const stats = await stat(candidate).catch(missing);
    if (stats?.isDirectory()) return candidate;
    if (stats) throw damaged("it is a file, not a folder");
  }
  throw new DynaKragError({
    code: "FILE_NOT_FOUND",
    message: `There is no folder ${basename(folder)} at this path.`,
    remedy: "Name the folder of an index, or build one with `dynakrag index`.",
    details: { path: folder },
  });
}

function checkKind(manifest: Seal, { kind, format }: FolderKind): void {
  if (manifest.kind !== kind) {
    throw new DynaKragError({
      code: "INDEX_MISMATCH",
      message: `The folder holds ${JSON.stringify(manifest.kind.slice(0, 40))}, not ${kind}.`,
      remedy: "Name the folder of an index of this kind.",
    });
  }
  if (manifest.format !== format) {
    throw new DynaKragError({
      code: "INDEX_MISMATCH",
      message: `The index has format ${manifest.format}; this version reads format ${format}.`,
      remedy: "Build the index again with this version of dynakrag.",
    });
  }
}

async function readSealedFile(folder: string, name: string, seal: FileSeal): Promise<Uint8Array> {
  const bytes = await readRegularFile(folder, name, seal.bytes);
  if (!bytes) throw damaged(`${name} is missing`);
  if (bytes.byteLength !== seal.bytes) {
    throw damaged(`${name} has ${bytes.byteLength} bytes, its manifest says ${seal.bytes}`);
  }
  if (sealOf(bytes).sha256 !== seal.sha256) {
    throw damaged(`${name} does not have the content that its manifest says`);
  }
  return bytes;
}
