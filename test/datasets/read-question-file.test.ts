import { describe, expect, it } from "vitest";
import { readQuestionFile } from "../../src/datasets/read-question-file.js";
import * as files from "./official-files.js";
import { failure, writtenFiles } from "./written-files.js";

const { pathOf, write, readArray, readLines } = writtenFiles();

describe("any question file", () => {
  const own = {
    id: "q1",
    dataset: "mine",
    question: "Who?",
    answer: "Ilva",
    type: "bridge",
    hops: 2,
    supporting: ["p1"],
  };

  it("may be in this package's own format, which has no passages", async () => {
    const file = await readLines([own]);
    expect(file).toMatchObject({ format: "dynakrag", passages: [], absentSupport: 0 });
    expect(file.questions).toEqual([{ ...own, answer_aliases: [], context: [], answerable: true }]);
  });

  it("is known by its content after a byte order mark and white space, not by its name", async () => {
    const array = `\uFEFF\n  ${JSON.stringify([files.HOTPOT_ENTRY], null, 2)}\n`;
    expect((await readQuestionFile(await write("x.txt", array))).format).toBe("hotpotqa");
    const line = `\uFEFF${JSON.stringify(files.MUSIQUE_LINE)}\r\n\r\n`;
    expect((await readQuestionFile(await write("y.json", line))).questions).toHaveLength(1);
  });

  it("is read in the format that is named", async () => {
    const error = await failure(readLines([own], { format: "musique" }));
    expect(error.message).toContain("paragraphs");
  });

  it("stops at the limit, before what is bad behind it", async () => {
    const entries = [files.HOTPOT_ENTRY, files.FULLWIKI_ENTRY, "nonsense"];
    const file = await readArray(entries, { limit: 2 });
    expect(file.questions).toHaveLength(2);
    for (const limit of [0, 1.5, Number.NaN]) {
      expect((await failure(readArray(entries, { limit }))).code).toBe("INVALID_INPUT");
    }
  });

  it("refuses an id that occurs twice", async () => {
    const error = await failure(readArray([files.HOTPOT_ENTRY, files.HOTPOT_ENTRY]));
    expect(error.message).toContain("Entry 2");
  });

  it.each([
    ["nothing", ""],
    ["no question", '{"a": 1}'],
    ["a list of numbers", "[1, 2]"],
    ["text", "Where was Ilva born?"],
    ["a cut-off array", '[{"_id": "1", "question": "Where was Ilva born?"'],
    ["a zip archive", "PK\u0003\u0004"],
  ])("refuses %s without quoting it", async (_what, content) => {
    const error = await failure(readQuestionFile(await write("bad.json", content)));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.message).not.toContain("Ilva");
    expect(error.cause).toBeUndefined();
  });

  it("says which file does not exist", async () => {
    const error = await failure(readQuestionFile(pathOf("absent.json")));
    expect(error.code).toBe("FILE_NOT_FOUND");
    expect(error.message).toContain("absent.json");
  });

  it("SE-2: a field called __proto__ changes no other object", async () => {
    const entry = JSON.stringify(files.HOTPOT_ENTRY).replace("{", '{"__proto__": {"polluted": 1},');
    const file = await readQuestionFile(await write("proto.json", `[${entry}]`));
    expect(file.questions[0]?.id).toBe(files.HOTPOT_ENTRY._id);
    expect("polluted" in {}).toBe(false);
  });
});
