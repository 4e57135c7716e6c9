import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSealedFolder } from "../../../src/retrieval/sealed-folder/open-sealed-folder.js";
import { CREATED_BY } from "../../../src/retrieval/sealed-folder/seal.js";
import { writeSealedFolder } from "../../../src/retrieval/sealed-folder/write-sealed-folder.js";
import { contentOf, editManifest, errorOf, temporaryFolder } from "../world.js";

const KIND = { kind: "test-folder", format: 1 };

async function write(path: string, text: string): Promise<void> {
  await writeSealedFolder(path, KIND, async (folder) => {
    await folder.write("a.txt", Buffer.from(text));
    await folder.writeBy("b.txt", (file) => writeFile(file, `${text}!`));
    return { colour: "green" };
  });
}

async function textOf(path: string): Promise<string> {
  const { files } = await openSealedFolder(path, KIND);
  return Buffer.from(files.get("a.txt") ?? []).toString();
}

/** A folder written with the text "old". */
async function written(): Promise<{ parent: string; path: string }> {
  const parent = await temporaryFolder();
  const path = join(parent, "index");
  await write(path, "old");
  return { parent, path };
}

describe("writing", () => {
  test("what was written is read, with what the manifest says", async () => {
    const { path } = await written();
    const { manifest, files } = await openSealedFolder(path, KIND);
    expect(manifest).toMatchObject({ ...KIND, colour: "green", createdBy: CREATED_BY });
    expect([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["a.txt", "old"],
      ["b.txt", "old!"],
    ]);
    const { name, version } = JSON.parse(await readFile("package.json", "utf8"));
    expect(CREATED_BY).toBe(`${name} ${version}`);
  });

  test("missing parents are made, an empty folder is used, an older one replaced", async () => {
    const parent = await temporaryFolder();
    const path = join(parent, "deep", "er", "index");
    await write(path, "one");
    await write(path, "two");
    expect(await textOf(path)).toBe("two");
    await mkdir(join(parent, "empty"));
    await write(join(parent, "empty"), "three");
    expect(await textOf(join(parent, "empty"))).toBe("three");
    expect(await readdir(join(parent, "deep", "er"))).toEqual(["index"]);
  });

  test("another content is another version, the same content the same", async () => {
    const { path } = await written();
    const before = (await openSealedFolder(path, KIND)).version;
    await write(path, "old");
    expect((await openSealedFolder(path, KIND)).version).toBe(before);
    await write(path, "new");
    expect((await openSealedFolder(path, KIND)).version).not.toBe(before);
  });

  test("a save that fails half-way leaves the old folder as it was, and nothing beside it", async () => {
    const { parent, path } = await written();
    const before = await contentOf(path);
    const failing = writeSealedFolder(path, KIND, async (folder) => {
      await folder.write("a.txt", Buffer.from("new"));
      throw new Error("disk full");
    });
    await expect(failing).rejects.toThrow("disk full");
    expect(await contentOf(path)).toEqual(before);
    expect(await readdir(parent)).toEqual(["index"]);
    await rm(path, { recursive: true });
    const first = writeSealedFolder(path, KIND, () => Promise.reject(new Error("disk full")));
    await expect(first).rejects.toThrow("disk full");
    expect(await readdir(parent)).toEqual([]);
  });

  test("a save that is killed half-way leaves the old folder, and no folder that opens", async () => {
    const { parent, path } = await written();
    const module = new URL(
      "../../../src/retrieval/sealed-folder/write-sealed-folder.ts",
      import.meta.url,
    );
    const script = `
      const { writeSealedFolder } = await import(${JSON.stringify(module.href)});
      await writeSealedFolder(${JSON.stringify(path)}, ${JSON.stringify(KIND)}, async (folder) => {
        await folder.write("a.txt", Buffer.from("new"));
        process.kill(process.pid, "SIGKILL");
        await new Promise(() => {});
      });`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", script];
    const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([signal, stderr]).toEqual(["SIGKILL", ""]);
    expect(await textOf(path)).toBe("old");
    const left = (await readdir(parent)).filter((name) => name !== "index");
    expect(left).toHaveLength(1);
    await errorOf(() => openSealedFolder(join(parent, left[0] ?? ""), KIND), "INDEX_DAMAGED");
    await write(path, "new");
    expect(await textOf(path)).toBe("new");
  });

  test("killed between the two renames: the old folder still opens, and the next save cleans up", async () => {
    const { parent, path } = await written();
    await rename(path, join(parent, ".index.previous"));
    expect(await textOf(path)).toBe("old");
    await write(path, "new");
    await write(path, "newer");
    expect(await textOf(path)).toBe("newer");
    expect(await readdir(parent)).toEqual(["index"]);
  });

  test.each([
    ["a file", async (path: string) => writeFile(path, "mine")],
    [
      "a folder with other files",
      async (path: string) => {
        await mkdir(path);
        await writeFile(join(path, "notes.txt"), "mine");
      },
    ],
    [
      "somebody else's manifest",
      async (path: string) => {
        await mkdir(path);
        await writeFile(join(path, "manifest.json"), '{"name":"my app"}');
      },
    ],
    [
      "notes beside an index",
      async (path: string) => {
        await write(path, "old");
        await writeFile(join(path, "notes.txt"), "mine");
      },
    ],
    [
      "an index of another kind",
      async (path: string) => {
        await writeSealedFolder(path, { kind: "other", format: 1 }, async () => ({}));
      },
    ],
  ])("%s is never replaced", async (_name, prepare) => {
    const parent = await temporaryFolder();
    const path = join(parent, "index");
    await prepare(path);
    let filled = false;
    const save = () =>
      writeSealedFolder(path, KIND, async () => {
        filled = true;
        return {};
      });
    await errorOf(save, "INVALID_INPUT");
    expect(filled).toBe(false);
    expect(await readdir(parent)).toEqual(["index"]);
  });

  test("an index of an older format, or one with damaged files, may be replaced", async () => {
    const { path } = await written();
    await editManifest(path, (manifest) => ({ ...manifest, format: 0 }));
    await truncate(join(path, "a.txt"), 1);
    await write(path, "new");
    expect(await textOf(path)).toBe("new");
  });

  test("SE-4: a name that leaves the folder is not written, whoever asks", async () => {
    const parent = await temporaryFolder();
    for (const name of ["../out.txt", "/tmp/out.txt", "manifest.json", "a\0b"]) {
      const save = writeSealedFolder(join(parent, "index"), KIND, async (folder) => {
        await folder.write(name, Buffer.from("x"));
        return {};
      });
      await expect(save).rejects.toThrow("cannot be the name");
    }
    expect(await readdir(parent)).toEqual([]);
  });

  test("SE-4: a link to a folder stays a link, and what it points to is replaced", async () => {
    const { parent, path } = await written();
    const link = join(parent, "link");
    await symlink(path, link);
    await write(link, "new");
    expect(await textOf(path)).toBe("new");
    expect(await textOf(link)).toBe("new");
  });
});

describe("opening", () => {
  test("no folder: FILE_NOT_FOUND; a file or a folder without manifest: INDEX_DAMAGED", async () => {
    const parent = await temporaryFolder();
    await errorOf(() => openSealedFolder(join(parent, "none"), KIND), "FILE_NOT_FOUND");
    await errorOf(() => openSealedFolder("../../etc/passwd", KIND), "FILE_NOT_FOUND");
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
