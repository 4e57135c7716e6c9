import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashFiles } from "../../src/evaluation/load-questions.js";
import { codeOf } from "./code-of.js";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hashes-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => join(folder, name);

test("hashes are those of the contents, and two files of one name stay apart", async () => {
  for (const folder of ["a", "b"]) {
    await mkdir(inFolder(folder));
    await writeFile(inFolder(`${folder}/questions.jsonl`), folder);
  }
  await writeFile(inFolder("corpus.jsonl"), "c");
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const files = ["a/questions.jsonl", "b/questions.jsonl", "corpus.jsonl"].map(inFolder);
  expect(Object.entries(await hashFiles(files))).toEqual([
    ["a/questions.jsonl", hash("a")],
    ["b/questions.jsonl", hash("b")],
    ["corpus.jsonl", hash("c")],
  ]);
  expect(await codeOf(() => hashFiles(["no-such-file"]))).toBe("FILE_NOT_FOUND");
});
