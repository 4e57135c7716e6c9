import type { Analyzer } from "../language/analyzer.js";
import { foldWord } from "../language/folding.js";
import { rulesFor } from "../language/language-rules.js";
import { hasUnspacedScript } from "../language/word-segmentation.js";
import type { Word } from "../language/word-segmentation.js";

/** Longer titles are sentences; nobody writes them out in a passage. */
const LONGEST_TITLE = 16;
/** Titles that one surface may stand for, such as `Titanic` for three films. */
const MOST_TITLES = 3;
const NO_TITLES: readonly string[] = [];
const LONGEST_GAP = 4;

const HAS_CAPITAL = /[\p{Lu}\p{Lt}]/u;
const HAS_SMALL = /\p{Ll}/u;
const DIGITS_ONLY = /^\p{N}+$/u;
const POSSESSIVE = /['’]s$/i;
// Looking behind keeps it linear in a title that is full of white space.
const DISAMBIGUATION = /(?<!\s)\s*[(（][^()（）]*[)）]\s*$/u;
/** Not the commas of a list: "Crosby, Stills & Nash". */
const ONE_COMMA = /^([^,&]+),[^,&]+$/;
const SENTENCE_END = /[.!?;。！？]\s|\n\s*\n/;
/** Words that a full stop follows inside a name are short: St., Dr., Mr. */
const LONGEST_ABBREVIATION = 4;

/** A word of a text or title as the trie compares it. */
export interface NameToken extends Word {
  /** Folded, without apostrophes. */
  folded: string;
  /** What stands between it and the word before it, as far as titles differ by it. */
  joint: "" | "&" | ",";
  /** False where a sentence or a longer gap lies between it and the word before it. */
  connected: boolean;
}

/** Titles found in a text, all for the same words. */
export interface TitleMatch {
  titles: readonly string[];
  /** Index of the last token. */
  last: number;
  /** Character offsets; a possessive 's lies outside. */
  start: number;
  end: number;
}

interface TitleEntry {
  title: string;
  /** For each word, whether the text must write it with a capital. */
  capitals: boolean[];
}

interface TrieNode {
  children?: Map<string, TrieNode>;
  entries?: TitleEntry[];
}

/** A trie over the words of titles. Words are keys of Maps, so `constructor` is one like others. */
export class TitleTrie {
  readonly #root: TrieNode = {};
  readonly #analyzer: Analyzer;

  constructor(titles: Iterable<string>, analyzer: Analyzer) {
    this.#analyzer = analyzer;
    const distinct = new Set(titles);
    // Plain titles first, so that they come first where a shortened one has the same words.
    for (const title of distinct) this.#add(title, title);
    for (const title of distinct) {
      for (const short of shortForms(title)) this.#add(short, title);
    }
  }

  /** The longest title that begins at a token, undefined without one. */
  longestAt(tokens: readonly NameToken[], first: number): TitleMatch | undefined {
    const start = tokens[first]?.start ?? 0;
    let node: TrieNode | undefined = this.#root;
    let best: TitleMatch | undefined;
    for (let last = first; node && last < tokens.length; last += 1) {
      const token = tokens[last];
      if (!token || (last > first && !token.connected)) break;
      const joint = last === first ? "" : token.joint;
      const whole: TrieNode | undefined = node.children?.get(joint + token.folded);
      const titles = titlesAt(whole, tokens, first);
      if (titles.length > 0) {
        best = { titles, last, start, end: token.end };
      } else if (POSSESSIVE.test(token.text)) {
        const cut = titlesAt(node.children?.get(joint + token.folded.slice(0, -1)), tokens, first);
        if (cut.length > 0) best = { titles: cut, last, start, end: token.end - 2 };
      }
      node = whole;
    }
    return best;
  }

  #add(surface: string, title: string): void {
    const tokens = nameTokens(surface, this.#analyzer);
    if (tokens.length === 0 || tokens.length > LONGEST_TITLE) return;
    if (isNoName(tokens, this.#analyzer)) return;
    let node = this.#root;
    tokens.forEach((token, index) => {
      node.children ??= new Map();
      const key = index === 0 ? token.folded : token.joint + token.folded;
      let child = node.children.get(key);
      if (!child) {
        child = {};
        node.children.set(key, child);
      }
      node = child;
    });
    node.entries ??= [];
    if (node.entries.length < MOST_TITLES) {
      node.entries.push({ title, capitals: neededCapitals(tokens, this.#analyzer) });
    }
  }
}

/** The words of a text as the trie compares them. `&` and the language's "and" are one. */
export function nameTokens(text: string, analyzer: Analyzer): NameToken[] {
  const { conjunctions } = rulesFor(analyzer.language);
  const tokens: NameToken[] = [];
  let joint: NameToken["joint"] = "";
  let connected = true;
  let before: Word | undefined;
  for (const word of analyzer.words(text)) {
    const gap = before ? text.slice(before.end, word.start) : "";
    connected &&= before === undefined || connects(gap, before.text);
    if (gap.includes("&")) joint = "&";
    else if (gap.startsWith(",")) joint = ",";
    before = word;
    const folded = foldWord(word.text.normalize("NFKC"));
    if (conjunctions.has(word.text)) {
      joint = "&";
      continue;
    }
    // Field by field: a spread makes this loop several times slower.
    const { text: written, start, end } = word;
    tokens.push({ text: written, start, end, folded, joint, connected });
    joint = "";
    connected = true;
  }
  return tokens;
}

function connects(gap: string, before: string): boolean {
  if (gap.length > LONGEST_GAP) return false;
  return before.length <= LONGEST_ABBREVIATION || !SENTENCE_END.test(gap);
}

function titlesAt(
  node: TrieNode | undefined,
  tokens: readonly NameToken[],
  first: number,
): readonly string[] {
  if (!node?.entries) return NO_TITLES;
  return node.entries
    .filter(({ capitals }) =>
      capitals.every((needed, at) => !needed || HAS_CAPITAL.test(tokens[first + at]?.text ?? "")),
    )
    .map(({ title }) => title);
}

/** "Titanic" for "Titanic (1997 film)", "Minden" for "Minden, Nevada". */
function shortForms(title: string): string[] {
  const plain = title.replace(DISAMBIGUATION, "");
  const beforeComma = ONE_COMMA.exec(plain)?.[1] ?? plain;
  return [...new Set([plain, beforeComma])].filter((form) => form !== title && form !== "");
}

/** Numbers, dates, single stop words, single small words and single characters lead nowhere. */
function isNoName(tokens: readonly NameToken[], { language, isStopWord }: Analyzer): boolean {
  const { dateWords } = rulesFor(language);
  if (tokens.every(({ folded }) => DIGITS_ONLY.test(folded) || dateWords.has(folded))) return true;
  const [only] = tokens;
  if (tokens.length > 1 || !only) return false;
  if (isStopWord(only.text) || only.text.length === 1) return true;
  if (hasUnspacedScript(only.text)) return true;
  return HAS_SMALL.test(only.text) && !HAS_CAPITAL.test(only.text);
}

/** Words that the title writes with a capital, stop words left out unless there is nothing else. */
function neededCapitals(tokens: readonly NameToken[], { isStopWord }: Analyzer): boolean[] {
  const onlyStopWords = tokens.every(({ text }) => isStopWord(text));
  return tokens.map(({ text }) => HAS_CAPITAL.test(text) && (onlyStopWords || !isStopWord(text)));
}
