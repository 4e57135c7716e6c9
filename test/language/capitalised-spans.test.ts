import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/language/analyzer.js";
import type { Language } from "../../src/language/language.js";

const spansOf = (text: string, language: Language = "english"): string[] =>
  analyzerFor(language)
    .capitalisedSpans(text)
    .map((span) => span.text);

describe("capitalisedSpans", () => {
  it.each([
    "Crosby, Stills & Nash",
    "Crosby, Stills, Nash & Young",
    "O'Brien",
    '"Weird Al" Yankovic',
    "“Weird Al” Yankovic",
    'Dwayne "The Rock" Johnson',
    "University of Chicago",
    "Battle of the Bulge",
    "Alexander the Great",
    "J. R. R. Tolkien",
    "Mr. Holmes",
    "St. Louis",
    "U.S. Navy",
    "Martin Luther King, Jr.",
    "Jean-Paul Sartre",
    "Stratford-upon-Avon",
    "Ludwig van Beethoven",
    "Apollo 11",
    "AT&T",
    "Charles de Gaulle",
    "d'Artagnan",
    "Óscar Núñez",
    "Санкт Петербург",
  ])("HP-5: keeps %s in one", (name) => {
    expect(spansOf(`We know that ${name} was seen here.`)).toEqual([name]);
  });

  it("leaves out stop words that open a sentence, and only those", () => {
    expect(spansOf("The band met Adele. In Paris she sang with The Beatles.")).toEqual([
      "Adele",
      "Paris",
      "The Beatles",
    ]);
  });

  it("leaves out dates, numbers and single letters", () => {
    expect(spansOf("It was on 5 May 1984, a Monday, that plan B failed.")).toEqual([]);
  });

  it("cuts the possessive and ends the name there", () => {
    expect(spansOf("We read Victor Hugo's Les Misérables and Hugo’s letters.")).toEqual([
      "Victor Hugo",
      "Les Misérables",
      "Hugo",
    ]);
  });

  it("separates names that a comma, an and or a sentence separates", () => {
    expect(spansOf("She met Ann, Bob Ray and Cy in Rome. Italy won.")).toEqual([
      "Ann",
      "Bob Ray",
      "Cy",
      "Rome",
      "Italy",
    ]);
  });

  it("does not take an adjective's ending into a name", () => {
    expect(spansOf("an American-born actor, Lee Young-eun")).toEqual(["American", "Lee Young-eun"]);
  });

  it("takes no heading in capitals for a name", () => {
    expect(spansOf("A B C D E F G H I J K L M N")).toEqual([]);
    expect(spansOf(Array.from({ length: 13 }, () => "ABC").join(" "))).toEqual([]);
  });

  it("HP-10: follows the Spanish rule", () => {
    const text = "En Santiago estudió en la Universidad de Chile con Gabriel García Márquez.";
    expect(spansOf(text, "spanish")).toEqual([
      "Santiago",
      "Universidad de Chile",
      "Gabriel García Márquez",
    ]);
  });

  it("goes by case alone without a language", () => {
    expect(spansOf("The University of Chile", "none")).toEqual(["The University", "Chile"]);
    expect(spansOf("東京 القاهرة", "none")).toEqual([]);
  });
});
