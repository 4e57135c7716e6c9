import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { graphFileProblem } from "../../../src/retrieval/hnsw/graph-file.js";
import { HnswStore } from "../../../src/retrieval/hnsw/hnsw-store.js";
import { errorOf, forge, temporaryFolder } from "../world.js";
import { NoEmbeddings, numbered, randomVectors } from "./vectors.js";

// Where hnswlib 0.8 puts things: hnswalg.h, saveIndex.
const HEADER = 96;
const CAPACITY = 8;
const COUNT = 16;
const ENTRY = 52;

const EXPECTED = { dimension: 4, count: 300, m: 5 };
const LOWEST_LIST = 4 * (1 + 2 * EXPECTED.m);
const ELEMENT = LOWEST_LIST + 4 * EXPECTED.dimension + 8;
const UPPER = HEADER + EXPECTED.count * ELEMENT;

let folder: string;
let sound: Buffer;

async function save(path: string): Promise<void> {
  const store = new HnswStore(new NoEmbeddings(), { exactBelow: 0, m: EXPECTED.m });
  await store.addVectors(randomVectors(EXPECTED.count, EXPECTED.dimension), numbered(300));
  await store.save(path);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dynakrag-test-"));
  await save(join(folder, "store"));
  sound = await readFile(join(folder, "store", "graph.hnsw"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A change of the file, as somebody would make it who wants the native reader to overrun. */
const FORGERIES: [string, (file: Buffer) => Buffer | void][] = [
  ["max_elements below the count", (file) => void file.writeBigUInt64LE(1n, CAPACITY)],
  ["max_elements beyond memory", (file) => void file.writeBigUInt64LE(2n ** 60n, CAPACITY)],
  ["a count beyond the vectors", (file) => void file.writeBigUInt64LE(301n, COUNT)],
  ["a count below the vectors", (file) => void file.writeBigUInt64LE(299n, COUNT)],
  ["another size of an element", (file) => void file.writeBigUInt64LE(8n, 24)],
  ["another place of the label", (file) => void file.writeBigUInt64LE(0n, 32)],
  ["another place of the vector", (file) => void file.writeBigUInt64LE(0n, 40)],
  ["a level that does not exist", (file) => void file.writeInt32LE(60, 48)],
  ["an entry that does not exist", (file) => void file.writeUInt32LE(300, ENTRY)],
  ["more links than there is room for", (file) => void file.writeBigUInt64LE(1000n, 64)],
  ["another m", (file) => void file.writeBigUInt64LE(6n, 72)],
  ["a level factor of 0", (file) => void file.writeDoubleLE(0, 80)],
  ["a list longer than its room", (file) => overlongList(file)],
  ["a deleted element", (file) => void file.writeUInt8(1, HEADER + 2)],
  ["a link to nowhere", (file) => void file.writeUInt32LE(300, HEADER + 4)],
  ["a label of another element", (file) => void file.writeBigUInt64LE(1n, HEADER + ELEMENT - 8)],
  ["upper lists longer than the file", (file) => void file.writeUInt32LE(24 * 64, UPPER)],
  ["upper lists of no whole level", (file) => void file.writeUInt32LE(7, UPPER)],
  ["a link to an element without that level", (file) => linkUpwards(file)],
  ["a byte too few", (file) => file.subarray(0, -1)],
  ["a byte too many", (file) => Buffer.concat([file, Buffer.alloc(1)])],
  ["only a header", (file) => file.subarray(0, HEADER)],
  ["nothing", () => Buffer.alloc(0)],
];

/** Lets a list run one link into the vector behind it, which then reads as a link that exists. */
function overlongList(file: Buffer): void {
  file.writeUInt32LE(2 * EXPECTED.m + 1, HEADER);
  for (let link = 0; link <= 2 * EXPECTED.m; link += 1) {
    file.writeUInt32LE(7, HEADER + 4 * (1 + link));
  }
}

/** Lets the first element of an upper level point to one that is on the lowest level only. */
function linkUpwards(file: Buffer): void {
  const lists: { at: number; levels: number }[] = [];
  for (let at = UPPER; at < file.length;) {
    const bytes = file.readUInt32LE(at);
    lists.push({ at, levels: bytes / (4 * (1 + EXPECTED.m)) });
    at += 4 + bytes;
  }
  const low = lists.findIndex(({ levels }) => levels === 0);
  const high = lists.find(({ at, levels }) => levels > 0 && file.readUInt32LE(at + 4) > 0);
  file.writeUInt32LE(low, (high?.at ?? 0) + 8);
}

describe("the check of a graph file", () => {
  test("a file that hnswlib wrote is sound", () => {
    expect(graphFileProblem(sound, EXPECTED)).toBeUndefined();
  });

  test.each([
    ["dimension", { ...EXPECTED, dimension: 5 }],
    ["count", { ...EXPECTED, count: 299 }],
    ["m", { ...EXPECTED, m: 6 }],
  ])("a manifest with another %s does not fit it", (_name, expected) => {
    expect(graphFileProblem(sound, expected)).toBeTypeOf("string");
  });

  test.each(FORGERIES)("SE-3: %s is found", (_name, change) => {
    const file = Buffer.from(sound);
    const changed = change(file) ?? file;
    expect(changed.equals(sound)).toBe(false);
    expect(graphFileProblem(changed, EXPECTED)).toBeTypeOf("string");
  });

  test("SE-3: a forged file with fitting hashes never reaches the native reader", async () => {
    const path = join(await temporaryFolder(), "store");
    await save(path);
    await forge(path, "graph.hnsw", (file) => (file.writeBigUInt64LE(1n, CAPACITY), file));
    const load = () => HnswStore.load(path, new NoEmbeddings(), { exactBelow: 0 });
    const error = await errorOf(load, "INDEX_DAMAGED");
    expect(error.message).toMatch(/room for 1 vectors and holds 300/);
  });
});
