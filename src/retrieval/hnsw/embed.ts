import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { DynaKragError } from "../../errors.js";

/**
 * One vector for each text.
 *
 * @throws DynaKragError `RETRIEVER_FAILED` when the embedding model throws or gives something else.
 */
export async function embedTexts(
  embeddings: EmbeddingsInterface,
  texts: string[],
): Promise<number[][]> {
  if (texts.length === 0) return [];
  const vectors = await guarded(() => embeddings.embedDocuments(texts));
  if (!Array.isArray(vectors) || vectors.length !== texts.length || !vectors.every(isVector)) {
    throw failed(`did not give one vector for each of ${texts.length} texts`);
  }
  return vectors;
}

/**
 * The vector of a query that is not blank.
 *
 * @throws DynaKragError `RETRIEVER_FAILED` as for {@link embedTexts}.
 */
export async function embedQuery(
  embeddings: EmbeddingsInterface,
  query: string,
): Promise<number[]> {
  const vector = await guarded(() => embeddings.embedQuery(query));
  if (!isVector(vector)) throw failed("did not give a vector for the query");
  return vector;
}

async function guarded<Vectors>(call: () => Promise<Vectors>): Promise<Vectors> {
  try {
    return await call();
  } catch (error) {
    throw failed("threw an error", error);
  }
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number");
}

function failed(problem: string, cause?: unknown): DynaKragError {
  return new DynaKragError({
    code: "RETRIEVER_FAILED",
    message: `The embedding model ${problem}.`,
    remedy: "Check the model's name, its key and whether its server answers.",
    cause,
  });
}
