import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { chooseSettings } from "../evaluation/choose.js";
import { shippedModels } from "../generator/offline/offline-models.js";
import type { Command } from "./command.js";
import { evaluationProgress } from "./evaluation-progress.js";
import { readTrainSets } from "./train-sets.js";
import { wholeNumber } from "./whole-number.js";

/** `dynakrag choose`: freezes the settings of the methods, chosen on train questions. */
export const chooseCommand: Command = async (args, signal) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      folds: { type: "string", default: "policies/folds.json" },
      "fold-models": { type: "string", default: "policies/offline-folds.json" },
      out: { type: "string" },
      "run-dir": { type: "string" },
      limit: { type: "string" },
      workers: { type: "string" },
    },
  });
  if (positionals.length === 0 || values.out === undefined) throw usage();
  const sets = await readTrainSets(positionals, wholeNumber("--limit", values.limit));
  const progress = evaluationProgress();
  const counts = sets.map(({ dataset, questions }) => `${dataset} ${questions.length}`);
  const choosing = chooseSettings({
    sets,
    folds: values.folds,
    foldModels: values["fold-models"],
    gate: (await shippedModels()).sufficientFrom,
    madeOn: `train questions: ${counts.join(", ")}`,
    workers: wholeNumber("--workers", values.workers) ?? 0,
    signal,
    ...(values["run-dir"] === undefined ? {} : { out: values["run-dir"] }),
    onProgress: (_, state) => progress.update(state),
  });
  const choices = await choosing.finally(() => progress.stop());
  await writeFile(values.out, `${JSON.stringify(choices, null, 2)}\n`);
  for (const [method, { chosen }] of Object.entries(choices.methods)) {
    process.stdout.write(`${method}: ${chosen}\n`);
  }
};

function usage(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "No folder of a data set is named, or no --out.",
    remedy:
      "Call it like: dynakrag choose data/hotpotqa data/musique --out policies/choices.json; each folder has questions.train.jsonl and corpus.jsonl.",
  });
}
