import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { readQuestionFile } from "../datasets/read-question-file.js";
import { chooseSettings } from "../evaluation/choose.js";
import type { ChoiceSet } from "../evaluation/choose.js";
import { shippedModels } from "../generator/offline/offline-models.js";
import type { Command } from "./command.js";
import { evaluationProgress } from "./evaluation-progress.js";
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
  const limit = wholeNumber("--limit", values.limit);
  const sets: ChoiceSet[] = [];
  for (const folder of positionals) sets.push(await readSet(folder, limit));
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

async function readSet(folder: string, limit: number | undefined): Promise<ChoiceSet> {
  const file = join(folder, "questions.train.jsonl");
  const { questions } = await readQuestionFile(file, limit === undefined ? {} : { limit });
  const dataset = questions[0]?.dataset ?? folder;
  return { dataset, questions, corpus: join(folder, "corpus.jsonl") };
}

function usage(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "No folder of a data set is named, or no --out.",
    remedy:
      "Call it like: dynakrag choose data/hotpotqa data/musique --out policies/choices.json; each folder has questions.train.jsonl and corpus.jsonl.",
  });
}
