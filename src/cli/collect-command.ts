import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { collectStates } from "../training/collect.js";
import type { Command } from "./command.js";
import { progressBar } from "./progress-bar.js";
import { readTrainSets } from "./train-sets.js";
import { wholeNumber } from "./whole-number.js";

/** Without a terminal a line is written for so many questions. */
const QUESTIONS_A_LINE = 50;

/** `dynakrag collect`: the states that a controller learns from. */
export const collectCommand: Command = async (args, signal) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string" },
      folds: { type: "string", default: "policies/folds.json" },
      "fold-models": { type: "string", default: "policies/offline-folds.json" },
      limit: { type: "string" },
      workers: { type: "string" },
      seed: { type: "string" },
    },
  });
  if (positionals.length === 0 || values.out === undefined) throw usage();
  const bar = progressBar("Collecting");
  try {
    await collectStates({
      sets: await readTrainSets(positionals, wholeNumber("--limit", values.limit)),
      folds: values.folds,
      foldModels: values["fold-models"],
      out: values.out,
      workers: wholeNumber("--workers", values.workers) ?? 2,
      seed: wholeNumber("--seed", values.seed) ?? 13,
      signal,
      onProgress: ({ done, total, states }) => {
        bar.update({ phase: `${states} states`, done, total });
        if (process.stderr.isTTY || (done % QUESTIONS_A_LINE > 0 && done < total)) return;
        process.stderr.write(`${done}/${total} questions, ${states} states\n`);
      },
    });
  } finally {
    bar.stop();
  }
};

function usage(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "No folder of a data set is named, or no --out.",
    remedy:
      "Call it like: dynakrag collect data/hotpotqa data/musique --out states.jsonl; each folder has questions.train.jsonl and corpus.jsonl.",
  });
}
