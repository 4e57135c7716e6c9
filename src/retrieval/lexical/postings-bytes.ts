import type { Postings } from "./postings.js";

/** How many of each there are, as the manifest says. */
export interface PostingsCounts {
  passages: number;
  terms: number;
  postings: number;
}

const BYTES = 4;

/**
 * Postings as bytes: offsets, passage numbers, frequencies and lengths, each four bytes wide and
 * little-endian (the byte order of every platform that Node.js has releases for but one).
 */
export function encodePostings({ offsets, passages, frequencies, lengths }: Postings): Uint8Array {
  const arrays = [offsets, passages, frequencies, lengths];
  const bytes = new Uint8Array(arrays.reduce((sum, array) => sum + array.byteLength, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  return bytes;
}

/** The reverse of {@link encodePostings}; undefined where the size does not fit the counts. */
export function decodePostings(
  bytes: Uint8Array,
  terms: readonly string[],
  counts: PostingsCounts,
): Postings | undefined {
  const entries = counts.terms + 1 + 2 * counts.postings + counts.passages;
  if (bytes.byteLength !== entries * BYTES) return undefined;
  // A copy, so that the arrays start at a multiple of four.
  const { buffer } = Uint8Array.from(bytes);
  let at = 0;
  const next = (length: number): [ArrayBuffer, number, number] => {
    const start = at;
    at += length * BYTES;
    return [buffer, start, length];
  };
  return {
    terms,
    offsets: new Uint32Array(...next(counts.terms + 1)),
    passages: new Uint32Array(...next(counts.postings)),
    frequencies: new Float32Array(...next(counts.postings)),
    lengths: new Float32Array(...next(counts.passages)),
  };
}

/** What is wrong with postings from a file, undefined where nothing is. Linear in their size. */
export function postingsProblem(postings: Postings): string | undefined {
  const { terms, offsets, passages, frequencies, lengths } = postings;
  if (new Set(terms).size !== terms.length || terms.includes("")) return "terms are not distinct";
  if (offsets[0] !== 0 || offsets[terms.length] !== passages.length) return "offsets do not fit";
  for (let term = 0; term < terms.length; term += 1) {
    const start = offsets[term] ?? 0;
    const end = offsets[term + 1] ?? 0;
    if (end <= start || end > passages.length) return "offsets do not rise";
    for (let at = start; at < end; at += 1) {
      if ((passages[at] ?? 0) >= lengths.length) return "a passage number is out of range";
      const rises = at === start || (passages[at] ?? 0) > (passages[at - 1] ?? 0);
      if (!rises) return "passage numbers do not rise";
    }
  }
  if (!frequencies.every((value) => value > 0 && Number.isFinite(value))) return "a frequency";
  if (!lengths.every((value) => value >= 0 && Number.isFinite(value))) return "a length";
  return undefined;
}
