/**
 * What went wrong, as a stable code that programs may switch on.
 *
 * - `INVALID_QUESTION`: the question is missing, blank or too long.
 * - `INVALID_SETTINGS`: a setting is out of its bounds or of the wrong type.
 * - `INVALID_POLICY`: no policy has this name, or its options are not known.
 * - `INVALID_ARTIFACT`: a policy file does not match its schema or this version's features.
 * - `INVALID_INPUT`: documents, questions or arguments cannot be read as what they should be.
 * - `FILE_NOT_FOUND`: a file or folder that was named does not exist.
 * - `EMPTY_INDEX`: an index would hold, or holds, no passage.
 * - `INDEX_MISMATCH`: an index was built with another dimension, metric, model or language.
 * - `INDEX_DAMAGED`: an index folder is incomplete or its content does not match its manifest.
 * - `UNSAFE_PATH`: a name would lead outside the folder it belongs to, or is a URL.
 * - `MISSING_PACKAGE`: an optional package is needed for this and not installed.
 * - `MISSING_KEY`: a model provider is named but its key is not set.
 * - `GENERATOR_FAILED`: the generator gave no usable reply.
 * - `QUOTA_EXHAUSTED`: the provider's credit or quota is spent. No later call can succeed, so a run
 *   ends at once, and so should a batch of runs.
 * - `TOKEN_BUDGET`: a model call would have exceeded the token budget of the run; not made.
 * - `GENERATOR_REQUIRED`: this method needs a language model.
 * - `RETRIEVER_FAILED`: the retriever threw or returned something that is no list of documents.
 * - `BUDGET_SPENT`: an evaluation reached the limit of tokens or money that it was given.
 * - `STATE_CONFLICT`: a host graph uses one of our state keys in another shape.
 */
export type DynaKragErrorCode =
  | "INVALID_QUESTION"
  | "INVALID_SETTINGS"
  | "INVALID_POLICY"
  | "INVALID_ARTIFACT"
  | "INVALID_INPUT"
  | "FILE_NOT_FOUND"
  | "EMPTY_INDEX"
  | "INDEX_MISMATCH"
  | "INDEX_DAMAGED"
  | "UNSAFE_PATH"
  | "MISSING_PACKAGE"
  | "MISSING_KEY"
  | "GENERATOR_FAILED"
  | "QUOTA_EXHAUSTED"
  | "TOKEN_BUDGET"
  | "GENERATOR_REQUIRED"
  | "RETRIEVER_FAILED"
  | "BUDGET_SPENT"
  | "STATE_CONFLICT";

/** What a {@link DynaKragError} is made of. */
export interface DynaKragErrorInit {
  code: DynaKragErrorCode;
  /** What is wrong, in one sentence. Never page text, a question, an answer or a key. */
  message: string;
  /** What the reader can do about it, as an imperative sentence. */
  remedy: string;
  /** Lengths, counts and names that help to find the place. Never page text or keys. */
  details?: Readonly<Record<string, string | number | boolean>>;
  cause?: unknown;
}

/**
 * The one error type of this package: a code for programs, a message and a remedy for people.
 *
 * Error texts end up in logs and traces, so they carry codes, names and lengths only.
 *
 * @example
 * ```ts
 * import { DynaKragError } from "dynakrag";
 *
 * try {
 *   throw new DynaKragError({
 *     code: "EMPTY_INDEX",
 *     message: "The index holds no passage.",
 *     remedy: "Build it from a folder that has documents.",
 *   });
 * } catch (error) {
 *   if (DynaKragError.isInstance(error)) console.error(error.code, error.remedy);
 * }
 * ```
 */
export class DynaKragError extends Error {
  override readonly name = "DynaKragError";
  readonly code: DynaKragErrorCode;
  readonly remedy: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor({ code, message, remedy, details = {}, cause }: DynaKragErrorInit) {
    // The code stands in the text too: a server hands on name and message only.
    super(`${code}: ${message} ${remedy}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = remedy;
    this.details = details;
  }

  /** True for errors of this class, also when they come from a second copy of the package. */
  static isInstance(error: unknown): error is DynaKragError {
    return (
      error instanceof Error &&
      error.name === "DynaKragError" &&
      "code" in error &&
      "remedy" in error
    );
  }
}
