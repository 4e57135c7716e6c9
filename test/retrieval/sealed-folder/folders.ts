import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSealedFolder } from "../../../src/retrieval/sealed-folder/open-sealed-folder.js";
import { writeSealedFolder } from "../../../src/retrieval/sealed-folder/write-sealed-folder.js";
import { temporaryFolder } from "../world.js";

export const KIND = { kind: "test-folder", format: 1 };

export async function write(path: string, text: string): Promise<void> {
  await writeSealedFolder(path, KIND, async (folder) => {
    await folder.write("a.txt", Buffer.from(text));
    await folder.writeBy("b.txt", (file) => writeFile(file, `${text}!`));
    return { colour: "green" };
  });
}

export async function textOf(path: string): Promise<string> {
  const { files } = await openSealedFolder(path, KIND);
  return Buffer.from(files.get("a.txt") ?? []).toString();
}

/** A folder written with the text "old". */
export async function written(): Promise<{ parent: string; path: string }> {
  const parent = await temporaryFolder();
  const path = join(parent, "index");
  await write(path, "old");
  return { parent, path };
}
