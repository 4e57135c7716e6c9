import { packageVersion } from "../package-version.js";
import { summariseAbstentions } from "./abstention.js";
import type { AbstentionOutcome } from "./abstention.js";
import { compareMethods } from "./compare-methods.js";
import { meanScore } from "./mean-score.js";
import type { Prediction } from "./prediction.js";
import type { CurveSummary, MethodMeans, MethodSummary, Summary, SummaryInput } from "./summary.js";

/** Means, breakdowns, curves and comparisons of a run. */
export function summarise(input: SummaryInput): Summary {
  const { questions, predictions, curves, generator, dataHashes } = input;
  const own = new Map(curves.map(({ method }) => [method, predictions.get(method) ?? []] as const));
  return {
    schema: "dynakrag.summary/1",
    n: questions.length,
    dataset: [...new Set(questions.map(({ dataset }) => dataset))].join("+"),
    generator,
    environment: {
      package: packageVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
    dataHashes: { ...dataHashes },
    methods: Object.fromEntries(
      [...own].map(([method, rows]) => [method, summariseMethod(rows, input.answers)]),
    ),
    comparisons: compareMethods(input),
    curves: Object.fromEntries(
      curves
        .filter(({ points }) => points.length > 1)
        .map(({ method, points }) => [
          method,
          points.map((name) => curvePoint(name, predictions.get(name) ?? [], input.answers)),
        ]),
    ),
  };
}

function summariseMethod(rows: readonly Prediction[], answers: boolean): MethodSummary {
  return {
    ...means(rows, answers),
    policies: [...new Set(rows.map(({ policy }) => policy))].sort(),
    recallAt: recallAt(rows),
    seconds: meanOf(rows, ({ seconds }) => seconds) ?? 0,
    failed: rows.filter(({ error }) => error !== null).length,
    errors: counts(rows.flatMap(({ error }) => error ?? [])),
    estimated: rows.some(({ estimated }) => estimated),
    abstentions: summariseAbstentions(answers ? abstentionsIn(rows) : []),
    operations: shares(
      rows.flatMap(({ operations }) => operations),
      rows.length,
    ),
    stopReasons: counts(rows.map(({ stopReason }) => stopReason)),
    byDataset: breakdown(rows, ({ dataset }) => dataset, answers),
    byType: breakdown(rows, ({ type }) => type, answers),
    byHops: breakdown(rows, ({ hops }) => String(hops), answers),
  };
}

/** A question that failed has abstained from nothing. */
function abstentionsIn(rows: readonly Prediction[]): AbstentionOutcome[] {
  const answered = rows.filter(({ error }) => error === null);
  return answered.map(({ abstention }) => abstention as AbstentionOutcome);
}

function means(rows: readonly Prediction[], answers: boolean): MethodMeans {
  const mean = (of: (row: Prediction) => number | null): number | null => meanOf(rows, of);
  const total = (of: (row: Prediction) => number): number => mean(of) ?? 0;
  return {
    n: rows.length,
    em: answers ? mean(({ em }) => em) : null,
    f1: answers ? mean(({ f1 }) => f1) : null,
    supportRecall: mean(({ supportRecall }) => supportRecall),
    supportPrecision: mean(({ supportPrecision }) => supportPrecision),
    supportF1: mean(({ supportF1 }) => supportF1),
    allGold: mean(({ allGold }) => allGold),
    passages: total(({ passages }) => passages),
    retrievals: total(({ retrievals }) => retrievals),
    searches: total(({ searches }) => searches),
    modelCalls: total(({ modelCalls }) => modelCalls),
    steps: total(({ steps }) => steps),
    tokens: total(({ tokens }) => tokens),
  };
}

function meanOf(rows: readonly Prediction[], of: (row: Prediction) => number | null) {
  return meanScore(rows.map((row) => of(row) ?? undefined)).mean ?? null;
}

function recallAt(rows: readonly Prediction[]): MethodSummary["recallAt"] {
  if (!rows.some((row) => row.recallAt !== null)) return null;
  const at = (k: 1 | 2 | 5 | 10): number => meanOf(rows, (row) => row.recallAt?.[k] ?? null) ?? 0;
  return { 1: at(1), 2: at(2), 5: at(5), 10: at(10) };
}

function breakdown(
  rows: readonly Prediction[],
  keyOf: (row: Prediction) => string,
  answers: boolean,
): Record<string, MethodMeans> {
  const groups = new Map<string, Prediction[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, own]) => [key, means(own, answers)]));
}

function curvePoint(name: string, rows: readonly Prediction[], answers: boolean): CurveSummary {
  const { passages, supportRecall, f1, em, tokens, retrievals } = means(rows, answers);
  return { name, passages, supportRecall, f1, em, tokens, retrievals };
}

function counts(names: readonly string[]): Record<string, number> {
  return shares(names, 1);
}

function shares(names: readonly string[], of: number): Record<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, count]) => [name, count / of]));
}
