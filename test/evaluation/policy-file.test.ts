import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleQuestions, samplePassages } from "../../src/datasets/sample-world.js";
import { DynaKragError } from "../../src/errors.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { policiesWith } from "../../src/evaluation/policy-file.js";
import { handMadeArtifact } from "../policy/hand-made-artifact.js";

let folder: string;
let file: string;
let corpus: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dynakrag-policy-"));
  file = join(folder, "policy.json");
  corpus = join(folder, "corpus.jsonl");
  await writeFile(file, JSON.stringify(handMadeArtifact()));
  const lines = (await samplePassages()).map(({ id, pageContent, metadata }) =>
    JSON.stringify({ id, title: metadata["title"], text: pageContent }),
  );
  await writeFile(corpus, lines.join("\n"));
});

afterAll(() => rm(folder, { recursive: true }));

async function codeOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    return DynaKragError.isInstance(error) ? error.code : "OTHER";
  }
  return undefined;
}

test("dynakrag is the policy of the file, the others stay what they are", async () => {
  const named = await policiesWith(file);
  expect(named("dynakrag").name).toBe(handMadeArtifact().name);
  expect(named("dynakrag:tau=0.3").name).toBe(handMadeArtifact().name);
  expect(named("uniform").name).toBe("uniform");
});

test.each(["dynakrag:tau=2", "dynakrag:k=1", "dynakrag:tau=", "dynakrag:tau=0.1,k=2"])(
  "%s is refused",
  async (text) => {
    const named = await policiesWith(file);
    expect(await codeOf(() => named(text))).toBe("INVALID_POLICY");
  },
);

test("without a file there is no such method", async () => {
  const named = await policiesWith(undefined);
  expect(await codeOf(() => named("dynakrag"))).toBe("INVALID_POLICY");
});

test("a file that is missing, or no artefact, is told", async () => {
  expect(await codeOf(() => policiesWith(join(folder, "none.json")))).toBe("FILE_NOT_FOUND");
  expect(await codeOf(() => policiesWith(corpus))).toBe("INVALID_ARTIFACT");
  const other = join(folder, "other.json");
  await writeFile(other, "{}");
  expect(await codeOf(() => policiesWith(other))).toBe("INVALID_ARTIFACT");
});

test("evaluate runs it beside the others, and compares everything with it", async () => {
  const questions = (await sampleQuestions()).slice(0, 4);
  const { summary } = await evaluate({
    questions,
    methods: ["rule", "dynakrag"],
    source: { corpus, generator: "embedded", policyFile: file, settings: {} },
    resamples: 100,
  });
  expect(summary.methods["dynakrag"]?.n).toBe(4);
  expect(new Set(summary.comparisons.map(({ a, b }) => `${a} ${b}`))).toEqual(
    new Set(["dynakrag rule"]),
  );
}, 60_000);
