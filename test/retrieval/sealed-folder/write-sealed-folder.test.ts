import { spawnSync } from "node:child_process";
import {
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
import { KIND, textOf, write, written } from "./folders.js";

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
