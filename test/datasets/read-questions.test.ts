import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Question } from "../../src/datasets/question.js";
import { parseQuestionLine, readQuestions } from "../../src/datasets/read-questions.js";
import { DynaKragError } from "../../src/errors.js";

const DATA = join("..", "shared", "data");
const SECRET = "Where does Zephyrine live?";

const question: Question = {
  id: "q1",
  dataset: "mine",
  question: SECRET,
  answer: "Orvane",
  answer_aliases: [],
  type: "bridge",
  hops: 2,
  supporting: ["p1", "p2"],
  context: [],
  answerable: true,
};

let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dynakrag-questions-"));
  path = join(folder, "questions.jsonl");
});

afterAll(() => rm(folder, { recursive: true }));

async function collect(file: string): Promise<Question[]> {
  const questions: Question[] = [];
  for await (const each of readQuestions(file)) questions.push(each);
  return questions;
}

async function read(content: string): Promise<Question[]> {
  await writeFile(path, content);
  return collect(path);
}

async function failure(promise: Promise<unknown>): Promise<DynaKragError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DynaKragError)) throw new Error("expected a DynaKragError");
  return error;
}

describe("readQuestions", () => {
  it("reads one question a line, in order", async () => {
    const second = { ...question, id: "q2" };
    const lines = `${JSON.stringify(question)}\n${JSON.stringify(second)}\n`;
    expect(await read(lines)).toEqual([question, second]);
  });

  it("reads files of other editors: byte order mark, CRLF, blank lines, no last line feed", async () => {
    const line = JSON.stringify(question);
    expect(await read(`\uFEFF${line}\r\n\r\n  \n${line}`)).toEqual([question, question]);
  });

  it("reads an empty file as no question", async () => {
    expect(await read("")).toEqual([]);
  });

  it("gives back whatever text was written, line separators and large files included", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("a\u2028b\u2029c", "x\u0085y", "line\nbreak", "\uFEFF", "ñ".repeat(70_000)),
    );
    // Lone surrogates are no text: UTF-8 cannot carry them.
    const wellFormed = text.filter((each) => Buffer.from(each, "utf8").toString("utf8") === each);
    const anyQuestion = fc.record({ question: wellFormed, answer: wellFormed });
    await fc.assert(
      fc.asyncProperty(fc.array(anyQuestion, { maxLength: 4 }), async (texts) => {
        const written = texts.map((each) => ({ ...question, ...each }));
        const content = written.map((each) => `${JSON.stringify(each)}\n`).join("");
        expect(await read(content)).toEqual(written);
      }),
      { numRuns: 40 },
    );
  });

  it("names the line of the file that is bad, blank lines counted, and not its text", async () => {
    const error = await failure(read(`${JSON.stringify(question)}\n\n{"question": "${SECRET}"`));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.details["line"]).toBe(3);
    expect(error.message).toContain("3");
    expect(error.message).not.toContain("Zephyrine");
  });

  it("yields the good lines before a bad one", async () => {
    await writeFile(path, `${JSON.stringify(question)}\nnonsense\n`);
    const questions = readQuestions(path);
    expect((await questions.next()).value).toEqual(question);
    expect((await failure(questions.next())).code).toBe("INVALID_INPUT");
  });

  it("says which file does not exist", async () => {
    const error = await failure(collect(join(folder, "absent.jsonl")));
    expect(error.code).toBe("FILE_NOT_FOUND");
    expect(error.message).toContain("absent.jsonl");
  });

  it("refuses a folder", async () => {
    expect((await failure(collect(folder))).code).toBe("INVALID_INPUT");
  });
});

describe("parseQuestionLine", () => {
  it("EV-3: keeps the aliases", () => {
    const line = JSON.stringify({ ...question, answer_aliases: ["USA", "U.S."] });
    expect(parseQuestionLine(line, 1).answer_aliases).toEqual(["USA", "U.S."]);
  });

  it.each(["null", "[]", '"text"', "7", "{}", ""])("refuses %j as a question", (line) => {
    expect(() => parseQuestionLine(line, 1)).toThrow(DynaKragError);
  });

  it("names the bad fields and the line, never the text, not even in the cause", () => {
    const line = JSON.stringify({ ...question, hops: "two", supporting: SECRET, answer: null });
    let error: unknown;
    try {
      parseQuestionLine(line, 12);
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof DynaKragError)) throw new Error("expected a DynaKragError");
    expect(error.details).toEqual({ line: 12, fields: "answer,hops,supporting" });
    expect(error.message).toContain("Line 12");
    expect(error.message).not.toContain("Zephyrine");
    expect(error.cause).toBeUndefined();
  });

  it("SE-2: a __proto__ field changes neither the question nor other objects", () => {
    const line = `{"__proto__": {"polluted": true}, ${JSON.stringify(question).slice(1)}`;
    expect(Object.keys(parseQuestionLine(line, 1)).sort()).toEqual(Object.keys(question).sort());
    expect("polluted" in {}).toBe(false);
  });
});

// The counts are those of the table in ../shared/data/README.md.
describe(`the research data (skipped where ${DATA} is absent)`, () => {
  it.skipIf(!existsSync(DATA)).each([
    ["hotpotqa", "train", 641],
    ["hotpotqa", "dev", 214],
    ["2wikimultihopqa", "train", 789],
    ["2wikimultihopqa", "dev", 263],
    ["musique", "train", 631],
    ["musique", "dev", 209],
  ])("reads every question of %s %s", async (dataset, split, count) => {
    const file = join(DATA, dataset, `questions.${split}.jsonl`);
    const questions = await collect(file);
    expect(questions).toHaveLength(count);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(count);
    expect(questions.every((each) => each.dataset === dataset && each.answerable)).toBe(true);
    expect(questions.every(({ supporting }) => supporting.length >= 2)).toBe(true);
  });
});
