import { analyzerFor } from "../language/analyzer.js";
import type { Language } from "../language/language.js";
import { rulesFor } from "../language/language-rules.js";
import type { EntityMention } from "./evidence-retriever.js";

/** What is compared of a mention. */
export type NamedEntity = Pick<EntityMention, "name" | "linked">;

/** Words that make another place or body of the name after them: West Virginia, New York. */
const DISTINGUISHING: ReadonlySet<string> = new Set(
  "new old north south east west northern southern eastern western central great greater upper lower lake mount port fort nueva nuevo norte sur este oeste gran".split(
    " ",
  ),
);

/** A name taken apart once, because it is compared with many. */
interface Reading {
  folded: string;
  /** Folded words without forms of address. */
  words: string[];
  /** False for names such as University of Chicago, whose last word is another entity. */
  endsInFamilyName: boolean;
  linked: boolean;
}

/**
 * Whether two names mean the same: equal but for case, diacritics and punctuation, with or without
 * a form of address, or one the last word of the other ("Holmes" and "Sherlock Holmes"). Two titles
 * of the corpus are the same only if they are equal, and a title is never taken for the short form
 * of a longer name.
 *
 * @example
 * ```ts
 * import { sameEntity } from "dynakrag";
 *
 * const holmes = { name: "Mr. Holmes", linked: false };
 * sameEntity({ name: "Sherlock Holmes", linked: true }, holmes, "english"); // true
 * ```
 */
export function sameEntity(one: NamedEntity, other: NamedEntity, language: Language): boolean {
  return isSame(read(one, language), read(other, language));
}

/**
 * One mention for each entity, unchanged and in the order of first mention: the title of the
 * corpus if there is one, else the fullest form, rather not in capitals only.
 *
 * @example
 * ```ts
 * import { canonicalEntities } from "dynakrag";
 *
 * const names = ["Holmes", "Sherlock Holmes", "SHERLOCK HOLMES", "Mr. Holmes"];
 * canonicalEntities(names.map((name) => ({ name, linked: false })), "english");
 * // [{ name: "Sherlock Holmes", linked: false }]
 * ```
 */
export function canonicalEntities<Mention extends NamedEntity>(
  mentions: readonly Mention[],
  language: Language,
): Mention[] {
  const candidates = mentions.map((mention, order) => ({
    mention,
    order,
    reading: read(mention, language),
  }));
  const fullestFirst = candidates.toSorted(
    (one, other) =>
      Number(other.mention.linked) - Number(one.mention.linked) ||
      other.reading.words.length - one.reading.words.length ||
      Number(isShouted(one.mention.name)) - Number(isShouted(other.mention.name)) ||
      one.order - other.order,
  );
  const entities: typeof candidates = [];
  // Names that mean the same end in the same word, so a long page needs no comparison of all pairs.
  const byLastWord = new Map<string, typeof candidates>();
  for (const candidate of fullestFirst) {
    const last = candidate.reading.words.at(-1) ?? "";
    const alike = byLastWord.get(last) ?? [];
    byLastWord.set(last, alike);
    const known = alike.find(({ reading }) => isSame(reading, candidate.reading));
    if (known) {
      known.order = Math.min(known.order, candidate.order);
      continue;
    }
    const entity = { ...candidate };
    alike.push(entity);
    entities.push(entity);
  }
  return entities.toSorted((one, other) => one.order - other.order).map(({ mention }) => mention);
}

function read({ name, linked }: NamedEntity, language: Language): Reading {
  const { honorifics, nameConnectors } = rulesFor(language);
  const folded = analyzerFor(language).fold(name);
  const all = folded.split(" ");
  const plain = all.filter((word) => !honorifics.has(word));
  const words = plain.length > 0 ? plain : all;
  const [first = ""] = words;
  const endsInFamilyName =
    !DISTINGUISHING.has(first) && !words.some((word) => nameConnectors.has(word));
  return { folded, words, endsInFamilyName, linked };
}

function isSame(one: Reading, other: Reading): boolean {
  if (one.folded === "" || other.folded === "") return false;
  if (one.folded === other.folded) return true;
  if (one.linked && other.linked) return false;
  return isShortFor(one, other) || isShortFor(other, one);
}

/** Whether a name is another one without its form of address, or only its last word. */
function isShortFor(short: Reading, long: Reading): boolean {
  if (short.words.join(" ") === long.words.join(" ")) return true;
  if (short.linked || short.words.length !== 1 || !long.endsInFamilyName) return false;
  return long.words.length > 1 && long.words.at(-1) === short.words[0];
}

function isShouted(name: string): boolean {
  return name === name.toUpperCase();
}
