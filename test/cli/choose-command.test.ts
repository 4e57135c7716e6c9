import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderFolds } from "../../src/datasets/folds.js";
import { readChoices } from "../../src/evaluation/choices.js";
import { writeWorld } from "../evaluation/evaluation-world.js";
import { asked, HARBOURS } from "../evaluation/paid-world.js";
import { runHere } from "./run-program.js";

let folder = "";
let data = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "choose-"));
  data = join(folder, "harbours");
  await mkdir(data);
  const world = await writeWorld([asked("0"), asked("1")], [...HARBOURS]);
  await copyFile(world.questions, join(data, "questions.train.jsonl"));
  await copyFile(world.corpus, join(data, "corpus.jsonl"));
  await world.remove();
  const folds = new Map([["0", 0] as const, ["1", 1] as const]);
  await writeFile(join(folder, "folds.json"), renderFolds(new Map([["harbours", folds]])));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("dynakrag choose", () => {
  test("freezes the simplest of equal settings and says what they were chosen on", async () => {
    const out = join(folder, "choices.json");
    const folds = join(folder, "folds.json");
    const run = await runHere(["choose", data, "--out", out, "--folds", folds]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("fixed-k: fixed-k:k=1\n");
    const { madeOn, methods } = await readChoices(out);
    expect(madeOn).toBe("train questions: harbours 2");
    // One passage answers both questions, so nothing is gained by more.
    expect(methods["fixed-k"]?.withoutFold).toEqual(Array.from({ length: 5 }, () => "fixed-k:k=1"));
  });

  test.each([
    [["--out", "x.json"], "INVALID_INPUT"],
    [["no-such-folder", "--out", "x.json"], "FILE_NOT_FOUND"],
    [["DATA", "--out", "x.json", "--folds", "no-such-file"], "INVALID_INPUT"],
    [["DATA", "--out", "x.json", "--fold-models", "no-such-file"], "FILE_NOT_FOUND"],
    [["DATA"], "INVALID_INPUT"],
  ])("refuses %j with %s", async (args, code) => {
    const run = await runHere(["choose", ...args.map((arg) => (arg === "DATA" ? data : arg))]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(code);
    expect(existsSync("x.json")).toBe(false);
  });
});
