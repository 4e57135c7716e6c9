import { supportGroups } from "../datasets/groups.js";
import { pairedBootstrap } from "./bootstrap.js";
import { compareAtEqualPassages, compareAtEqualValue } from "./compare-curves.js";
import type { CurveComparison, QuestionPoints } from "./compare-curves.js";
import { ORACLE } from "./method-spec.js";
import type { Prediction } from "./prediction.js";
import type { ComparedMetric, Comparison, SummaryInput } from "./summary.js";

const METRICS: readonly ComparedMetric[] = [
  "em",
  "f1",
  "supportRecall",
  "allGold",
  "tokens",
  "passages",
];

/** Measures that a curve is read for at equal passages. */
const CURVE_METRICS = ["supportRecall", "f1"] as const;

/**
 * Every method against dynakrag, or before there is one against the rule: at their own settings,
 * and, where the methods were run over their knobs, at equal passages and at equal support recall.
 */
export function compareMethods(input: SummaryInput): Comparison[] {
  const names = input.curves.map(({ method }) => method);
  const reference = names.find(isCalled("dynakrag")) ?? names.find(isCalled("rule"));
  if (reference === undefined) return [];
  const groups = supportGroups(input.questions);
  return names
    .filter((name) => name !== reference)
    .flatMap((other) => [
      ...atOwnSettings(input, reference, other, groups),
      ...alongCurves(input, reference, other, groups),
    ]);
}

function isCalled(method: string): (name: string) => boolean {
  return (name) => name === method || name.startsWith(`${method}:`);
}

function atOwnSettings(
  { predictions, answers, resamples }: SummaryInput,
  a: string,
  b: string,
  groups: readonly number[],
): Comparison[] {
  const metrics = METRICS.filter((metric) => answers || (metric !== "em" && metric !== "f1"));
  return metrics.flatMap((metric): Comparison[] => {
    const pairs = paired(predictions.get(a) ?? [], predictions.get(b) ?? [], metric, groups);
    if (pairs.length === 0) return [];
    const differences = pairs.map(({ difference }) => difference);
    const own = pairs.map(({ group }) => group);
    const options = resamples === undefined ? {} : { resamples };
    const { diff, ci } = pairedBootstrap(differences, own, options);
    const single = pairedBootstrap(differences, Array.from(own.keys()), options);
    const size = { n: pairs.length, groups: new Set(own).size };
    return [{ a, b, metric, at: "none", ...size, diff, ci, ciByQuestion: single.ci }];
  });
}

function paired(
  one: readonly Prediction[],
  other: readonly Prediction[],
  metric: ComparedMetric,
  groups: readonly number[],
): { difference: number; group: number }[] {
  return one.flatMap((row, index) => {
    const [mine, theirs] = [row[metric], other[index]?.[metric] ?? null];
    if (mine === null || theirs === null) return [];
    return { difference: mine - theirs, group: groups[index] ?? -1 };
  });
}

/** The upper bound is the one that is read off its curve, and where it reads fewer, at its end. */
function alongCurves(
  { curves, predictions, answers, resamples }: SummaryInput,
  reference: string,
  other: string,
  groups: readonly number[],
): Comparison[] {
  const isBound = isCalled(ORACLE)(other);
  const [a, b] = isBound ? [other, reference] : [reference, other];
  const names = curves.find(({ method }) => method === a)?.points ?? [];
  if (names.length < 2) return [];
  const options = { endPoint: isBound, ...(resamples === undefined ? {} : { resamples }) };
  const input = (metric: "supportRecall" | "f1") => {
    const theirs = predictions.get(b) ?? [];
    const scored = [...theirs.keys()].filter((index) => (theirs[index]?.[metric] ?? null) !== null);
    const of = (rows: readonly Prediction[]): QuestionPoints =>
      columns(
        scored.flatMap((index) => rows[index] ?? []),
        metric,
      );
    return {
      curve: names.map((name) => of(predictions.get(name) ?? [])),
      opponent: of(theirs),
      groups: scored.map((index) => groups[index] ?? -1),
    };
  };
  const found: Comparison[] = [];
  const add = (
    metric: ComparedMetric,
    at: Comparison["at"],
    comparison: CurveComparison | undefined,
    axis: "passages" | "value" | "tokens",
  ): void => {
    if (!comparison) return;
    const { diff, ci = null, ciByQuestion = null } = comparison[axis];
    const size = { n: comparison.n, groups: comparison.groupCount };
    found.push({ a, b, metric, at, ...size, diff, ci, ciByQuestion });
  };
  for (const metric of CURVE_METRICS.filter((name) => answers || name !== "f1")) {
    const comparison = compareAtEqualPassages(input(metric), options);
    add(metric, "equalPassages", comparison, "value");
    if (metric === "supportRecall") add("tokens", "equalPassages", comparison, "tokens");
  }
  const equal = compareAtEqualValue(input("supportRecall"), options);
  add("tokens", "equalSupport", equal, "tokens");
  add("passages", "equalSupport", equal, "passages");
  return found;
}

/** Only of questions that have the score. */
function columns(rows: readonly Prediction[], metric: "supportRecall" | "f1"): QuestionPoints {
  return {
    passages: rows.map(({ passages }) => passages),
    value: rows.map((row) => row[metric] ?? 0),
    tokens: rows.map(({ tokens }) => tokens),
  };
}
