import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { IndexProgress } from "../../../src/retrieval/index-folder/build-index.js";
import { saveIndexFolder } from "../../../src/retrieval/index-folder/save-index-folder.js";
import { HashedEmbeddings } from "../../../src/testing/hashed-embeddings.js";
import { contentOf, errorOf, passage, temporaryFolder, THREE } from "../world.js";
import { hashed, newPath } from "./indexes.js";

describe("building", () => {
  test("embeddings that fail in the middle leave the old index as it was", async () => {
    const path = await newPath();
    const embeddings = hashed();
    await saveIndexFolder(path, { passages: THREE, retriever: "vector", embeddings });
    const before = await contentOf(path);
    const failing = new HashedEmbeddings();
    failing.embedDocuments = vi
      .fn()
      .mockImplementationOnce(async (texts: string[]) => texts.map(() => [1, 0]))
      .mockRejectedValueOnce(new Error("429 for key sk-1"));
    const passages = Array.from({ length: 300 }, (_, at) => passage(`p${at}`, `Page ${at}.`));
    const build = () =>
      saveIndexFolder(path, {
        passages,
        retriever: "vector",
        embeddings: { spec: "hashed:v1", instance: failing },
      });
    expect((await errorOf(build, "RETRIEVER_FAILED")).message).not.toContain("sk-1");
    expect(failing.embedDocuments).toHaveBeenCalledTimes(2);
    expect(await contentOf(path)).toEqual(before);
  });

  test("progress: read, index, embed in batches, write; each ends at its total", async () => {
    const path = await newPath();
    const passages = Array.from({ length: 600 }, (_, at) => passage(`p${at}`, `Page ${at}.`));
    const seen: IndexProgress[] = [];
    const options = { passages, retriever: "hybrid" as const, embeddings: hashed(8) };
    await saveIndexFolder(path, { ...options, onProgress: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual([
      "read",
      "index",
      "embed",
      "write",
    ]);
    for (const phase of ["read", "index", "embed", "write"]) {
      expect(seen.findLast((one) => one.phase === phase)).toEqual({ phase, done: 600, total: 600 });
    }
    const embedded = seen.filter(({ phase }) => phase === "embed").map(({ done }) => done);
    expect(embedded).toEqual([0, 256, 512, 600]);
  });

  test("titles are embedded with their texts", async () => {
    const embeddings = hashed();
    const untitled = { id: "x", pageContent: "No title.", metadata: {} };
    const passages = [passage("Iron Bridge", "It spans the Orrel."), untitled];
    await saveIndexFolder(await newPath(), { passages, retriever: "vector", embeddings });
    expect(embeddings.instance.texts).toEqual(["Iron Bridge\nIt spans the Orrel.", "No title."]);
  });

  test.each<[string, Partial<Parameters<typeof saveIndexFolder>[1]>]>([
    ["an unknown kind", { retriever: "graph" as "vector" }],
    ["an unknown language", { language: "klingon" as "english" }],
    ["vectors without a model", { retriever: "vector" }],
    ["a fusion without a model", { retriever: "hybrid" }],
    ["a model without a name", { retriever: "vector", embeddings: { ...hashed(), spec: "" } }],
    ["a chunk size of 0", { chunking: { size: 0, overlap: 0 } }],
  ])("%s is refused before anything is read", async (_name, options) => {
    const path = await newPath();
    const read = vi.fn();
    async function* passages() {
      read();
      yield passage("a", "A.");
    }
    await errorOf(
      () => saveIndexFolder(path, { passages: passages(), ...options }),
      "INVALID_SETTINGS",
    );
    expect(read).not.toHaveBeenCalled();
    expect(existsSync(path)).toBe(false);
  });

  test("SE-4, SE-5: URLs and folders with other files are refused before anything is read", async () => {
    const read = vi.fn();
    async function* passages() {
      read();
      yield passage("a", "A.");
    }
    const parent = await temporaryFolder();
    await mkdir(join(parent, "mine"));
    await writeFile(join(parent, "mine", "notes.txt"), "mine");
    const save = (path: string) => () => saveIndexFolder(path, { passages: passages() });
    await errorOf(save(join(parent, "mine")), "INVALID_INPUT");
    await errorOf(save("file:///etc/passwd"), "UNSAFE_PATH");
    await errorOf(save("http://169.254.169.254/x"), "UNSAFE_PATH");
    await errorOf(save("a\0b"), "UNSAFE_PATH");
    expect(read).not.toHaveBeenCalled();
    expect(await readdir(join(parent, "mine"))).toEqual(["notes.txt"]);
  });
});
