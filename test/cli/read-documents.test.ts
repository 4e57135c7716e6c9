import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDocuments } from "../../src/cli/read-documents.js";
import { titleOfText } from "../../src/cli/title-of-text.js";
import { saveIndexFolder } from "../../src/retrieval/index-folder/save-index-folder.js";

const OPTIONS = {
  chunking: { size: 1000, overlap: 100 },
  fields: { id: "id", title: "title", text: "text" },
};

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-documents-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(files: Record<string, string | Uint8Array>) {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  return (await readDocuments(folder, OPTIONS)).passages;
}

describe("encodings", () => {
  const TEXT = "# Año\n\nEl niño nació en Ondrevik.";

  test.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16, as Windows writes it", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["UTF-16, big-endian", Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16()],
  ])("%s: text and title", async (_label, bytes) => {
    const [passage] = await read({ "a.md": bytes });
    expect(passage?.metadata["title"]).toBe("Año");
    expect(passage?.pageContent).toBe(TEXT);
  });

  test("JSON lines after a byte order mark", async () => {
    const [passage] = await read({ "a.jsonl": '\ufeff{"id":"1","text":"Ondrevik"}\r\n' });
    expect(passage).toMatchObject({ id: "1", pageContent: "Ondrevik" });
  });

  test("what is neither is refused by name, not indexed with its letters lost", async () => {
    const reading = read({ "good.txt": "fine", "latin.txt": Buffer.from("El niño", "latin1") });
    await expect(reading).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("latin.txt"),
    });
  });
});

test("an index that lies in the folder is no document, what lies beside its files is", async () => {
  const index = join(folder, "index");
  await read({ "a.txt": "The Gannet Bridge was opened in 1902." });
  const first = await readDocuments(folder, OPTIONS);
  await saveIndexFolder(index, { passages: first.passages });
  await writeFile(join(index, "notes.md"), "Notes of my own.");
  const { passages } = await readDocuments(folder, OPTIONS);
  expect(passages.map(({ metadata }) => metadata["source"])).toEqual(["a.txt", "index/notes.md"]);
});

test("a line that cannot be read is named with its file", async () => {
  const reading = read({ "a.jsonl": '{"text":"fine"}\n', "b.jsonl": '{"text":"fine"}\nbroken\n' });
  await expect(reading).rejects.toMatchObject({ details: { file: "b.jsonl", line: 2 } });
});

test("a file is read whatever the case of its ending", async () => {
  const file = join(folder, "A.TXT");
  await writeFile(file, "text");
  const { passages } = await readDocuments(file, OPTIONS);
  expect(passages[0]?.metadata["source"]).toBe(basename(file));
});

describe("the title of a text", () => {
  test.each([
    ["# Gannet Bridge\n\ntext", "Gannet Bridge"],
    ["intro\n\n## Second  ##  \n# First", "Second"],
    ["# C#\n", "C#"],
    ["# C# #\r\n", "C#"],
    ["Gannet Bridge\n=====\n", "Gannet Bridge"],
    ["Gannet Bridge #\r\n---\r\n", "Gannet Bridge #"],
    ["---\ntitle: x\ndate: 2020-01-01\n---\n\n# Heading\n", "Heading"],
    ["---\r\ndate: 2020-01-01\r\n---\r\ntext", undefined],
    ["no heading\n#hashtag\n# \n", undefined],
    ["", undefined],
  ])("%j: %j", (text, title) => {
    expect(titleOfText(text)).toBe(title);
  });

  test("a long run of spaces or marks takes no time to speak of", () => {
    const run = " ".repeat(200_000);
    // The patterns of before took hours for these: the test ends, or its time is over.
    expect(titleOfText(`# a${run}b${run}c\n`)).toBe(`a${run}b${run}c`);
    expect(titleOfText(`# a ${"#".repeat(200_000)}b\n`)).toHaveLength(200_003);
    expect(titleOfText(`---\n${"- -\n".repeat(50_000)}`)).toBeUndefined();
  });
});
