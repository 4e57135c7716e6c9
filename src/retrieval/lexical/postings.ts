import { inverseDocumentFrequency, termSaturation } from "./bm25.js";
import type { Bm25Settings } from "./bm25.js";

/**
 * Inverted lists: for each term the passages that hold it. Lists stand one after the other;
 * `offsets[t]` to `offsets[t + 1]` is the part of `passages` and `frequencies` that belongs to
 * term t. Within a list, passage numbers rise.
 */
export interface Postings {
  /** One term a list, in the order of first occurrence. */
  terms: readonly string[];
  /** One more entry than there are terms. */
  offsets: Uint32Array;
  /** Numbers of passages, in the order of insertion from 0. */
  passages: Uint32Array;
  /** How often the passage holds the term; title terms weighted. */
  frequencies: Float32Array;
  /** Length of each passage in terms, title terms weighted. */
  lengths: Float32Array;
}

/** Gathers {@link Postings} passage by passage. */
export class PostingsBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #lists: { passages: number[]; frequencies: number[] }[] = [];
  readonly #lengths: number[] = [];

  /** Adds the next passage by its term frequencies. */
  add(frequencies: ReadonlyMap<string, number>): void {
    const passage = this.#lengths.length;
    let length = 0;
    for (const [term, frequency] of frequencies) {
      const list = this.#listOf(term);
      list.passages.push(passage);
      list.frequencies.push(frequency);
      length += frequency;
    }
    this.#lengths.push(length);
  }

  finish(): Postings {
    const offsets = new Uint32Array(this.#lists.length + 1);
    this.#lists.forEach((list, term) => {
      offsets[term + 1] = (offsets[term] ?? 0) + list.passages.length;
    });
    const total = offsets[this.#lists.length] ?? 0;
    const passages = new Uint32Array(total);
    const frequencies = new Float32Array(total);
    this.#lists.forEach((list, term) => {
      passages.set(list.passages, offsets[term]);
      frequencies.set(list.frequencies, offsets[term]);
    });
    const lengths = Float32Array.from(this.#lengths);
    return { terms: [...this.#numbers.keys()], offsets, passages, frequencies, lengths };
  }

  #listOf(term: string): { passages: number[]; frequencies: number[] } {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#lists.length;
      this.#numbers.set(term, number);
    }
    return (this.#lists[number] ??= { passages: [], frequencies: [] });
  }
}

/** Scores passages by BM25 over {@link Postings}. */
export class Bm25Scorer {
  readonly #postings: Postings;
  readonly #numbers: ReadonlyMap<string, number>;
  /** What each posting adds to a score, per occurrence of its term in the query. */
  readonly #weights: Float64Array;

  constructor(postings: Postings, settings: Bm25Settings) {
    this.#postings = postings;
    this.#numbers = new Map(postings.terms.map((term, number) => [term, number]));
    this.#weights = postingWeights(postings, settings);
  }

  /**
   * The BM25 score of every passage: a sum over the query's terms, repeats counted.
   *
   * @returns one number a passage, 0 where it shares no term; undefined where none does.
   */
  scores(terms: Iterable<string>): Float64Array | undefined {
    const { offsets, passages, lengths } = this.#postings;
    let scores: Float64Array | undefined;
    for (const [number, repeats] of this.#termCounts(terms)) {
      scores ??= new Float64Array(lengths.length);
      const end = offsets[number + 1] ?? 0;
      for (let at = offsets[number] ?? 0; at < end; at += 1) {
        const passage = passages[at] ?? 0;
        scores[passage] = (scores[passage] ?? 0) + repeats * (this.#weights[at] ?? 0);
      }
    }
    return scores;
  }

  /** The inverse document frequency of a term; 0 for one that no passage holds. */
  inverseDocumentFrequency(term: string): number {
    const { offsets, lengths } = this.#postings;
    const number = this.#numbers.get(term);
    if (number === undefined) return 0;
    const containing = (offsets[number + 1] ?? 0) - (offsets[number] ?? 0);
    return inverseDocumentFrequency(lengths.length, containing);
  }

  #termCounts(terms: Iterable<string>): Map<number, number> {
    const counts = new Map<number, number>();
    for (const term of terms) {
      const number = this.#numbers.get(term);
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return counts;
  }
}

function postingWeights(postings: Postings, settings: Bm25Settings): Float64Array {
  const { terms, offsets, passages, frequencies, lengths } = postings;
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
  const weights = new Float64Array(passages.length);
  for (let term = 0; term < terms.length; term += 1) {
    const start = offsets[term] ?? 0;
    const end = offsets[term + 1] ?? 0;
    const idf = inverseDocumentFrequency(lengths.length, end - start);
    for (let at = start; at < end; at += 1) {
      const relativeLength = (lengths[passages[at] ?? 0] ?? 0) / meanLength;
      weights[at] = idf * termSaturation(frequencies[at] ?? 0, relativeLength, settings);
    }
  }
  return weights;
}
