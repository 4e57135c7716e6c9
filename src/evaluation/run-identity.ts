import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Question } from "../datasets/question.js";
import { variable } from "../environment.js";
import type { Environment } from "../environment.js";
import { DynaKragError } from "../errors.js";
import { packageVersion } from "../package-version.js";
import { SHIPPED_CHOICES } from "./choices.js";
import type { PartsSource } from "./parts-source.js";

/** What a run measures and with what: predictions of two of these must never mix. */
export type RunIdentity = Readonly<Record<string, unknown>>;

/** What a run is told apart by. */
export interface IdentifiedRun {
  questions: readonly Question[];
  source: PartsSource;
  /** False where nothing is answered. */
  answers: boolean;
}

/**
 * Everything that may change a prediction, by content: files may lie elsewhere when a run goes on.
 * Methods are not in it, because they may be added to a run.
 */
export async function runIdentity(
  { questions, source, answers }: IdentifiedRun,
  env: Environment = process.env,
): Promise<RunIdentity> {
  const { corpus, index, passagesOf, generator, policyFile, folds, foldModels } = source;
  const { choices = SHIPPED_CHOICES } = source;
  const manifest = index === undefined ? undefined : join(index, "manifest.json");
  const judge = generator === "embedded" ? undefined : variable(env, "DYNAKRAG_JUDGE_MODEL");
  return {
    version: packageVersion(),
    generator,
    ...(judge === undefined ? {} : { judge }),
    settings: source.settings,
    answers,
    questions: createHash("sha256").update(JSON.stringify(questions)).digest("hex"),
    files: {
      ...(await hashed({ corpus: index === undefined ? corpus : undefined, index: manifest })),
      ...(await hashed({ policyFile, folds, foldModels, choices: choices ?? undefined })),
      passages: await Promise.all((passagesOf ?? []).map(hashOfFile)),
    },
  };
}

async function hashed(
  files: Readonly<Record<string, string | URL | undefined>>,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [name, file] of Object.entries(files)) {
    if (file !== undefined) hashes[name] = await hashOfFile(file);
  }
  return hashes;
}

/**
 * SHA-256 of a file in hexadecimal digits.
 *
 * @throws DynaKragError `FILE_NOT_FOUND` where it cannot be read.
 */
export async function hashOfFile(path: string | URL): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (cause) {
    throw new DynaKragError({
      code: "FILE_NOT_FOUND",
      message: "A file that the evaluation needs cannot be read.",
      remedy: "Check the paths of questions, corpus, index, folds, models and choices.",
      cause,
    });
  }
  return hash.digest("hex");
}
