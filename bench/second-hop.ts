/**
 * What the queries without a model call bring: support recall of policies against single-shot
 * retrieval of the same number of passages for each question, on train questions and the embedded
 * generator. The difference comes with its 95 % paired cluster bootstrap interval.
 *
 *     npx tsx bench/second-hop.ts [--data ../shared/data] [--limit N] [--policies "rule;fixed-k:k=6"]
 */
import { parseArgs } from "node:util";
import { actionByName } from "../src/actions/index.js";
import { recordStep } from "../src/actions/record-step.js";
import { pairedBootstrap } from "../src/evaluation/bootstrap.js";
import { groupBySupport } from "../src/datasets/groups.js";
import { policyByName } from "../src/baselines/index.js";
import { embeddedGenerator } from "../src/generator/offline/embedded-generator.js";
import type { Policy } from "../src/policy/policy.js";
import type { EvidenceRetriever } from "../src/retrieval/evidence-retriever.js";
import { buildLexicalIndex } from "../src/retrieval/lexical/build-lexical-index.js";
import { scoreOrder } from "../src/retrieval/rerank.js";
import { searchUnseen } from "../src/retrieval/unseen-search.js";
import { decide } from "../src/router.js";
import { applyUpdate } from "../src/state/apply-update.js";
import { initialState } from "../src/state/evidence-state.js";
import type { EvidenceState } from "../src/state/evidence-state.js";
import { resolveSettings } from "../src/state/settings.js";
import { validActions } from "../src/validity/valid-actions.js";
import { DATA_SETS, readBenchData } from "./question-sets.js";
import type { BenchQuestion } from "./question-sets.js";

const POLICIES = [
  "fixed-k:k=6",
  "rule",
  "rule:gaps=1",
  "rule:gaps=3",
  "rule:gaps=1,check=0",
  "rule:gaps=2,check=0",
  "rule:gaps=1,check=0,bridge=1",
  "rule:gaps=2,check=0,bridge=1",
  "uniform",
].join(";");

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    limit: { type: "string", default: "100000" },
    policies: { type: "string", default: POLICIES },
  },
});
const settings = resolveSettings();
const generator = embeddedGenerator();
const ranker = scoreOrder();

/** The graph's loop without LangGraph: the same decisions, a hundred times cheaper to repeat. */
async function gather(
  question: string,
  policy: Policy,
  retriever: EvidenceRetriever,
): Promise<EvidenceState> {
  const { language } = retriever;
  const view = { settings, language, now: 0 };
  let state = initialState(question);
  for (;;) {
    const decision = decide(state, { ...validActions(state, view), policy, view });
    if (decision.operation === "stop_answer") return state;
    const action = actionByName(decision.operation);
    const result = await action.run(state, {
      settings,
      language,
      generator,
      retriever,
      ranker,
      filter: undefined,
      search: (input) => searchUnseen(retriever, input),
      decision,
      signal: undefined,
      paid: () => undefined,
    });
    state = applyUpdate(state, recordStep(action, state, result));
  }
}

function supportRecall(ids: readonly string[], { supporting }: BenchQuestion): number {
  return supporting.filter((id) => ids.includes(id)).length / supporting.length;
}

for (const name of DATA_SETS) {
  const data = readBenchData(values.data, name);
  if (!data) {
    console.log(`${name}: not there, skipped`);
    continue;
  }
  const retriever = await buildLexicalIndex(data.passages);
  const questions = data.questions.slice(0, Number(values.limit));
  const groups = groupOfEach(questions);
  for (const policy of values.policies.split(";").map(policyByName)) {
    const sums = { recall: 0, single: 0, passages: 0, judged: 0, rightly: 0 };
    const gains: number[] = [];
    for (const question of questions) {
      const { evidence, verdict } = await gather(question.question, policy, retriever);
      const recall = supportRecall(
        evidence.map(({ id }) => id),
        question,
      );
      const hits = await retriever.search(question.question, { k: evidence.length });
      const single = supportRecall(
        hits.map(({ passage }) => passage.id),
        question,
      );
      sums.recall += recall;
      sums.single += single;
      gains.push(100 * (recall - single));
      sums.passages += evidence.length;
      sums.judged += verdict ? 1 : 0;
      sums.rightly += verdict && (verdict.verdict === "sufficient") === (recall === 1) ? 1 : 0;
    }
    const mean = (sum: number): string => ((100 * sum) / questions.length).toFixed(1);
    const judged = sums.judged === 0 ? "" : `; last verdict right ${share(sums)} %`;
    const { diff, ci } = pairedBootstrap(gains, groups);
    const [low, high] = ci;
    console.log(
      `${name} n=${questions.length} ${policy.name}: support recall ${mean(sums.recall)} with ` +
        `${(sums.passages / questions.length).toFixed(2)} passages; single-shot ` +
        `${mean(sums.single)}; difference ${diff.toFixed(1)} [${low.toFixed(1)}, ${high.toFixed(1)}]${judged}`,
    );
  }
}

/** Questions that share a gold passage stand or fall together: the interval is over their groups. */
function groupOfEach(questions: readonly BenchQuestion[]): number[] {
  const groupOf = new Map<string, number>();
  for (const [group, ids] of groupBySupport(questions).entries()) {
    for (const id of ids) groupOf.set(id, group);
  }
  return questions.map(({ id }) => groupOf.get(id) ?? -1);
}

function share({ judged, rightly }: { judged: number; rightly: number }): string {
  return ((100 * rightly) / judged).toFixed(0);
}
