import { existsSync } from "node:fs";
import { readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openIndexFolder } from "../../../src/retrieval/index-folder/open-index-folder.js";
import { saveIndexFolder } from "../../../src/retrieval/index-folder/save-index-folder.js";
import type { Passage } from "../../../src/state/evidence.js";
import { editManifest, errorOf, forge, THREE } from "../world.js";
import { hashed, newPath } from "./indexes.js";

async function saved(retriever: "lexical" | "vector" | "hybrid" = "lexical"): Promise<string> {
  const path = await newPath();
  await saveIndexFolder(path, { passages: THREE, retriever, embeddings: hashed() });
  return path;
}

describe("RT-6: opened with something else than it was built with", () => {
  test("another language: INDEX_MISMATCH that names both", async () => {
    const path = await saved();
    const open = () => openIndexFolder(path, { language: "spanish" });
    expect((await errorOf(open, "INDEX_MISMATCH")).message).toMatch(/english.*spanish/);
  });

  test("another embedding model: INDEX_MISMATCH that names both", async () => {
    const path = await saved("hybrid");
    const open = () => openIndexFolder(path, { embeddings: { ...hashed(), spec: "hashed:v2" } });
    expect((await errorOf(open, "INDEX_MISMATCH")).message).toMatch(/hashed:v1.*hashed:v2/);
  });

  test.each(["vector", "hybrid"] as const)(
    "a %s index with another dimension under the same name: the first search fails",
    async (kind) => {
      const { retriever } = await openIndexFolder(await saved(kind), { embeddings: hashed(32) });
      const error = await errorOf(() => retriever.search("Orrel", { k: 1 }), "INDEX_MISMATCH");
      expect(error.message).toMatch(/\b64 dimensions.*\b32\b/);
    },
  );

  test("a model of one's own that is not given: INVALID_SETTINGS that names it", async () => {
    const path = await saved("vector");
    expect((await errorOf(() => openIndexFolder(path), "INVALID_SETTINGS")).message).toContain(
      "hashed:v1",
    );
  });

  test("a model of OpenAI is made from the environment, without a call", async () => {
    const path = await saved("vector");
    await editManifest(path, (manifest) => {
      Object.assign(manifest["embeddings"] as object, { spec: "openai:small" });
    });
    await errorOf(() => openIndexFolder(path, { env: {} }), "MISSING_KEY");
    const { retriever } = await openIndexFolder(path, { env: { OPENAI_API_KEY: "sk-test" } });
    expect(retriever.searchCost).toBe("billed");
  });

  test("another format: INDEX_MISMATCH with the remedy", async () => {
    const path = await saved();
    await editManifest(path, (manifest) => ({ ...manifest, format: 99 }));
    const error = await errorOf(() => openIndexFolder(path), "INDEX_MISMATCH");
    expect(error.message).toMatch(/format 99.*format 1/);
    expect(error.remedy).toMatch(/Build the index again/);
  });
});

describe("SE-3: a folder that is not what it says", () => {
  test.each(["passages.jsonl", "vectors.f32", "terms.txt", "postings.bin", "lexical.json"])(
    "%s cut off: INDEX_DAMAGED",
    async (name) => {
      const path = await saved("hybrid");
      await truncate(join(path, name), 20);
      await errorOf(() => openIndexFolder(path, { embeddings: hashed() }), "INDEX_DAMAGED");
    },
  );

  test.each([
    ["count", 4],
    ["count", -1],
    ["language", "spanish"],
    ["retriever", "vector"],
    ["retriever", "graph"],
    ["embeddings", null],
    ["contentHash", 7],
  ])("a manifest with %s %j: INDEX_DAMAGED", async (field, value) => {
    const path = await saved(field === "embeddings" ? "hybrid" : "lexical");
    await editManifest(path, (manifest) => ({ ...manifest, [field]: value }));
    await errorOf(() => openIndexFolder(path, { embeddings: hashed() }), "INDEX_DAMAGED");
  });

  test("the lexical files of another index: INDEX_DAMAGED", async () => {
    const [path, other] = [await saved("lexical"), await newPath()];
    await saveIndexFolder(other, { passages: THREE.slice(1) });
    for (const name of ["lexical.json", "passages.jsonl", "terms.txt", "postings.bin"]) {
      const bytes = await readFile(join(other, name));
      await forge(path, name, () => bytes);
    }
    await errorOf(() => openIndexFolder(path), "INDEX_DAMAGED");
  });

  test("a count of 0: EMPTY_INDEX; no folder: FILE_NOT_FOUND", async () => {
    const path = await saved();
    await editManifest(path, (manifest) => ({ ...manifest, count: 0 }));
    await errorOf(() => openIndexFolder(path), "EMPTY_INDEX");
    await errorOf(() => openIndexFolder(`${path}-not-there`), "FILE_NOT_FOUND");
  });

  test.each(["http://169.254.169.254/x", "file:///etc/passwd", "a\0b"])(
    "SE-5: %j: UNSAFE_PATH",
    async (path) => {
      await errorOf(() => openIndexFolder(path), "UNSAFE_PATH");
    },
  );
});

const CORPUS = "../shared/data/hotpotqa/corpus.jsonl";

test.skipIf(!existsSync(CORPUS))(
  "2,000 passages of HotpotQA come back as they were (needs ../shared)",
  async () => {
    const lines = (await readFile(CORPUS, "utf8")).split("\n").slice(0, 2_000);
    const passages: Passage[] = lines.map((line) => {
      const { id, title, text } = JSON.parse(line);
      return { id, pageContent: text, metadata: { title } };
    });
    const path = await newPath();
    const { skipped } = await saveIndexFolder(path, { passages });
    const { retriever } = await openIndexFolder(path);
    expect(skipped).toBe(0);
    for (const wanted of passages.slice(0, 50)) {
      const title = String(wanted.metadata["title"]);
      const hits = await retriever.search(`${title} ${wanted.pageContent}`, { k: 1 });
      expect(hits[0]?.passage).toEqual(wanted);
    }
  },
);
