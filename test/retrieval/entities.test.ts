import { describe, expect, it } from "vitest";
import { spanLinker, titleGazetteer } from "../../src/retrieval/entities.js";
import { canonicalEntities, sameEntity } from "../../src/retrieval/entity-names.js";
import type { Language } from "../../src/language/language.js";

const linkedIn = (titles: string[], text: string, language: Language = "english"): string[] =>
  titleGazetteer(titles, language)
    .mentions(text)
    .filter(({ linked }) => linked)
    .map(({ name }) => name);

describe("titleGazetteer", () => {
  it.each(["Crosby, Stills & Nash", "O'Brien", '"Weird Al" Yankovic', "東京 (曖昧さ回避)"])(
    "HP-5: gives the title %s unchanged",
    (title) => {
      expect(linkedIn([title], `We know that ${title} was there.`)).toEqual([title]);
    },
  );

  it("HP-5: finds the disambiguated title by its plain form, in any script", () => {
    expect(linkedIn(["東京 (曖昧さ回避)"], "昨日は東京へ行った。", "none")).toEqual([
      "東京 (曖昧さ回避)",
    ]);
    expect(linkedIn(["Titanic (1997 film)"], "Cameron directed Titanic.")).toEqual([
      "Titanic (1997 film)",
    ]);
  });

  it("says where the name stands", () => {
    const text = "In Paris, Victor Hugo's house. Victor Hugo died.";
    expect(titleGazetteer(["Victor Hugo"], "english").mentions(text)).toEqual([
      { name: "Paris", start: 3, end: 8, linked: false },
      { name: "Victor Hugo", start: 10, end: 21, linked: true },
    ]);
  });

  it("takes the longest title at a place", () => {
    const titles = ["New York", "New York City", "City"];
    expect(linkedIn(titles, "She left New York City.")).toEqual(["New York City"]);
  });

  it("keeps a longer name that goes on after a title", () => {
    const { mentions } = titleGazetteer(["New York"], "english");
    expect(mentions("He joined the New York Yankees.")).toEqual([
      { name: "New York", start: 14, end: 22, linked: true },
      { name: "New York Yankees", start: 14, end: 30, linked: false },
    ]);
  });

  it("links a title after a form of address or a role, without a second name for it", () => {
    const { mentions } = titleGazetteer(["Tony Blair", "O'Brien"], "english");
    expect(mentions("They asked Prime Minister Tony Blair and Mr. O'Brien.")).toMatchObject([
      { name: "Tony Blair", linked: true },
      { name: "O'Brien", linked: true },
    ]);
  });

  it("asks for the capitals of the title, but not of its small words", () => {
    const titles = ["The Beatles", "Love", "Iron Man"];
    expect(linkedIn(titles, "They heard the Beatles and felt love and an iron man.")).toEqual([
      "The Beatles",
    ]);
  });

  it("does not take a word out of a longer name", () => {
    expect(linkedIn(["Love"], "She starred in Love Beats Rhymes.")).toEqual([]);
    expect(linkedIn(["Love"], "She starred in Love.")).toEqual(["Love"]);
  });

  it("takes no stop word, number, date or small word for a name", () => {
    const titles = ["The", "It", "1984", "May", "May 1984", "film", "A"];
    const text = "In May 1984 The film was shown. It cost 1984. A man saw It.";
    expect(linkedIn(titles, text)).toEqual([]);
  });

  it("knows & and 'and' as one, a comma as something else", () => {
    expect(linkedIn(["Romeo and Juliet"], "We saw Romeo & Juliet.")).toEqual(["Romeo and Juliet"]);
    expect(linkedIn(["Simon & Garfunkel"], "We saw Simon and Garfunkel.")).toEqual([
      "Simon & Garfunkel",
    ]);
    expect(linkedIn(["John Paul"], "We saw John, Paul and George.")).toEqual([]);
  });

  it("does not join words of two sentences", () => {
    expect(linkedIn(["Paris France"], "He went to Paris. France won.")).toEqual([]);
    expect(linkedIn(["St. Louis"], "He went to St. Louis.")).toEqual(["St. Louis"]);
  });

  it("gives a place by its short form", () => {
    expect(linkedIn(["Minden, Nevada"], "He lived in Minden.")).toEqual(["Minden, Nevada"]);
    expect(linkedIn(["Minden, Nevada"], "He lived in Minden, Nevada.")).toEqual(["Minden, Nevada"]);
  });

  it("gives at most three titles of one name, the plain one first", () => {
    const films = [1, 2, 3, 4, 5].map((number) => `Titanic (${1900 + number} film)`);
    const found = linkedIn([...films, "Titanic"], "She saw Titanic.");
    expect(found).toEqual(["Titanic", ...films.slice(0, 2)]);
  });

  it("gives each name once, with its first place", () => {
    const { mentions } = titleGazetteer(["Rome"], "english");
    expect(mentions("They saw Rome. They left Rome with Ann. They miss Ann.")).toEqual([
      { name: "Rome", start: 9, end: 13, linked: true },
      { name: "Ann", start: 35, end: 38, linked: false },
    ]);
  });

  it("SE-2: takes names of Object.prototype for names like others", () => {
    const titles = ["Constructor", "ToString", "__proto__ Records", "HasOwnProperty"];
    const text = "They met Constructor, ToString and HasOwnProperty at __proto__ Records.";
    expect(linkedIn(titles, text).toSorted()).toEqual(titles.toSorted());
    expect(linkedIn(["Paris"], "They met constructor and __proto__.")).toEqual([]);
  });

  it("HP-10: works in Spanish and without a language", () => {
    const titles = ["Universidad de Chile", "Chile"];
    const text = "Estudió en la Universidad de Chile.";
    expect(linkedIn(titles, text, "spanish")).toEqual(["Universidad de Chile"]);
    expect(linkedIn(titles, text, "none")).toEqual(["Universidad de Chile"]);
    expect(linkedIn(["القاهرة"], "سافر إلى القاهرة", "none")).toEqual(["القاهرة"]);
  });

  it("gets through hostile titles and texts", () => {
    const titles = ["", "!!!", "a".repeat(100_000), "A ".repeat(10_000), "\ud800"];
    const { mentions } = titleGazetteer(titles, "english");
    expect(mentions("A ".repeat(20_000))).toEqual([]);
    expect(mentions("")).toEqual([]);
  });
});

describe("spanLinker", () => {
  it("gives the capitalised spans, once each, unlinked", () => {
    expect(spanLinker("english").mentions("We met Ann in Rome. Then Ann left.")).toEqual([
      { name: "Ann", start: 7, end: 10, linked: false },
      { name: "Rome", start: 14, end: 18, linked: false },
    ]);
  });
});

const names = (...texts: string[]): { name: string; linked: boolean }[] =>
  texts.map((name) => ({ name, linked: false }));
const titles = (...texts: string[]): { name: string; linked: boolean }[] =>
  texts.map((name) => ({ name, linked: true }));

describe("canonicalEntities", () => {
  const variants = ["Sherlock Holmes", "Mr. Holmes", "Holmes", "SHERLOCK HOLMES"];

  it("HP-4: makes one entity of the variants of a name, in any order", () => {
    const orders = [
      variants,
      variants.toReversed(),
      [...variants.slice(2), ...variants.slice(0, 2)],
    ];
    for (const order of orders) {
      expect(canonicalEntities(names(...order), "english")).toEqual(names("Sherlock Holmes"));
    }
  });

  it("HP-4: prefers the corpus title among variants", () => {
    const mentions = [...names("Sherlock J. Holmes", "Holmes"), ...titles("SHERLOCK HOLMES")];
    expect(canonicalEntities(mentions, "english")).toContainEqual(titles("SHERLOCK HOLMES")[0]);
    expect(canonicalEntities(mentions, "english")).toHaveLength(2);
  });

  it("keeps titles of the corpus distinct", () => {
    const mentions = titles("Titanic", "Titanic (1997 film)", "Mr. Bean", "Bean", "Orson Bean");
    expect(canonicalEntities(mentions, "english")).toEqual(mentions);
  });

  it("does not take a title of one word for the short form of a longer name", () => {
    const mentions = [...titles("Jordan"), ...names("Michael Jordan")];
    expect(canonicalEntities(mentions, "english")).toEqual(mentions);
  });

  it("keeps two people of one family name apart", () => {
    const mentions = names("Sherlock Holmes", "Mycroft Holmes", "Holmes");
    expect(canonicalEntities(mentions, "english")).toEqual(
      names("Sherlock Holmes", "Mycroft Holmes"),
    );
  });

  it("keeps an institution and its place apart", () => {
    const mentions = names("Chicago", "University of Chicago", "West Virginia", "Virginia");
    expect(canonicalEntities(mentions, "english")).toEqual(mentions);
  });

  it("keeps what else a mention carries, and the order of first mention", () => {
    const mentions = [
      { name: "Holmes", linked: false, passageId: "1" },
      { name: "Ann", linked: false, passageId: "2" },
      { name: "Sherlock Holmes", linked: false, passageId: "3" },
    ];
    expect(canonicalEntities(mentions, "english")).toEqual([mentions[2], mentions[1]]);
  });
});

describe("sameEntity", () => {
  it("is symmetric and does not take everything for the same", () => {
    const all = [...names("Holmes", "Dr. Holmes", "Watson", "王"), ...titles("Holmes", "Watson")];
    for (const one of all) {
      expect(sameEntity(one, one, "english")).toBe(true);
      for (const other of all) {
        expect(sameEntity(one, other, "english")).toBe(sameEntity(other, one, "english"));
        const family = (name: string): string => name.split(" ").at(-1) ?? "";
        expect(sameEntity(one, other, "english")).toBe(family(one.name) === family(other.name));
      }
    }
  });

  it("never takes names without letters for the same", () => {
    expect(sameEntity({ name: "!", linked: false }, { name: "?", linked: false }, "none")).toBe(
      false,
    );
  });
});
