import { cleanText } from "../retrieval/plain-metadata.js";

/** The entities that occur in the official files. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&#039;", "'"],
  ["&apos;", "'"],
  ["&nbsp;", " "],
]);

/**
 * A text of an official file with HTML entities as letters and white space as single spaces, none
 * outside.
 */
export function cleanAnnotated(text: string): string {
  return cleanText(text)
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#0?39);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s{2,}|[^\S ]/gu, " ")
    .trim();
}

/** {@link cleanAnnotated} for a list of answers: no blank one, each once, without those in `known`. */
export function cleanAliases(aliases: readonly string[], ...known: string[]): string[] {
  const seen = new Set(known);
  return aliases.map(cleanAnnotated).filter((alias) => {
    if (alias === "" || seen.has(alias)) return false;
    seen.add(alias);
    return true;
  });
}
