/** A worker thread that collects states; see `collectStates`. */
import { readFile } from "node:fs/promises";
import { readCorpus } from "../datasets/read-corpus.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import { readFoldModels } from "../generator/offline/fold-models.js";
import { buildLexicalIndex } from "../retrieval/lexical/build-lexical-index.js";
import { serveJobs } from "../worker-threads.js";
import type { CollectJob, CollectThread } from "./collect.js";
import { collectQuestion } from "./collect-question.js";
import type { CollectedState } from "./collected-state.js";

serveJobs<CollectThread, CollectJob, CollectedState[]>(async ({ corpus, foldModels, seed }) => {
  const retriever = await buildLexicalIndex(readCorpus(corpus));
  const byFold = readFoldModels(await readFile(foldModels, "utf8")).map((models) =>
    embeddedGenerator({ models }),
  );
  return async ({ question, fold }, emit) => {
    const generator = byFold[fold];
    if (!generator) throw new RangeError("The question has no fold.");
    emit(await collectQuestion(question, { retriever, generator, seed }));
  };
});
