import { analyzerFor } from "./analyzer.js";
import type { Language } from "./language.js";

/**
 * Words by which a passage states the relation that a question names: who asks for a "wife" finds
 * "married". English only; other languages match the asked word itself.
 */
const RELATIONS: readonly string[] = [
  "father mother parent son daughter child children born",
  "grandfather grandmother grandson granddaughter paternal maternal father mother son daughter",
  "wife husband spouse married marriage widow",
  "brother sister sibling",
  "director directed film",
  "producer produced production",
  "author wrote written novel writer book",
  "composer composed music score",
  "performer singer sung recorded song album performed band",
  "founder founded established",
  "designer designed architect built",
  "birthplace born birth native",
  "death died dead killed",
  "nationality citizen citizenship country born",
  "university college school alma mater graduated educated attended studied",
  "employer worked work",
  "located location lies county state capital headquarters",
  "developer developed publisher published",
  "actor actress starring starred cast played role",
  "record label signed released",
];

const byLanguage = new Map<Language, ReadonlyMap<string, readonly string[]>>();

/** The term itself and the terms that state the same relation. */
export function relatedTerms(term: string, language: Language): readonly string[] {
  return relationsOf(language).get(term) ?? [term];
}

function relationsOf(language: Language): ReadonlyMap<string, readonly string[]> {
  const known = byLanguage.get(language);
  if (known) return known;
  const { terms } = analyzerFor(language);
  const related = new Map<string, Set<string>>();
  for (const words of language === "english" ? RELATIONS : []) {
    const group = terms(words);
    for (const term of group) {
      const set = related.get(term) ?? new Set([term]);
      for (const other of group) set.add(other);
      related.set(term, set);
    }
  }
  const table = new Map([...related].map(([term, set]) => [term, [...set]]));
  byLanguage.set(language, table);
  return table;
}
