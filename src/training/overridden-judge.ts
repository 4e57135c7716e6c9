import type { Generator, JudgeValue } from "../generator/generator.js";
import type { VerdictSource } from "./collected-state.js";

/** A generator whose next verdict may be replaced. */
export interface OverriddenJudge {
  generator: Generator;
  /** What the next verdict is; `judge` leaves it to the generator. */
  next(source: VerdictSource, coin: boolean): void;
}

/** A gap that says nothing: its query is then the residual of the question. */
const NO_GAP = { text: "", query: "", slots: [] };

/**
 * A generator whose verdicts can be replaced: a controller that has seen unreadable and wrong
 * verdicts while it learnt does not trust every one of them.
 */
export function overriddenJudge(generator: Generator): OverriddenJudge {
  let replaced: JudgeValue | undefined;
  return {
    generator: {
      name: generator.name,
      kind: generator.kind,
      answer: (input, options) => generator.answer(input, options),
      gapQuery: (input, options) => generator.gapQuery(input, options),
      rewrite: (input, options) => generator.rewrite(input, options),
      compress: (input, options) => generator.compress(input, options),
      judge: async (input, options) => {
        const reply = await generator.judge(input, options);
        return replaced ? { ...reply, value: replaced } : reply;
      },
    },
    next: (source, coin) => {
      if (source === "unknown") replaced = { verdict: "unknown" };
      else if (source === "coin") {
        replaced = coin ? { verdict: "sufficient" } : { verdict: "insufficient", gap: NO_GAP };
      } else replaced = undefined;
    },
  };
}
