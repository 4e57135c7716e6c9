import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DynaKragOutput } from "../../src/index.js";
import { runHere, runProgram } from "./run-program.js";

let folder = "";
let index = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  const docs = join(folder, "docs");
  await mkdir(join(docs, "deep", ".hidden"), { recursive: true });
  await writeFile(
    join(docs, "bridge.md"),
    "# Gannet Bridge\n\nThe Gannet Bridge was designed by Emmerik Stolne and opened in 1902.\n",
  );
  await writeFile(
    join(docs, "deep", "Emmerik Stolne.txt"),
    "Emmerik Stolne was an engineer. He was born in the quarry town of Ondrevik in 1859.",
  );
  await writeFile(
    join(docs, "deep", "more.jsonl"),
    '{"id":"o1","title":"Ondrevik","text":"Ondrevik is a town of slate quarries."}\n' +
      '{"id":"o2","title":"Nothing","text":"   "}\n',
  );
  await writeFile(join(docs, "deep", ".hidden", "secret.md"), "# Secret\n\nNever indexed.");
  await writeFile(join(docs, "image.png"), "not text");
  index = join(folder, "index");
  const built = await runProgram(["index", docs, "--out", index]);
  expect(built).toMatchObject({ code: 0 });
  expect(built.stdout).toContain("3 passages, 1 blank or repeated ones left out");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("dynakrag index", () => {
  it("titles a text file by its first heading, else by its name, and keeps its place", async () => {
    const lines = (await readFile(join(index, "passages.jsonl"), "utf8")).trim().split("\n");
    const found = lines.map((line) => JSON.parse(line) as { metadata: Record<string, unknown> });
    expect(found.map(({ metadata }) => metadata["title"]).toSorted()).toEqual([
      "Emmerik Stolne",
      "Gannet Bridge",
      "Ondrevik",
    ]);
    expect(found.map(({ metadata }) => metadata["source"])).toContain("deep/Emmerik Stolne.txt");
  });

  it("reads other field names of JSON lines", async () => {
    const file = join(folder, "own.jsonl");
    await writeFile(file, '{"key":7,"name":"Orrel","body":"The Orrel is a river.","tenant":"a"}\n');
    const out = join(folder, "own-index");
    const args = ["--id-field", "key", "--title-field", "name", "--text-field", "body"];
    const run = await runHere(["index", file, "--out", out, ...args, "--language", "none"]);
    expect(run.code).toBe(0);
    const passage: unknown = JSON.parse(await readFile(join(out, "passages.jsonl"), "utf8"));
    expect(passage).toMatchObject({ id: "7", metadata: { title: "Orrel", tenant: "a" } });
    const manifest: unknown = JSON.parse(await readFile(join(out, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ language: "none", count: 1 });
  });

  it("leaves nothing behind when the source cannot be read", async () => {
    const file = join(folder, "broken.jsonl");
    await writeFile(file, '{"text":"fine"}\n{"text": sentinel-of-page-text\n');
    const out = join(folder, "never");
    const run = await runProgram(["index", file, "--out", out]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("INVALID_INPUT");
    expect(run.stderr).toContain("Line 2");
    expect(run.stderr).not.toContain("sentinel");
    expect(existsSync(out)).toBe(false);
    expect((await readdir(folder)).filter((name) => name.includes("never"))).toEqual([]);
  });

  it.each([
    [["index", "no-such-folder", "--out", "x"], "FILE_NOT_FOUND"],
    [["index", "https://127.0.0.1/corpus.jsonl", "--out", "x"], "UNSAFE_PATH"],
    [["index", "package.json", "--out", "x"], "INVALID_INPUT"],
    [["index"], "INVALID_INPUT"],
    [["index", "src/datasets/sample", "--out", "x", "--language", "latin"], "INVALID_INPUT"],
    [["index", "src/datasets/sample", "--out", "x", "--retriever", "vector"], "INVALID_INPUT"],
    [["index", "src/datasets/sample", "--out", "x", "--chunk-size", "ten"], "INVALID_INPUT"],
  ])("refuses %j with %s", async (args, code) => {
    const run = await runHere(args);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(code);
    expect(run.stderr).not.toContain("    at ");
    expect(existsSync("x")).toBe(false);
  });
});

describe("dynakrag ask", () => {
  const question = "Where was the designer of the Gannet Bridge born?";

  it("shows each decision and the cited answer, and says who answers", async () => {
    const run = await runProgram(["ask", "--index", index, question]);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain("Generator: embedded");
    expect(run.stdout).toMatch(/1\. retrieve_more/u);
    expect(run.stdout).toMatch(/stop_answer/u);
    expect(run.stdout).toContain("Answer: Ondrevik");
    expect(run.stdout).toContain("[1] Gannet Bridge");
  });

  it("prints JSON that a program can read", async () => {
    const run = await runHere(["ask", "--index", index, question, "--json", "--max-steps", "1"]);
    const output = JSON.parse(run.stdout) as DynaKragOutput;
    expect(output.stopReason).toBe("budget_steps");
    expect(output.usage.steps).toBe(1);
    expect(output).not.toHaveProperty("activeFilter");
    expect(output.decisions.map(({ operation }) => operation)).toEqual([
      "retrieve_more",
      "stop_answer",
    ]);
  });

  it("takes a policy and a filter", async () => {
    const args = ["--policy", "fixed-k:k=1", "--filter", '{"title":"Ondrevik"}', "--json"];
    const run = await runHere(["ask", "--index", index, "What is quarried at Ondrevik?", ...args]);
    const { evidence } = JSON.parse(run.stdout) as DynaKragOutput;
    expect(evidence.map(({ id }) => id)).toEqual(["o1"]);
  });

  it.each([
    [["ask", "--index", "no-such-index", "Who?"], "FILE_NOT_FOUND"],
    [["ask", "Who?"], "INVALID_INPUT"],
    [["ask", "--index", "src"], "INVALID_QUESTION"],
    [["ask", "--index", "src", "  "], "INVALID_QUESTION"],
    [["ask", "--index", "src", "Who?", "--filter", "[1]"], "INVALID_INPUT"],
    [["ask", "--index", "src", "Who?", "--generator", "openai:gpt-4o-mini"], "MISSING_KEY"],
    [["ask", "--index", "src", "Who?", "--nonsense"], "--nonsense"],
    [["frobnicate"], "There is no command"],
  ])("refuses %j with %s", async (args, code) => {
    const run = await runHere(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(code);
    expect(run.stderr).not.toContain("    at ");
  });

  it("refuses unknown policies and settings out of bounds before any answer", async () => {
    const policy = await runHere(["ask", "--index", index, question, "--policy", "guess"]);
    expect(policy).toMatchObject({ code: 2, stdout: "" });
    expect(policy.stderr).toContain("INVALID_POLICY");
    const steps = await runHere(["ask", "--index", index, question, "--max-steps", "11"]);
    expect(steps).toMatchObject({ code: 2, stdout: "" });
    expect(steps.stderr).toContain("INVALID_SETTINGS");
  });
});

describe("dynakrag", () => {
  it("helps, and tells its version", async () => {
    const help = await runProgram(["--help"]);
    expect(help.code).toBe(0);
    for (const command of ["index", "ask", "demo"]) expect(help.stdout).toContain(command);
    const version = await runHere(["--version"]);
    expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/u);
  });

  it("runs the demo without a key", async () => {
    const run = await runProgram(["demo"]);
    expect(run.code).toBe(0);
    expect(run.stdout.match(/^Answer:/gmu)).toHaveLength(3);
    expect(run.stdout.match(/retrieve_more/gu)?.length).toBeGreaterThanOrEqual(3);
    expect(run.stdout).toContain("expected: Ondrevik");
  });
});
