import type { Comparison, MethodSummary, Summary } from "../src/evaluation/summary.js";

/** What `bench/quality.ts` stores. */
export interface Quality {
  split: string;
  sets: Record<string, Summary>;
  pooled: Summary;
}

/** The tables as Markdown: methods, then comparisons, for each set and for all of them. */
export function renderQuality({ split, sets, pooled }: Quality): string {
  const how =
    split === "train"
      ? "Cross-validated: verdicts, answers and choices come from models and settings made without the question's fold."
      : "Dev, with the choices frozen on train.";
  const parts = [...Object.values(sets), pooled].map(renderSet);
  return [
    `# Methods without a language model, ${split}`,
    "",
    `${how} Embedded generator, BM25 over the pooled corpus of each set, passages in score order, at most 4 acquisitions of 3 passages. Intervals: 95 %, paired bootstrap over groups of questions that share supporting passages (10,000 resamples, seed 13). Made by \`npm run bench:quality\`.`,
    "",
    ...parts,
  ].join("\n");
}

function renderSet(summary: Summary): string {
  const { dataset, n, methods, comparisons } = summary;
  const rows = Object.entries(methods).map(([name, method]) => methodRow(name, method));
  const compared = Object.keys(methods).flatMap((name) => comparisonRow(name, comparisons));
  return [
    `## ${dataset} (n = ${n})`,
    "",
    "| method | EM | F1 | support recall | all gold | passages | retrievals | calls | tokens |",
    "|---|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
    "Differences in points; SR = support recall.",
    "",
    "| pair | F1 | SR | SR at equal passages | tokens at equal SR |",
    "|---|---|---|---|---|",
    ...compared,
    "",
  ].join("\n");
}

function methodRow(name: string, method: MethodSummary): string {
  const setting = method.policies.length === 1 ? (method.policies[0] ?? name) : `${name} (by fold)`;
  const cells = [
    percent(method.em),
    percent(method.f1),
    percent(method.supportRecall),
    percent(method.allGold),
    method.passages.toFixed(2),
    method.retrievals.toFixed(2),
    method.modelCalls.toFixed(2),
    method.tokens.toFixed(0),
  ];
  return `| ${setting} | ${cells.join(" | ")} |`;
}

function comparisonRow(other: string, comparisons: readonly Comparison[]): string[] {
  const own = comparisons.filter(({ a, b }) => a === other || b === other);
  const isReference = new Set(own.flatMap(({ a, b }) => [a, b])).size > 2;
  const first = own[0];
  if (!first || isReference) return [];
  const find = (metric: string, at: string): Comparison | undefined =>
    own.find((one) => one.metric === metric && one.at === at);
  const read = find("supportRecall", "equalPassages");
  const pair = `${first.a} − ${first.b}`;
  const curve = read && read.a !== first.a ? ` (${read.a} − ${read.b})` : "";
  const cells = [
    share(find("f1", "none")),
    share(find("supportRecall", "none")),
    `${share(read)}${curve}`,
    whole(find("tokens", "equalSupport")),
  ];
  return [`| ${pair} | ${cells.join(" | ")} |`];
}

function percent(value: number | null): string {
  return value === null ? "–" : (100 * value).toFixed(1);
}

function share(comparison: Comparison | undefined): string {
  return interval(comparison, (value) => (100 * value).toFixed(1));
}

function whole(comparison: Comparison | undefined): string {
  return interval(comparison, (value) => value.toFixed(0));
}

function interval(comparison: Comparison | undefined, print: (value: number) => string): string {
  if (!comparison) return "–";
  const { diff, ci } = comparison;
  const bounds = ci ? ` [${print(ci[0])}, ${print(ci[1])}]` : "";
  return `${diff > 0 ? "+" : ""}${print(diff)}${bounds}`;
}
