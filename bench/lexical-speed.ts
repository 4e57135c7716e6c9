/**
 * Time, memory and size of the lexical index on a whole corpus.
 *
 *   npx tsx bench/lexical-speed.ts [--data ../shared/data] [--set hotpotqa] [--out file.json]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import { LexicalIndex } from "../src/retrieval/lexical/lexical-index.js";
import { readBenchData } from "./question-sets.js";

const MENTION_SAMPLE = 2_000;

async function timed<Value>(work: () => Promise<Value> | Value): Promise<[Value, number]> {
  const started = performance.now();
  const value = await work();
  return [value, performance.now() - started];
}

/** The time that a share of the values does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: "../shared/data" },
      set: { type: "string", default: "hotpotqa" },
      out: { type: "string" },
    },
  });
  const data = readBenchData(values.data, values.set);
  if (!data) {
    console.error(`No data set ${values.set} in ${values.data}: name its folder with --data.`);
    process.exitCode = 2;
    return;
  }
  const { passages, questions } = data;
  const [built, buildMs] = await timed(() => buildLexicalIndex(passages));
  const [files, packMs] = await timed(() => built.toFiles());
  const [index, loadMs] = await timed(() => LexicalIndex.fromFiles(files));
  const queryMs: number[] = [];
  for (const { question } of questions) {
    const [, milliseconds] = await timed(() => index.search(question, { k: 50 }));
    queryMs.push(milliseconds);
  }
  const sample = passages.slice(0, MENTION_SAMPLE);
  const [, mentionsMs] = await timed(() => {
    for (const { pageContent } of sample) index.entities.mentions(pageContent);
  });
  const bytes = [...files.values()].reduce((sum, file) => sum + file.byteLength, 0);
  const figures = {
    dataSet: values.set,
    passages: passages.length,
    buildSeconds: buildMs / 1_000,
    packSeconds: packMs / 1_000,
    savedMegabytes: bytes / 1e6,
    loadSeconds: loadMs / 1_000,
    queryMedianMs: quantile(queryMs, 0.5),
    query99Ms: quantile(queryMs, 0.99),
    mentionsMsPerPassage: mentionsMs / sample.length,
    peakMemoryMegabytes: process.resourceUsage().maxRSS / 1_000,
  };
  console.table(figures);
  if (values.out === undefined) return;
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(figures, null, 2)}\n`);
}

await main();
