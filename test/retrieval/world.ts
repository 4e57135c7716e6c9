import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { DynaKragError } from "../../src/errors.js";
import type { DynaKragErrorCode } from "../../src/errors.js";
import type { RetrievalHit } from "../../src/retrieval/evidence-retriever.js";
import type { JsonObject, Passage } from "../../src/state/evidence.js";

/** A passage whose title is its id. */
export function passage(id: string, pageContent: string, metadata: JsonObject = {}): Passage {
  return { id, pageContent, metadata: { title: id, ...metadata } };
}

/** Three passages that share no content word. */
export const THREE: readonly Passage[] = [
  passage("river", "The Orrel flows north."),
  passage("bridge", "Iron arches carry trains."),
  passage("baker", "Ilva sells bread daily."),
];

export function idsOf(hits: readonly RetrievalHit[]): string[] {
  return hits.map((hit) => hit.passage.id);
}

/** Hits in this order, without scores. */
export function hitsOf(passages: readonly Passage[]): RetrievalHit[] {
  return passages.map((one, index) => ({ passage: one, rank: index + 1, score: null }));
}

/** The error that a call throws; a test fails where it throws none or another code. */
export async function errorOf(
  call: () => unknown,
  code: DynaKragErrorCode,
): Promise<DynaKragError> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  if (!DynaKragError.isInstance(thrown)) {
    throw new Error(`expected ${code}, got ${String(thrown)}`, { cause: thrown });
  }
  expect(thrown.code).toBe(code);
  return thrown;
}

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dynakrag-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The content of every file of a folder, by name. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    content[name] = (await readFile(join(folder, name))).toString("base64");
  }
  return content;
}

/**
 * Changes a file of a sealed folder and its manifest with it: what somebody does who wants the
 * hashes to be right.
 */
export async function forge(
  folder: string,
  name: string,
  change: (bytes: Buffer) => Uint8Array,
): Promise<void> {
  const bytes = change(await readFile(join(folder, name)));
  await writeFile(join(folder, name), bytes);
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  manifest.files[name] = {
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** Changes the manifest of a sealed folder. */
export async function editManifest(
  folder: string,
  change: (manifest: Record<string, unknown>) => unknown,
): Promise<void> {
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  const changed = change(manifest) ?? manifest;
  await writeFile(path, typeof changed === "string" ? changed : JSON.stringify(changed));
}
