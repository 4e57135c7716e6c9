import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/language/analyzer.js";
import { LANGUAGES } from "../../src/language/language.js";

const english = analyzerFor("english");
const spanish = analyzerFor("spanish");
const none = analyzerFor("none");

const texts = (words: readonly { text: string }[]): string[] => words.map(({ text }) => text);

/** Latin, accents, CJK, digits, quotes, full stops, white space, marks: what the rules look at. */
const mixedText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "Mr",
        "J",
        "U",
        "S",
        "the",
        "The",
        "of",
        "Paris",
        "O'Brien",
        "née",
        "Ángel",
        "東",
        "京",
        "が",
        "ß",
        "1984",
        ".",
        "?",
        ",",
        "&",
        "-",
        '"',
        "'s",
        " ",
        " ",
        "\n\n",
        "(",
        ")",
        "。",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);

describe("analyzerFor", () => {
  it("gives the same object for a language each time", () => {
    for (const language of LANGUAGES) {
      expect(analyzerFor(language)).toBe(analyzerFor(language));
      expect(analyzerFor(language).language).toBe(language);
    }
  });

  it("gives pieces that stand at their offsets, in order and apart", () => {
    fc.assert(
      fc.property(mixedText, fc.constantFrom(...LANGUAGES), (text, language) => {
        const analyzer = analyzerFor(language);
        for (const pieces of [
          analyzer.words(text),
          analyzer.sentences(text),
          analyzer.capitalisedSpans(text),
        ]) {
          let end = 0;
          for (const piece of pieces) {
            expect(piece.start).toBeGreaterThanOrEqual(end);
            expect(piece.end).toBeGreaterThan(piece.start);
            expect(text.slice(piece.start, piece.end)).toBe(piece.text);
            ({ end } = piece);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it("loses no letter and no digit in words and sentences", () => {
    const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(letters(texts(english.words(text)).join(""))).toBe(letters(text));
        expect(letters(texts(english.sentences(text)).join(""))).toBe(letters(text));
      }),
      { numRuns: 400 },
    );
  });
});

describe("words", () => {
  it("keeps a word with an apostrophe together, straight or curly", () => {
    expect(texts(none.words("O'Brien and O’Neill's dog"))).toEqual([
      "O'Brien",
      "and",
      "O’Neill's",
      "dog",
    ]);
  });

  it("gives Han, kana and Hangul one character each, other scripts whole words", () => {
    expect(texts(none.words("iPhone手机 東京タワー 서울 Москва القاهرة"))).toEqual(
      "iPhone 手 机 東 京 タ ワ ー 서 울 Москва القاهرة".split(" "),
    );
  });

  it("keeps combining marks with their letter", () => {
    expect(texts(none.words("cafe\u0301 हिन्दी"))).toEqual(["cafe\u0301", "हिन्दी"]);
  });
});

describe("terms", () => {
  it("folds, drops stop words and stems in English, by Porter's published examples", () => {
    // Porter 1980: caresses → caress, ponies → poni, relational → relat.
    expect(english.terms("The caresses of relational PONIES")).toEqual(["caress", "relat", "poni"]);
  });

  it("keeps order and repeats", () => {
    expect(none.terms("b a b")).toEqual(["b", "a", "b"]);
  });

  it("treats the articles a, an and the alike", () => {
    expect(english.terms("a an the A An The")).toEqual([]);
  });

  it("drops contractions with either apostrophe, and the possessive s", () => {
    expect(english.terms("don't don’t Hugo's Hugo’s")).toEqual(["hugo", "hugo"]);
  });

  it("gives a name the same term with and without diacritics", () => {
    const pairs = [
      ["Dvořák", "Dvorak"],
      ["Møller", "Moller"],
      ["Straße", "Strasse"],
      ["İstanbul", "Istanbul"],
      ["ΟΔΟΣ", "οδος"],
      ["nació", "nacio"],
      ["ＡＢＣ", "abc"],
    ] as const;
    for (const [one, other] of pairs) {
      expect(none.terms(one)).toEqual(none.terms(other));
      expect(spanish.terms(one)).toEqual(spanish.terms(other));
    }
  });

  it("keeps kana voicing and Indic vowel signs, which make other words", () => {
    expect(none.terms("か")).not.toEqual(none.terms("が"));
    expect(none.terms("कि")).not.toEqual(none.terms("की"));
  });

  it("HP-10: stems Spanish and drops its question words", () => {
    const terms = spanish.terms("¿En qué película nació el director?");
    expect(terms).toEqual(spanish.terms("peliculas nacio directores"));
    expect(terms).toHaveLength(3);
  });

  it("does not take a language's rules into another", () => {
    expect(none.terms("The films")).toEqual(["the", "films"]);
    expect(spanish.terms("the")).toEqual(["the"]);
  });

  it("gives a term for any word longer than words are", () => {
    const long = "y".repeat(100_000);
    expect(english.terms(long)).toEqual([long]);
  });

  it("does not depend on letter case", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,40}$/), (text) => {
        expect(english.terms(text.toUpperCase())).toEqual(english.terms(text));
      }),
    );
  });
});

describe("fold", () => {
  it("leaves letters, digits and single spaces", () => {
    expect(english.fold("  Sean O’Brien & Co., (1999)!\n")).toBe("sean obrien co 1999");
  });

  it("is a projection: folding twice changes nothing", () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(none.fold(none.fold(text))).toBe(none.fold(text));
      }),
      { numRuns: 400 },
    );
  });
});

describe("isStopWord", () => {
  it("knows its language's words in any case, with and without accents", () => {
    expect(english.isStopWord("The")).toBe(true);
    expect(english.isStopWord("film")).toBe(false);
    expect(spanish.isStopWord("Qué")).toBe(true);
    expect(spanish.isStopWord("que")).toBe(true);
    expect(none.isStopWord("the")).toBe(false);
  });

  it("SE-2: takes names of Object.prototype for words like others", () => {
    for (const word of ["constructor", "toString", "hasOwnProperty", "__proto__", "valueOf"]) {
      for (const language of LANGUAGES) {
        expect(analyzerFor(language).isStopWord(word)).toBe(false);
        expect(analyzerFor(language).terms(word)).toHaveLength(1);
      }
    }
  });
});
