/**
 * What the queries without a model call bring: support recall of the rule family at the same number
 * of passages as single-shot retrieval, on train questions. Run: npx tsx bench/second-hop.ts [--limit N]
 */
import { readFileSync } from "node:fs";
import { actionByName } from "../src/actions/index.js";
import { recordStep } from "../src/actions/record-step.js";
import type { ActionContext } from "../src/actions/action.js";
import { policyByName } from "../src/baselines/index.js";
import { embeddedGenerator } from "../src/generator/offline/embedded-generator.js";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import { searchUnseen } from "../src/retrieval/unseen-search.js";
import { decide } from "../src/router.js";
import { applyUpdate } from "../src/state/apply-update.js";
import { initialState } from "../src/state/evidence-state.js";
import type { EvidenceState } from "../src/state/evidence-state.js";
import { resolveSettings } from "../src/state/settings.js";
import { validActions } from "../src/validity/valid-actions.js";
import { readCorpus, readTrain, SETS, share } from "./shared-data.js";

const limit = Number(process.argv[process.argv.indexOf("--limit") + 1]) || 1000;
const methods = (
  process.argv.find((a) => a.startsWith("--methods="))?.slice(10) ??
  "fixed-k:k=3;fixed-k:k=6;fixed-k:k=9;fixed-k:k=12;rule:gaps=1;rule:gaps=2;rule:gaps=3;rule:gaps=1,check=0;rule:gaps=2,check=0;rule:gaps=3,check=0;rule:gaps=1,check=0,bridge=1;rule:gaps=2,check=0,bridge=1;uniform"
).split(";");
const settings = resolveSettings({});
const generator = embeddedGenerator();

async function run(question: string, name: string, retriever: ActionContext["retriever"]) {
  const policy = policyByName(name);
  const { language } = retriever;
  let state = initialState(question);
  for (;;) {
    const view = { settings, language, now: 0 };
    const decision = decide(state, { ...validActions(state, view), policy, view });
    if (decision.operation === "stop_answer") return state;
    const action = actionByName(decision.operation);
    const context: ActionContext = {
      settings,
      language,
      generator,
      retriever,
      ranker: { name: "score-order", pool: 3, rank: ({ hits }) => hits.map(({ rank }) => -rank) },
      filter: undefined,
      search: (input) => searchUnseen(retriever, input),
      decision,
      signal: undefined,
    };
    const result = await action.run(state, context);
    state = applyUpdate(state, recordStep(action, state, result));
  }
}

for (const set of SETS) {
  const retriever = await buildLexicalIndex(readCorpus(set));
  const questions = readTrain(set).slice(0, limit);
  const single = await Promise.all(
    questions.map(async (q) =>
      (await retriever.search(q.question, { k: 12 })).map((h) => h.passage.id),
    ),
  );
  for (const name of methods) {
    const started = performance.now();
    let recall = 0;
    let passages = 0;
    let same = 0;
    let checks = 0;
    let right = 0;
    for (const [index, question] of questions.entries()) {
      const state: EvidenceState = await run(question.question, name, retriever);
      const ids = state.evidence.map(({ id }) => id);
      const sr = share(ids, question.supporting);
      recall += sr;
      passages += ids.length;
      same += share(single[index]!.slice(0, ids.length), question.supporting);
      if (state.verdict) {
        checks++;
        if ((state.verdict.verdict === "sufficient") === (sr === 1)) right++;
      }
    }
    const n = questions.length;
    const percent = (x: number) => ((100 * x) / n).toFixed(1);
    console.log(
      `${set} n=${n} ${name}: SR ${percent(recall)} at ${(passages / n).toFixed(2)} passages; single-shot at the same passages ${percent(same)}; verdict right ${checks ? ((100 * right) / checks).toFixed(0) : "-"}; ${((performance.now() - started) / n).toFixed(1)} ms`,
    );
  }
}
void readFileSync;
