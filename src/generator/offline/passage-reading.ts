import type { Analyzer } from "../../language/analyzer.js";
import type { Passage } from "../../state/evidence.js";
import { candidateSpans } from "./candidate-spans.js";
import type { CandidateSpan } from "./candidate-spans.js";
import type { Tagger } from "./tagger.js";
import type { Token } from "./token.js";

/** One sentence of a passage. */
export interface SentenceReading {
  text: string;
  start: number;
  end: number;
  /** Tokens from here to before `lastToken`. */
  firstToken: number;
  lastToken: number;
  terms: ReadonlySet<string>;
}

/** A passage as the embedded generator reads it, whatever the question. */
export interface PassageReading {
  id: string;
  title: string;
  /** The title without "(film)", folded; empty without a title. */
  name: string;
  /** The whole text folded, with a space on both sides: for finding names. */
  folded: string;
  text: string;
  tokens: Token[];
  sentences: SentenceReading[];
  spans: CandidateSpan[];
  titleTerms: ReadonlySet<string>;
  /** Terms of title and text. */
  terms: ReadonlySet<string>;
}

/** The rest of a longer text is not read: no passage of an index is that long. */
const LONGEST_TEXT = 20_000;

/** Passages are immutable, so each is read once for as long as it lives. */
const readings = new WeakMap<Analyzer, WeakMap<Passage, PassageReading>>();

/** Splits, tags and analyses a passage. */
export function readPassage(passage: Passage, analyzer: Analyzer, tag: Tagger): PassageReading {
  const known = readings.get(analyzer) ?? new WeakMap<Passage, PassageReading>();
  readings.set(analyzer, known);
  const found = known.get(passage);
  if (found) return found;
  const reading = read(passage, analyzer, tag);
  known.set(passage, reading);
  return reading;
}

function read(passage: Passage, analyzer: Analyzer, tag: Tagger): PassageReading {
  const { title: written } = passage.metadata;
  const title = typeof written === "string" ? written : "";
  const text = passage.pageContent.slice(0, LONGEST_TEXT);
  const { tokens, sentences } = readText(text, analyzer, tag);
  return {
    id: passage.id,
    title,
    name: analyzer.fold(withoutSuffix(title)),
    folded: ` ${analyzer.fold(text)} `,
    text,
    tokens,
    sentences,
    spans: candidateSpans(text, tokens, analyzer),
    titleTerms: new Set(analyzer.terms(title)),
    terms: new Set([...analyzer.terms(title), ...analyzer.terms(text)]),
  };
}

/** Tokens and sentences of any text, also of a question. */
export function readText(
  text: string,
  analyzer: Analyzer,
  tag: Tagger,
): { tokens: Token[]; sentences: SentenceReading[] } {
  const pieces = analyzer.sentences(text);
  let sentence = 0;
  const tokens = tag(text).map((token): Token => {
    while (sentence < pieces.length - 1 && token.start >= (pieces[sentence]?.end ?? 0)) {
      sentence += 1;
    }
    const term = analyzer.terms(token.text)[0] ?? "";
    return { ...token, lower: token.text.toLowerCase(), term, sentence };
  });
  let from = 0;
  const sentences = pieces.map((piece, index): SentenceReading => {
    const firstToken = from;
    while (from < tokens.length && tokens[from]?.sentence === index) from += 1;
    return {
      ...piece,
      firstToken,
      lastToken: from,
      terms: new Set(analyzer.terms(piece.text)),
    };
  });
  return { tokens, sentences };
}

/** "Titanic (1997 film)" is called "Titanic" in a text. */
export function withoutSuffix(title: string): string {
  return title.replace(/\s*\([^)]*\)$/u, "");
}
