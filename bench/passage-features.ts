/**
 * How long the features of 50 candidate passages take, given six passages of evidence: with the
 * passages taken apart before, as between two decisions of a question, and for the first time; and
 * how long the learned evidence ranker takes for them, features included. Processor time, so that
 * what else runs on the machine does not count.
 *
 *   npx tsx bench/passage-features.ts [--data ../shared/data] [--questions 200]
 */
import { parseArgs } from "node:util";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import { learnedRanker } from "../src/retrieval/learned-ranker/learned-ranker.js";
import { passageFeatures } from "../src/retrieval/passage-features.js";
import { DATA_SETS, readBenchData } from "./question-sets.js";

const ranker = learnedRanker();
const CANDIDATES = 50;
const EVIDENCE = 6;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    questions: { type: "string", default: "200" },
  },
});

for (const name of DATA_SETS) {
  const data = readBenchData(values.data, name);
  if (!data) {
    console.log(`${name}: not there, skipped`);
    continue;
  }
  const index = await buildLexicalIndex(data.passages);
  const questions = data.questions.slice(0, Number(values.questions));
  const first: number[] = [];
  const again: number[] = [];
  const ranked: number[] = [];
  for (const { question } of questions) {
    const found = await index.search(question, { k: EVIDENCE + CANDIDATES });
    // Copies, so that nothing of them is known yet.
    const hits = structuredClone(found);
    const input = {
      question,
      evidence: hits.slice(0, EVIDENCE).map(({ passage }) => passage),
      language: index.language,
      termWeight: (term: string) => index.termWeight(term),
      depth: CANDIDATES,
      lists: [
        { query: question, hits: hits.slice(EVIDENCE), topScore: hits[0]?.score ?? null },
      ] as const,
    };
    for (const times of [first, again]) {
      const begun = process.cpuUsage();
      passageFeatures(input);
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
    }
    const [{ hits: unseen, topScore, query }] = input.lists;
    const begun = performance.now();
    await ranker.rank({ ...input, hits: unseen, topScore, query });
    ranked.push(performance.now() - begun);
  }
  console.log(
    `${name} n=${questions.length}, ${CANDIDATES} candidates: median ${median(again)} ms, ` +
      `the first time ${median(first)} ms; ranked: ${median(ranked)} ms`,
  );
}

function median(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(2);
}
