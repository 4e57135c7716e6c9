import type { Comparison, Summary } from "../evaluation/summary.js";

/** The table of methods as text. */
export function renderMethods({ n, dataset, generator, methods }: Summary): string {
  const rows = Object.entries(methods).map(([name, method]) => [
    name,
    percent(method.em),
    percent(method.f1),
    percent(method.supportRecall),
    percent(method.allGold),
    method.passages.toFixed(2),
    method.retrievals.toFixed(2),
    method.modelCalls.toFixed(2),
    method.tokens.toFixed(0),
    method.seconds.toFixed(3),
  ]);
  const head = ["method", "EM", "F1", "SR", "all", "pass.", "retr.", "calls", "tokens", "s"];
  return `${dataset}, n = ${n}, generator ${generator}\n${table([head, ...rows])}`;
}

/** The comparisons as text: differences of shares in points, with the interval over groups. */
export function renderComparisons({ comparisons }: Summary): string {
  if (comparisons.length === 0) return "";
  const head = ["a − b", "metric", "at", "diff", "95 % over groups", "over questions"];
  const rows = comparisons.map((comparison) => [
    `${comparison.a} − ${comparison.b}`,
    comparison.metric,
    comparison.at,
    figure(comparison, comparison.diff),
    interval(comparison, comparison.ci),
    interval(comparison, comparison.ciByQuestion),
  ]);
  return table([head, ...rows]);
}

function interval(comparison: Comparison, bounds: Comparison["ci"]): string {
  if (!bounds) return "–";
  return `[${figure(comparison, bounds[0])}, ${figure(comparison, bounds[1])}]`;
}

function figure({ metric }: Comparison, value: number): string {
  const isShare = metric !== "tokens" && metric !== "passages";
  return isShare ? (100 * value).toFixed(1) : value.toFixed(metric === "tokens" ? 0 : 2);
}

function percent(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1);
}

/** Columns of equal width; the first is aligned left, the others right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  "),
    )
    .join("\n");
}
