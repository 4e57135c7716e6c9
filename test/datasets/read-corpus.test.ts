import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../src/datasets/read-corpus.js";
import { readQuestionFile } from "../../src/datasets/read-question-file.js";
import type { Passage } from "../../src/state/evidence.js";
import { failure, writtenFiles } from "./written-files.js";

const DATA = join("..", "shared", "data");
const { write } = writtenFiles();

describe("readCorpus", () => {
  async function collect(path: string): Promise<Passage[]> {
    const passages: Passage[] = [];
    for await (const passage of readCorpus(path)) passages.push(passage);
    return passages;
  }

  it("reads id, title and text, and skips blank texts", async () => {
    const lines = [
      { id: "a", title: "Vosk", text: "Vosk was born.\u2028He lived.", more: 1 },
      { id: "b", title: "Blank", text: " " },
    ];
    const path = await write("corpus.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(await collect(path)).toEqual([
      { id: "a", pageContent: "Vosk was born.\u2028He lived.", metadata: { title: "Vosk" } },
    ]);
  });

  it("names line and field of what is no passage", async () => {
    const path = await write("bad.jsonl", '{"id": "a", "title": "t", "text": "x"}\n{"id": 7}');
    const error = await failure(collect(path));
    expect(error.details).toEqual({ line: 2, fields: "id,title,text" });
  });

  it.skipIf(!existsSync(DATA))(
    "gives every gold passage of the research data (skipped where it is absent)",
    async () => {
      const passages = await collect(join(DATA, "musique", "corpus.jsonl"));
      const ids = new Set(passages.map(({ id }) => id));
      expect(ids.size).toBe(11_425);
      const { questions } = await readQuestionFile(join(DATA, "musique", "questions.dev.jsonl"));
      expect(questions).toHaveLength(209);
      expect(questions.every(({ supporting }) => supporting.every((id) => ids.has(id)))).toBe(true);
    },
  );
});
