import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openIndexFolder } from "../../../src/retrieval/index-folder/open-index-folder.js";
import { saveIndexFolder } from "../../../src/retrieval/index-folder/save-index-folder.js";
import { contentOf, errorOf, idsOf, passage, THREE } from "../world.js";
import { hashed, newPath } from "./indexes.js";

const KINDS = ["lexical", "vector", "hybrid"] as const;

describe.each(KINDS)("a %s index", (retriever) => {
  test("finds what was put in, with names linked to its titles", async () => {
    const path = await newPath();
    const embeddings = hashed();
    await saveIndexFolder(path, { passages: THREE, retriever, embeddings });
    const opened = await openIndexFolder(path, { embeddings });
    for (const [query, id] of [
      ["which river flows north", "river"],
      ["iron arches", "bridge"],
      ["daily bread", "baker"],
    ] as const) {
      const [hit] = await opened.retriever.search(query, { k: 3 });
      expect([hit?.passage.id, hit?.rank]).toEqual([id, 1]);
      expect(hit?.score).toBeGreaterThan(0);
    }
    expect(opened.retriever.searchCost).toBe("free");
    const titled = await newPath();
    const passages = [passage("Iron Bridge", "It spans the Orrel.")];
    await saveIndexFolder(titled, { passages, retriever, embeddings });
    const { entities } = (await openIndexFolder(titled, { embeddings })).retriever;
    expect(entities.mentions("He built the Iron Bridge.")).toContainEqual(
      expect.objectContaining({ name: "Iron Bridge", linked: true }),
    );
  });

  test("says in its manifest what it is", async () => {
    const path = await newPath();
    const chunking = { size: 800, overlap: 100 };
    const { manifest, skipped } = await saveIndexFolder(path, {
      passages: [...THREE, passage("blank", " \n"), THREE[0] ?? passage("", "")],
      retriever,
      language: "spanish",
      embeddings: hashed(),
      chunking,
    });
    expect(skipped).toBe(2);
    expect(manifest).toMatchObject({ retriever, language: "spanish", count: 3, chunking });
    expect(manifest.embeddings).toEqual(
      retriever === "lexical"
        ? null
        : { spec: "hashed:v1", metric: "cosine", dimension: 64, m: 16, efConstruction: 200 },
    );
    const opened = await openIndexFolder(path, { embeddings: hashed() });
    expect(opened.manifest).toEqual(manifest);
    expect(opened.retriever.language).toBe("spanish");
    const raw = JSON.parse(await readFile(join(path, "manifest.json"), "utf8"));
    expect(raw).toMatchObject({ kind: "dynakrag-index", format: 1 });
    expect(Object.keys(raw.files).sort()).toEqual(
      (await readdir(path)).filter((name) => name !== "manifest.json").sort(),
    );
  });

  test("RT-5: the filter acts before the cut at k", async () => {
    const path = await newPath();
    const passages = Array.from({ length: 30 }, (_, at) =>
      passage(`p${at}`, `The Orrel, page ${at}.`, { tenant: at === 29 ? "a" : "b" }),
    );
    const embeddings = hashed();
    await saveIndexFolder(path, { passages, retriever, embeddings });
    const opened = await openIndexFolder(path, { embeddings });
    const filters = [{ tenant: "a" }, (one: { id: string }) => one.id === "p29"];
    for (const filter of filters) {
      const hits = await opened.retriever.search("Orrel", { k: 2, filter });
      expect(idsOf(hits)).toEqual(["p29"]);
    }
  });

  test("RT-9: blank passages and queries are never embedded", async () => {
    const path = await newPath();
    const embeddings = hashed();
    const passages = [passage("empty", ""), ...THREE, passage("spaces", "  ")];
    await saveIndexFolder(path, { passages, retriever, embeddings });
    const { retriever: opened } = await openIndexFolder(path, { embeddings });
    const before = embeddings.instance.texts.length;
    expect(before).toBe(retriever === "lexical" ? 0 : 3);
    expect(await opened.search(" ", { k: 3 })).toEqual([]);
    expect(embeddings.instance.texts).toHaveLength(before);
  });

  test("RT-3: k beyond the index gives no more than it holds", async () => {
    const path = await newPath();
    const embeddings = hashed();
    await saveIndexFolder(path, { passages: THREE, retriever, embeddings });
    const opened = await openIndexFolder(path, { embeddings });
    const hits = await opened.retriever.search("iron bread Orrel", { k: 100 });
    expect(idsOf(hits).sort()).toEqual(["baker", "bridge", "river"]);
  });

  test("RT-4: nothing with text to index: EMPTY_INDEX, and nothing on disk", async () => {
    const path = await newPath();
    for (const passages of [[], [passage("blank", " ")]]) {
      const save = () => saveIndexFolder(path, { passages, retriever, embeddings: hashed() });
      await errorOf(save, "EMPTY_INDEX");
    }
    expect(existsSync(path)).toBe(false);
  });

  test("the same passages are the same content, whatever the order of their fields", async () => {
    const [one, other] = [await newPath(), await newPath()];
    const turned = THREE.map(({ id, pageContent, metadata }) => ({ metadata, pageContent, id }));
    const embeddings = hashed();
    const first = await saveIndexFolder(one, { passages: THREE, retriever, embeddings });
    const second = await saveIndexFolder(other, { passages: turned, retriever, embeddings });
    expect(second.manifest.contentHash).toBe(first.manifest.contentHash);
    const versions = await Promise.all(
      [one, other].map(
        async (path) => (await openIndexFolder(path, { embeddings })).retriever.version,
      ),
    );
    expect(versions[0]).toBe(versions[1]);
  });

  test("a build that fails or is cancelled half-way leaves the old index as it was", async () => {
    const path = await newPath();
    const embeddings = hashed();
    await saveIndexFolder(path, { passages: THREE, retriever, embeddings });
    const before = await contentOf(path);
    async function* broken() {
      yield passage("new", "New text.");
      throw new Error("network drive gone");
    }
    const build = saveIndexFolder(path, { passages: broken(), retriever, embeddings });
    await expect(build).rejects.toThrow("network drive gone");
    const controller = new AbortController();
    const cancelled = saveIndexFolder(path, {
      passages: [passage("new", "New text.")],
      retriever,
      embeddings,
      signal: controller.signal,
      onProgress: ({ phase }) => {
        if (phase === "write") controller.abort(new Error("enough"));
      },
    });
    await expect(cancelled).rejects.toThrow("enough");
    expect(await contentOf(path)).toEqual(before);
    expect(await readdir(join(path, ".."))).toEqual(["index"]);
  });
});
