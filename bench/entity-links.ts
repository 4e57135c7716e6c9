/**
 * How often one gold passage names the title of another, as the gazetteer over the whole corpus
 * finds it, on the train questions that lead from passage to passage.
 *
 *   npx tsx bench/entity-links.ts [--data ../shared/data]
 */
import { parseArgs } from "node:util";
import { titleGazetteer } from "../src/retrieval/entities.js";
import { titleOf } from "../src/retrieval/passage-identity.js";
import { DATA_SETS, readBenchData } from "./question-sets.js";
import type { BenchData } from "./question-sets.js";

/** Questions of these types name both passages themselves, or do not say what they are. */
const NO_BRIDGE = /comparison|unknown/;

function measure({ passages, questions }: BenchData): Record<string, number> {
  const started = performance.now();
  const titles = passages.map((passage) => titleOf(passage) ?? "");
  const linker = titleGazetteer(titles, "english");
  const buildMs = performance.now() - started;
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const bridging = questions.filter(({ type }) => !NO_BRIDGE.test(type));
  let [found, seen, linked, unlinked, mentionMs] = [0, 0, 0, 0, 0];
  for (const { supporting } of bridging) {
    const gold = supporting.flatMap((id) => byId.get(id) ?? []);
    const goldTitles = new Set(gold.map((passage) => titleOf(passage)));
    let leads = false;
    for (const passage of gold) {
      const began = performance.now();
      const mentions = linker.mentions(passage.pageContent);
      mentionMs += performance.now() - began;
      const others = mentions.filter((one) => one.linked && one.name !== titleOf(passage));
      leads ||= others.some(({ name }) => goldTitles.has(name));
      seen += 1;
      linked += others.length;
      unlinked += mentions.filter((one) => !one.linked).length;
    }
    if (leads) found += 1;
  }
  return {
    questions: bridging.length,
    linkedPercent: (100 * found) / bridging.length,
    linkedPerPassage: linked / seen,
    unlinkedPerPassage: unlinked / seen,
    buildMs,
    msPerPassage: mentionMs / seen,
  };
}

function main(): void {
  const { values } = parseArgs({
    options: { data: { type: "string", default: "../shared/data" } },
  });
  const table: Record<string, Record<string, number>> = {};
  for (const name of DATA_SETS) {
    const data = readBenchData(values.data, name);
    if (!data) {
      console.error(`No data set ${name} in ${values.data}: name its folder with --data.`);
      process.exitCode = 2;
      return;
    }
    table[name] = measure(data);
  }
  console.table(table);
}

main();
