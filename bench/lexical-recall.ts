/**
 * Support recall of our BM25 beside minisearch and wink-bm25-text-search, on all train questions
 * and full corpora. All three get the same terms (our English analyzer) of the same title and
 * text; each library runs with its own defaults, and once more with our title weight.
 *
 *   npx tsx bench/lexical-recall.ts [--data ../shared/data] [--out bench/results/file.json]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import MiniSearch from "minisearch";
import createWinkSearch from "wink-bm25-text-search";
import { analyzerFor } from "../src/language/analyzer.js";
import { DEFAULT_BM25 } from "../src/retrieval/lexical/bm25.js";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import type { Passage } from "../src/state/evidence.js";
import { DATA_SETS, readBenchData } from "./question-sets.js";
import type { BenchQuestion } from "./question-sets.js";

const CUTS = [2, 5, 10] as const;
const DEEPEST = 10;

/** Ids of the best ten passages for a question. */
type Search = (question: string) => Promise<string[]> | string[];

interface Row {
  dataSet: string;
  questions: number;
  passages: number;
  method: string;
  /** Percent, at 2, 5 and 10. */
  recall: number[];
  millisecondsPerQuery: number;
}

const english = analyzerFor("english");
const preparedTerms = (text: string): string => english.terms(text).join(" ");
const splitTerms = (text: string): string[] => text.split(" ").filter((term) => term !== "");

async function ours(passages: Passage[], titleWeight: number): Promise<Search> {
  const index = await buildLexicalIndex(passages, { language: "english", titleWeight });
  return async (question) => {
    const hits = await index.search(question, { k: DEEPEST });
    return hits.map(({ passage }) => passage.id);
  };
}

interface PreparedPassage {
  id: string;
  title: string;
  text: string;
}

function prepare(passages: Passage[]): PreparedPassage[] {
  return passages.map(({ id, pageContent, metadata }) => ({
    id,
    title: preparedTerms(String(metadata["title"] ?? "")),
    text: preparedTerms(pageContent),
  }));
}

function minisearch(passages: PreparedPassage[], boost: number): Search {
  const index = new MiniSearch<PreparedPassage>({
    fields: ["title", "text"],
    tokenize: splitTerms,
    processTerm: (term) => term,
    searchOptions: { boost: { title: boost } },
  });
  index.addAll(passages);
  return (question) =>
    index
      .search(preparedTerms(question))
      .slice(0, DEEPEST)
      .map(({ id }) => String(id));
}

/** Title and text as one field: minisearch then scores them as one passage, like BM25. */
function minisearchOneField(passages: PreparedPassage[]): Search {
  const index = new MiniSearch<PreparedPassage>({
    fields: ["whole"],
    extractField: (passage, field) =>
      field === "whole" ? `${passage.title} ${passage.text}` : passage.id,
    tokenize: splitTerms,
    processTerm: (term) => term,
  });
  index.addAll(passages);
  return (question) =>
    index
      .search(preparedTerms(question))
      .slice(0, DEEPEST)
      .map(({ id }) => String(id));
}

function wink(passages: PreparedPassage[], titleWeight: number): Search {
  const index = createWinkSearch();
  index.defineConfig({ fldWeights: { title: titleWeight, text: 1 } });
  index.definePrepTasks([splitTerms]);
  for (const { id, title, text } of passages) index.addDoc({ title, text }, id);
  index.consolidate();
  return (question) => index.search(preparedTerms(question), DEEPEST).map(([id]) => id);
}

async function measure(
  search: Search,
  questions: BenchQuestion[],
): Promise<Pick<Row, "recall" | "millisecondsPerQuery">> {
  const sums = CUTS.map(() => 0);
  const started = performance.now();
  for (const { question, supporting } of questions) {
    const found = await search(question);
    CUTS.forEach((cut, at) => {
      const top = new Set(found.slice(0, cut));
      const share = supporting.filter((id) => top.has(id)).length / supporting.length;
      sums[at] = (sums[at] ?? 0) + share;
    });
  }
  return {
    recall: sums.map((sum) => Math.round((10_000 * sum) / questions.length) / 100),
    millisecondsPerQuery:
      Math.round((100 * (performance.now() - started)) / questions.length) / 100,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string", default: "../shared/data" }, out: { type: "string" } },
  });
  const { titleWeight } = DEFAULT_BM25;
  const rows: Row[] = [];
  for (const dataSet of DATA_SETS) {
    const data = readBenchData(values.data, dataSet);
    if (!data) {
      console.error(`No data set ${dataSet} in ${values.data}: name its folder with --data.`);
      process.exitCode = 2;
      return;
    }
    const { passages, questions } = data;
    const prepared = prepare(passages);
    const methods: [string, () => Promise<Search> | Search][] = [
      [`dynakrag, title × ${titleWeight} (default)`, () => ours(passages, titleWeight)],
      ["dynakrag, title × 1", () => ours(passages, 1)],
      ["minisearch, two fields", () => minisearch(prepared, 1)],
      [`minisearch, title × ${titleWeight}`, () => minisearch(prepared, titleWeight)],
      ["minisearch, one field", () => minisearchOneField(prepared)],
      ["wink, title × 1", () => wink(prepared, 1)],
      [`wink, title × ${titleWeight}`, () => wink(prepared, titleWeight)],
    ];
    for (const [method, create] of methods) {
      const figures = await measure(await create(), questions);
      const sizes = { questions: questions.length, passages: passages.length };
      rows.push({ dataSet, method, ...sizes, ...figures });
      const recall = figures.recall.map((value) => value.toFixed(1).padStart(6)).join("");
      const time = figures.millisecondsPerQuery.toFixed(2).padStart(7);
      console.log(`${dataSet.padEnd(17)}${method.padEnd(34)}${recall}${time} ms`);
    }
  }
  if (values.out === undefined) return;
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify({ cuts: CUTS, rows }, null, 2)}\n`);
}

await main();
