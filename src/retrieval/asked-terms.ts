import { analyzerFor } from "../language/analyzer.js";
import { askedFigure } from "../language/asked-figure.js";
import type { AskedFigure } from "../language/asked-figure.js";
import type { Language } from "../language/language.js";
import { relatedTerms } from "../language/related-terms.js";

/** A question of more terms is read by its first ones: a set of them then fits into one number. */
const MOST_TERMS = 30;

/** A set of the asked terms: bit n stands for term n. */
export type TermMask = number;

/** A question, taken apart for the features of passages. */
export class AskedTerms {
  /** The question folded, between spaces. */
  readonly folded: string;
  /** Names in the question, folded, between spaces. */
  readonly names: readonly string[];
  readonly figure: AskedFigure | undefined;
  /** All of its content terms. */
  readonly terms: ReadonlySet<string>;
  /** The set of all terms. */
  readonly all: TermMask;
  readonly #weights: readonly number[];
  /** For each term the asked term that it is. */
  readonly #bits = new Map<string, TermMask>();
  /** For each term the asked terms that it meets: itself, and those it is related to. */
  readonly #relatedBits = new Map<string, TermMask>();
  readonly #shares = new Map<TermMask, number>();

  /**
   * @param termWeight how much a term tells; without it, or where it knows none of the terms, all
   *   count the same.
   */
  constructor(question: string, language: Language, termWeight?: (term: string) => number) {
    const { fold, terms, capitalisedSpans } = analyzerFor(language);
    this.folded = ` ${fold(question)} `;
    this.names = [...new Set(capitalisedSpans(question).map(({ text }) => ` ${fold(text)} `))];
    this.figure = askedFigure(question, language);
    this.terms = new Set(terms(question));
    const read = [...this.terms].slice(0, MOST_TERMS);
    for (const [at, term] of read.entries()) {
      this.#bits.set(term, 1 << at);
      for (const word of relatedTerms(term, language)) {
        this.#relatedBits.set(word, (this.#relatedBits.get(word) ?? 0) | (1 << at));
      }
    }
    const weights = read.map((term) => termWeight?.(term) ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights = weights.map((weight) => (total > 0 ? weight / total : 1 / read.length));
    this.all = 2 ** read.length - 1;
  }

  /** The asked terms that a set holds. */
  heldBy(held: Iterable<string>): TermMask {
    return unionOf(held, this.#bits);
  }

  /** The asked terms that a set holds, themselves or by a word that states the same relation. */
  metBy(held: Iterable<string>): TermMask {
    return unionOf(held, this.#relatedBits);
  }

  /** The weight of a set of asked terms, 0 to 1: its share of the whole question. */
  share(mask: TermMask): number {
    const known = this.#shares.get(mask);
    if (known !== undefined) return known;
    const held = this.#weights.filter((_weight, bit) => (mask & (1 << bit)) !== 0);
    const sum = held.reduce((all, weight) => all + weight, 0);
    // Not left to a sum, which may end a rounding error beside 1.
    const share = mask === this.all && mask !== 0 ? 1 : Math.min(1, sum);
    this.#shares.set(mask, share);
    return share;
  }

  /** The share of one set that another holds; undefined where there is nothing to hold. */
  shareOf(wanted: TermMask, held: TermMask): number | undefined {
    const whole = this.share(wanted);
    return whole > 0 ? Math.min(1, this.share(wanted & held) / whole) : undefined;
  }
}

function unionOf(terms: Iterable<string>, bits: ReadonlyMap<string, TermMask>): TermMask {
  let mask = 0;
  for (const term of terms) mask |= bits.get(term) ?? 0;
  return mask;
}
