import { readFile } from "node:fs/promises";
import { readCorpus } from "../datasets/read-corpus.js";
import { readQuestionFile } from "../datasets/read-question-file.js";
import type { Question } from "../datasets/question.js";
import { parseFolds } from "../datasets/folds.js";
import { DynaKragError } from "../errors.js";
import type { Generator } from "../generator/generator.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import { readFoldModels } from "../generator/offline/fold-models.js";
import type { EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { openIndexFolder } from "../retrieval/index-folder/open-index-folder.js";
import { buildLexicalIndex } from "../retrieval/lexical/build-lexical-index.js";
import type { Passage } from "../state/evidence.js";
import type { SettingsInput } from "../state/settings.js";
import { NO_CHOICES, readChoices } from "./choices.js";
import type { EvaluationParts } from "./evaluate-question.js";
import { policiesWith } from "./policy-file.js";
import type { ReplyStore } from "./shared-calls.js";

/** Where the parts of an evaluation come from: plain data, so that worker threads can open them. */
export interface PartsSource {
  /** A corpus file, one passage a line; searched by BM25. */
  corpus?: string;
  /** An index folder; the alternative to `corpus`. */
  index?: string;
  /** Official question files, whose candidate passages together are searched by BM25. */
  passagesOf?: readonly string[];
  /** `embedded`, or a chat model such as `openai:MODEL`. */
  generator: string;
  /** A policy artefact; the method `dynakrag` is then this one. */
  policyFile?: string;
  /** The fold file: questions named in it are answered and chosen for out of fold. */
  folds?: string;
  /** Models of the embedded generator that were fitted without each fold. */
  foldModels?: string;
  /** Frozen choices; default: those of the package; null: none. */
  choices?: string | null;
  settings: SettingsInput;
}

/**
 * Opens what an evaluation needs.
 *
 * @param replies Where the replies to a question are kept.
 * @throws DynaKragError where a file is missing or is not what it should be.
 */
export async function openParts(
  source: PartsSource,
  replies: (question: Question) => ReplyStore,
): Promise<EvaluationParts> {
  const folds = source.folds === undefined ? undefined : await readFolds(source.folds);
  const foldOf = ({ dataset, id }: Question): number | undefined => folds?.get(dataset)?.get(id);
  return {
    retriever: await openRetriever(source),
    generatorFor: await generatorsOf(source, foldOf),
    choices: source.choices === null ? NO_CHOICES : await readChoices(source.choices),
    policyNamed: await policiesWith(source.policyFile),
    foldOf,
    replies,
    settings: source.settings,
  };
}

async function openRetriever(source: PartsSource): Promise<EvidenceRetriever> {
  const { corpus, index, passagesOf } = source;
  if (index !== undefined) return (await openIndexFolder(index)).retriever;
  if (corpus !== undefined) return buildLexicalIndex(readCorpus(corpus));
  const passages = new Map<string, Passage>();
  for (const file of passagesOf ?? []) {
    for (const passage of (await readQuestionFile(file)).passages) {
      passages.set(passage.id, passage);
    }
  }
  if (passages.size > 0) return buildLexicalIndex([...passages.values()]);
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "There is nothing to search in.",
    remedy: "Give --corpus FILE or --index DIR; only official question files bring passages.",
  });
}

async function generatorsOf(
  { generator: name, foldModels }: PartsSource,
  foldOf: (question: Question) => number | undefined,
): Promise<(question: Question) => Generator> {
  if (name !== "embedded") {
    const { generatorByName } = await import("../generator/model-from-environment.js");
    const generator = await generatorByName(name, process.env);
    return () => generator;
  }
  const shipped = embeddedGenerator();
  if (foldModels === undefined) return () => shipped;
  const text = await readFile(foldModels, "utf8").catch((cause: unknown) => {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: "The file of fold models cannot be read.",
      remedy: "Name a file as policies/offline-folds.json is one.",
      cause,
    });
  });
  const byFold = readFoldModels(text).map((models) => embeddedGenerator({ models }));
  return (question) => byFold[foldOf(question) ?? -1] ?? shipped;
}

/**
 * Reads the folds of train questions, by data set and question id.
 *
 * @throws DynaKragError `INVALID_INPUT`
 */
export async function readFolds(path: string): Promise<Map<string, Map<string, number>>> {
  try {
    return parseFolds(await readFile(path, "utf8"));
  } catch (cause) {
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: "The fold file cannot be read.",
      remedy: "Name a file as policies/folds.json is one.",
      cause,
    });
  }
}
