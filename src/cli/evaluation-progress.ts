import type { EvaluationProgress } from "../evaluation/run-jobs.js";
import { progressBar } from "./progress-bar.js";

/** Without a terminal a line is written no more often than this. */
const LINE_EVERY_MS = 15_000;

/** A bar in a terminal, a line now and then elsewhere: done, tokens, errors, money. */
export function evaluationProgress(): {
  update(progress: EvaluationProgress): void;
  stop(): void;
} {
  const bar = progressBar("Evaluating");
  let written = performance.now();
  return {
    update: (progress) => {
      const { done, total } = progress;
      if (process.stderr.isTTY) {
        bar.update({ phase: describe(progress), done, total });
        return;
      }
      if (performance.now() - written < LINE_EVERY_MS && done < total) return;
      written = performance.now();
      process.stderr.write(`${done}/${total} ${describe(progress)}\n`);
    },
    stop: () => bar.stop(),
  };
}

/** Money left to spend is what is spent so far, scaled to what is still to be done. */
function describe({ done, total, failed, tokens, price }: EvaluationProgress): string {
  const parts = [`${failed} failed`];
  if (tokens > 0) parts.push(`${tokens} tokens paid`);
  if (price !== undefined && price > 0 && done > 0) {
    parts.push(
      `${price.toFixed(2)} spent, about ${((price / done) * (total - done)).toFixed(2)} left`,
    );
  }
  return parts.join(", ");
}
