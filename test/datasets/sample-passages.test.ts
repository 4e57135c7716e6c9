import { beforeAll, describe, expect, it } from "vitest";
import { samplePassages, spanishSamplePassages } from "../../src/datasets/sample-world.js";
import type { Passage } from "../../src/state/evidence.js";
import { find, nameOf, repeated, says, titleOf } from "./sample-helpers.js";

let passages: Passage[];
let spanish: Passage[];

beforeAll(async () => {
  passages = await samplePassages();
  spanish = await spanishSamplePassages();
});

function expectWellFormed(corpus: Passage[]): void {
  expect(repeated(corpus.map(({ id }) => id))).toEqual([]);
  expect(repeated(corpus.map(({ pageContent }) => pageContent))).toEqual([]);
  for (const passage of corpus) {
    const words = passage.pageContent.split(/\s+/).length;
    expect(Object.keys(passage).sort()).toEqual(["id", "metadata", "pageContent"]);
    expect(Object.keys(passage.metadata)).toEqual(["title"]);
    expect(words, passage.id).toBeGreaterThanOrEqual(40);
    expect(words, passage.id).toBeLessThanOrEqual(110);
    expect(passage.pageContent, passage.id).toBe(passage.pageContent.trim());
    expect(says(passage.pageContent, nameOf(passage)), passage.id).toBe(true);
  }
}

describe("the sample passages", () => {
  it("are at least 90 of 40 to 110 words that name their subject", () => {
    expect(passages.length).toBeGreaterThanOrEqual(90);
    expectWellFormed(passages);
  });

  it("have one title each, except five documents of two chunks", () => {
    expect(repeated(passages.map(titleOf)).sort()).toEqual([
      "Brennoway",
      "Great Ambrelle Flood",
      "Guild of Ropemakers",
      "Kellomar",
      "Sollane Expedition",
    ]);
  });

  it("hold four pairs of namesakes, told apart by what stands in brackets", () => {
    expect(namesakes()).toEqual(["Joren Haldask", "Night Heron", "Tavrin", "The Meridian"]);
  });

  it("let people live between 20 and 100 years", () => {
    const people = passages.filter(lifeOf);
    expect(people.length).toBeGreaterThanOrEqual(25);
    for (const person of people) {
      const [birth = 0, death = 0] = lifeOf(person) ?? [];
      expect(death - birth, person.id).toBeGreaterThanOrEqual(20);
      expect(death - birth, person.id).toBeLessThanOrEqual(100);
    }
  });

  it("date what people did elsewhere between their 16th year and their death", () => {
    let checked = 0;
    for (const person of passages) {
      const life = lifeOf(person);
      if (!life || namesakes().includes(nameOf(person))) continue;
      for (const sentence of sentencesElsewhere(person)) {
        // "since 1852 … named after" is about a prize, not about a deed.
        const year = / named after /.test(sentence) ? null : /\b1\d{3}\b/.exec(sentence);
        if (!year) continue;
        checked += 1;
        expect(Number(year[0]), sentence).toBeGreaterThanOrEqual(life[0] + 16);
        expect(Number(year[0]), sentence).toBeLessThanOrEqual(life[1]);
      }
    }
    expect(checked).toBeGreaterThanOrEqual(15);
  });

  it.each([
    ["Kellomar", /until (\d{4})/, "Treaty of Ash Sound", /21 May (\d{4})/],
    ["Brennoway", /seat of government in (\d{4})/, "Treaty of Ash Sound", /21 May (\d{4})/],
    ["Vantrine", /reigned since (\d{4})/, "Perelune", /royal residence since (\d{4})/],
    ["Queen Ysolane", /–(\d{4})\)/, "Aumar III", /king of Vantrine from (\d{4})/],
    ["Great Ambrelle Flood", /February (\d{4})/, "Bridge of Nine Bakers", /a flood in (\d{4})/],
    ["Mount Kezdar", /2 August (\d{4})/, "Nadja Ruvorin", /In (\d{4}), with two goatherds/],
    ["Lethmar Sea", /sounded in (\d{4})/, "Henna Delabrek", /in (\d{4}) she measured/],
    ["Museum of Tides", /founded in (\d{4})/, "Henna Delabrek", /In (\d{4}) she founded/],
    ["Harbour Gallery", /opened in (\d{4})/, "Bastel Quorne", /In (\d{4}) he founded/],
    ["Virossi Medal", /since (\d{4})/, "Corvin Adlemar", /In (\d{4}) he was the first winner/],
    ["Zorrim Strike", /September (\d{4})/, "The Zorrim Hammer", /founded in (\d{4})/],
    ["Perelune Royal Observatory", /in (\d{4})/, "Guild of Glasswrights", /from (\d{4})/],
  ])("date one event alike: %s (%s), %s (%s)", (one, onePattern, other, otherPattern) => {
    expect(find(passages, one, onePattern)).toBe(find(passages, other, otherPattern));
  });

  it("count right: the survey, the comet and the festival after the fire", () => {
    const year = (title: string, pattern: RegExp): number => Number(find(passages, title, pattern));
    const surveyor = "Joren Haldask (surveyor)";
    expect(find(passages, "Hovarra", /survey of the island took (\w+) years/)).toBe("seven");
    expect(year(surveyor, /to (\d{4}) he measured/) - year(surveyor, /From (\d{4})/)).toBe(7);

    const comet = "Vosk's Comet";
    const period = year(comet, /every (\d+) years/);
    expect(year(comet, /September (\d{4})/) + period).toBe(year(comet, /again in (\d{4})/));
    expect(year(comet, /again in (\d{4})/) + period).toBe(year(comet, /and (\d{4})\./));

    const fire = year("Brennoway", /burned in (\d{4})/);
    expect(year("Lamplighters' Week", /dates from (\d{4}), the year after/)).toBe(fire + 1);
  });

  function namesakes(): string[] {
    const names = [...new Set(passages.map(titleOf))].map((title) => title.replace(/ \(.*$/, ""));
    return repeated(names).sort();
  }

  /** Birth and death, for a passage that starts like "Name (1811–1869)". */
  function lifeOf({ pageContent }: Passage): [number, number] | undefined {
    const match = /^[^(.]+ \((\d{4})–(\d{4})\)/.exec(pageContent);
    return match ? [Number(match[1]), Number(match[2])] : undefined;
  }

  function sentencesElsewhere(person: Passage): string[] {
    return passages
      .filter((passage) => passage !== person)
      .flatMap(({ pageContent }) => pageContent.split(/(?<=\.) /))
      .filter((sentence) => sentence.includes(nameOf(person)));
  }
});

describe("the Spanish sample passages", () => {
  it("are at least 8 of 40 to 110 words that name their subject", () => {
    expect(spanish.length).toBeGreaterThanOrEqual(8);
    expectWellFormed(spanish);
    expect(repeated(spanish.map(titleOf))).toEqual([]);
  });

  it("have ids of their own, so that both corpora fit into one index", () => {
    expect(repeated([...passages, ...spanish].map(({ id }) => id))).toEqual([]);
  });

  it.each([
    ["Lago Oune", /de (\d+) metros/, "Lake Oune", /depth of (\d+) metres/],
    ["Lago Oune", /de (\d+) kil/, "Lake Oune", /surface of (\d+) square/],
    ["Puente de los Nueve Panaderos", /mide (\d+)/, "Bridge of Nine Bakers", /is (\d+) metres/],
    ["Trucha linterna", /desde (\d{4})/, "Lantern trout", /since (\d{4})/],
    ["Lucane Ferrault", /(\d{4}–\d{4})/, "Lucane Ferrault", /(\d{4}–\d{4})/],
    ["Nadja Ruvorin", /En (\d{4})/, "Nadja Ruvorin", /In (\d{4})/],
    ["Zhurandel", /se fundó en (\d{4})/, "Zhurandel", /founded in (\d{4})/],
  ])("agree with the English ones: %s (%s), %s (%s)", (title, pattern, english, englishPattern) => {
    expect(find(spanish, title, pattern)).toBe(find(passages, english, englishPattern));
  });
});
