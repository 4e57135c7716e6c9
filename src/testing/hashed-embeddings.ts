import { Embeddings } from "@langchain/core/embeddings";
import { analyzerFor } from "../language/analyzer.js";
import { fnv1a } from "./fnv1a.js";

/** Options of {@link HashedEmbeddings}. */
export interface HashedEmbeddingsOptions {
  /** Default 256. */
  dimensions?: number;
  /** Default `hashed`. */
  model?: string;
}

/**
 * Embeddings without a model, for tests: each term of a text adds or subtracts 1 at a place that its
 * hash chooses. The same text always gives the same vector, and texts that share terms are near each
 * other. Refuses blank texts, as OpenAI does, and remembers what it was asked.
 *
 * @example
 * ```ts
 * import { HashedEmbeddings } from "dynakrag/testing";
 *
 * const embeddings = new HashedEmbeddings({ dimensions: 64 });
 * const vector = await embeddings.embedQuery("capital of France");
 * console.log(vector.length, embeddings.texts); // 64 [ 'capital of France' ]
 * ```
 */
export class HashedEmbeddings extends Embeddings {
  readonly dimensions: number;
  readonly model: string;
  /** Every text that was embedded, in order. */
  readonly texts: string[] = [];

  constructor({ dimensions = 256, model = "hashed" }: HashedEmbeddingsOptions = {}) {
    super({});
    this.dimensions = dimensions;
    this.model = model;
  }

  override async embedDocuments(texts: string[]): Promise<number[][]> {
    return texts.map((text) => this.#embed(text));
  }

  override async embedQuery(text: string): Promise<number[]> {
    return this.#embed(text);
  }

  #embed(text: string): number[] {
    if (text.trim() === "") throw new Error("A blank text cannot be embedded.");
    this.texts.push(text);
    const vector = Array.from({ length: this.dimensions }, () => 0);
    for (const term of analyzerFor("english").terms(text)) {
      const hash = fnv1a(term);
      const place = (hash >>> 1) % this.dimensions;
      vector[place] = (vector[place] ?? 0) + ((hash & 1) === 0 ? 1 : -1);
    }
    return vector;
  }
}
