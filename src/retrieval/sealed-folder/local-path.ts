import { resolve } from "node:path";
import { DynaKragError } from "../../errors.js";

const URL_LIKE = /^(?:[a-z][a-z0-9+.-]+:|[a-z][a-z0-9+.-]*:\/\/|\/\/|\\\\)/i;
const DRIVE = /^[a-z]:[\\/]/i;

// One plain name: no separator, no colon, no leading dot.
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/i;

/**
 * The absolute path of a folder on this machine.
 *
 * @throws DynaKragError `UNSAFE_PATH` for what looks like a URL (no network is ever touched), a
 *   path with a NUL character or one of another operating system; `INVALID_INPUT` for none.
 */
export function localFolder(path: string): string {
  if (typeof path !== "string" || path.trim() === "") {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: "The path of the folder is blank.",
      remedy: "Name a folder.",
    });
  }
  const foreignDrive = DRIVE.test(path) && process.platform !== "win32";
  if (URL_LIKE.test(path) || path.includes("\0") || foreignDrive) {
    throw new DynaKragError({
      code: "UNSAFE_PATH",
      message: "The path of the folder is a URL or is not valid on this system.",
      remedy: "Name a folder on this machine.",
      details: { length: path.length },
    });
  }
  return resolve(path);
}

/** Whether a name from a manifest is the plain name of a file, which cannot lead elsewhere. */
export function isFileName(name: string): boolean {
  return FILE_NAME.test(name);
}
