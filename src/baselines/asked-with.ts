import { analyzerFor } from "../language/analyzer.js";
import type { PolicyInput } from "../policy/policy.js";

/**
 * The question with what was learnt since, as one query; nothing where that was searched already,
 * which would fail: only case, punctuation and diacritics differ.
 */
export function askedWith({ state, language }: PolicyInput, words: readonly string[]) {
  const query = [state.question, ...words].join(" ");
  const { fold } = analyzerFor(language);
  const folded = fold(query);
  const isNew = !state.queries.some((searched) => fold(searched) === folded);
  return isNew ? query : undefined;
}
