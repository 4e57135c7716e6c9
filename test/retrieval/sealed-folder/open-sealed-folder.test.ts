import { existsSync } from "node:fs";
import { cp, mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSealedFolder } from "../../../src/retrieval/sealed-folder/open-sealed-folder.js";
import { editManifest, errorOf, temporaryFolder } from "../world.js";
import { KIND, write, written } from "./folders.js";

describe("opening", () => {
  test("no folder: FILE_NOT_FOUND; a file or a folder without manifest: INDEX_DAMAGED", async () => {
    const parent = await temporaryFolder();
    await errorOf(() => openSealedFolder(join(parent, "none"), KIND), "FILE_NOT_FOUND");
    await errorOf(() => openSealedFolder(join(parent, "none/../none"), KIND), "FILE_NOT_FOUND");
    await errorOf(() => openSealedFolder(parent, KIND), "INDEX_DAMAGED");
    await writeFile(join(parent, "file"), "x");
    await errorOf(() => openSealedFolder(join(parent, "file"), KIND), "INDEX_DAMAGED");
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ["changed", (path) => writeFile(join(path, "a.txt"), "odd")],
    ["truncated", (path) => truncate(join(path, "a.txt"), 2)],
    ["longer", (path) => writeFile(join(path, "a.txt"), "older")],
    ["missing", (path) => rm(join(path, "a.txt"))],
    ["a folder", (path) => rm(join(path, "a.txt")).then(() => mkdir(join(path, "a.txt")))],
  ])("SE-3: a file that is %s: INDEX_DAMAGED", async (_name, damage) => {
    const { path } = await written();
    await damage(path);
    const error = await errorOf(() => openSealedFolder(path, KIND), "INDEX_DAMAGED");
    expect(error.message).toContain("a.txt");
  });

  test.each([
    ["no JSON", () => "{"],
    ["a pickle", () => "\x80\x04\x95."],
    ["a list", () => []],
    ["without files", (manifest: object) => ({ ...manifest, files: undefined })],
    ["with a bad hash", (m: object) => ({ ...m, files: { "a.txt": { bytes: 3, sha256: "x" } } })],
    [
      "with a size below 0",
      (m: object) => ({ ...m, files: { "a.txt": { bytes: -1, sha256: "" } } }),
    ],
    ["of two megabytes", (manifest: object) => ({ ...manifest, pad: "x".repeat(2 ** 21) })],
  ])("SE-2, SE-3: a manifest that is %s: INDEX_DAMAGED", async (_name, change) => {
    const { path } = await written();
    await editManifest(path, change);
    await errorOf(() => openSealedFolder(path, KIND), "INDEX_DAMAGED");
  });

  test.each(["../secret.bin", "/etc/passwd", "C:\\x", "a\0b"])(
    "SE-4: a manifest that names the file %j: UNSAFE_PATH",
    async (name) => {
      const { parent, path } = await written();
      await writeFile(join(parent, "secret.bin"), "secret");
      await editManifest(path, (manifest) => ({
        ...manifest,
        files: { [name]: { bytes: 6, sha256: "0".repeat(64) } },
      }));
      await errorOf(() => openSealedFolder(path, KIND), "UNSAFE_PATH");
    },
  );

  test("SE-4: links inside the folder are not followed, even to the right content", async () => {
    for (const name of ["a.txt", "manifest.json"]) {
      const { parent, path } = await written();
      await cp(join(path, name), join(parent, "outside"));
      await rm(join(path, name));
      await symlink(join(parent, "outside"), join(path, name));
      await errorOf(() => openSealedFolder(path, KIND), "UNSAFE_PATH");
    }
  });

  test("SE-2: a manifest with the key __proto__ changes no object", async () => {
    const { path } = await written();
    await editManifest(path, (manifest) =>
      JSON.stringify(manifest).replace("{", '{"__proto__":{"polluted":1},'),
    );
    await openSealedFolder(path, KIND).catch(() => undefined);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("another kind or format: INDEX_MISMATCH that names both", async () => {
    const { path } = await written();
    const kind = await errorOf(
      () => openSealedFolder(path, { ...KIND, kind: "other" }),
      "INDEX_MISMATCH",
    );
    expect(kind.message).toMatch(/test-folder.*other/);
    const format = await errorOf(
      () => openSealedFolder(path, { ...KIND, format: 2 }),
      "INDEX_MISMATCH",
    );
    expect(format.message).toMatch(/format 1.*format 2/);
    expect(format.remedy).toMatch(/Build the index again/);
  });

  test("SE-5: a URL is refused and nothing is made", async () => {
    await errorOf(() => openSealedFolder("http://127.0.0.1/x", KIND), "UNSAFE_PATH");
    await errorOf(() => write("http://127.0.0.1/x", "x"), "UNSAFE_PATH");
    expect(existsSync("http:")).toBe(false);
  });
});
