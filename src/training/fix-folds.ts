/**
 * Writes policies/folds.json from the train questions: run once, then frozen.
 *
 *     npx tsx src/training/fix-folds.ts [--data ../shared/data] [--out policies/folds.json]
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { assignFolds, renderFolds } from "../datasets/folds.js";
import { DATA_SETS, readSplit } from "./train-data.js";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    out: { type: "string", default: "policies/folds.json" },
  },
});

const folds = new Map<string, Map<string, number>>();
for (const dataset of DATA_SETS) {
  folds.set(dataset, assignFolds(await readSplit(values.data, dataset, "train")));
}
await writeFile(values.out, renderFolds(folds));
