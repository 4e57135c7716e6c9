import { describe, expect, test } from "vitest";
import type { Passage } from "../../src/state/evidence.js";
import { ADA, IRON_BRIDGE, passage, VELM } from "../fixtures/bridge-world.js";
import { featuresOf } from "../fixtures/candidates.js";

// The question's terms: river, bridge, Ada, Orrin, built, span; "which", "does", "that" stop.
describe("coverage", () => {
  test("without evidence everything covered is added", () => {
    const { questionCoverage, coverageAdded, residualCovered, openShare, chainCoverage, novelty } =
      featuresOf(IRON_BRIDGE);
    // bridge and span, two of six.
    expect(questionCoverage).toBeCloseTo(2 / 6);
    expect(coverageAdded).toBeCloseTo(2 / 6);
    expect(residualCovered).toBeCloseTo(2 / 6);
    expect(openShare).toBe(1);
    expect(chainCoverage).toBe(-1);
    expect(novelty).toBe(1);
  });

  test("of what the evidence covers nothing is added", () => {
    const found = featuresOf(IRON_BRIDGE, { evidence: [ADA] });
    // Ada's page holds Ada, Orrin, built and bridge: river and span are open, span is covered.
    expect(found.questionCoverage).toBeCloseTo(2 / 6);
    expect(found.coverageAdded).toBeCloseTo(1 / 6);
    expect(found.residualCovered).toBeCloseTo(1 / 2);
    expect(found.openShare).toBeCloseTo(2 / 6);
    expect(found.sentenceResidual).toBeCloseTo(1 / 2);
  });

  test("two sentences make a chain", () => {
    const found = featuresOf(IRON_BRIDGE, { evidence: [ADA] });
    // "Ada Orrin: She built the Iron Bridge." + "Iron Bridge: … spans the Velm": all but river.
    expect(found.chainCoverage).toBeCloseTo(5 / 6);
    // The sentence of the evidence alone has Ada, Orrin, built, bridge.
    expect(found.chainAdded).toBeCloseTo(1 / 6);
    expect(found.linkedChain).toBeCloseTo(5 / 6);
    expect(featuresOf(VELM, { evidence: [ADA] }).linkedChain).toBe(0);
  });

  test("a word of the same relation is met: who asks for a wife finds a marriage", () => {
    const question = "Who is the wife of Tom Ferrel?";
    const page = passage("f", "Tom Ferrel", "He married Ilse Brand.");
    const found = featuresOf(page, { question });
    // wife, Tom, Ferrel: two by the words themselves, three with the relation.
    expect(found.coverageAdded).toBeCloseTo(2 / 3);
    expect(found.relatedAdded).toBeCloseTo(1);
  });

  test("terms count by what they tell, whatever the unit", () => {
    const weight = (term: string): number => (term === "span" ? 3 : 1);
    // Iron Bridge covers bridge (1) and span (3) of 8.
    const once = featuresOf(IRON_BRIDGE, { termWeight: weight });
    expect(once.questionCoverage).toBeCloseTo(4 / 8);
    const tenfold = featuresOf(IRON_BRIDGE, { termWeight: (term) => 10 * weight(term) });
    expect(tenfold.questionCoverage).toBeCloseTo(4 / 8);
    expect(featuresOf(IRON_BRIDGE, { termWeight: () => 0 }).questionCoverage).toBeCloseTo(2 / 6);
  });
});

describe("links", () => {
  test("the evidence names the title", () => {
    const given = { evidence: [ADA], newest: new Set(["ada"]), bridges: ["Velm", "Iron Bridge"] };
    const found = featuresOf(IRON_BRIDGE, given);
    expect(found).toMatchObject({
      linkedFrom: 1,
      linkedFromNewest: 1,
      linkedFromAsked: 1,
      // It stands in the second sentence of Ada's page,
      linkPlace: 1 / 2,
      bridgeRank: 1 / 2,
      linksBack: 0,
      titleAsked: 0,
    });
    // which has two (bridge, built) of the four terms asked that are not Ada's own name.
    expect(found.linkSentence).toBeCloseTo(2 / 4);
    // Of "Iron Bridge", bridge is asked.
    expect(found.titleOverlap).toBeCloseTo(1 / 2);
  });

  test("the other way round it links back, and the question names the title", () => {
    const found = featuresOf(ADA, { evidence: [IRON_BRIDGE], newest: new Set(), bridges: [] });
    expect(found).toMatchObject({
      linkedFrom: 0,
      linkedFromNewest: 0,
      linksBack: 1,
      titleAsked: 1,
      titleOverlap: 1,
      bridgeRank: 0,
      namesAdded: 1,
    });
  });

  test("a parenthesis in a title is not part of the name", () => {
    const film = passage("t", "Titanic (1997 film)", "A ship sinks.");
    const page = passage("c", "James Cameron", "He directed Titanic.");
    const given = { evidence: [page], bridges: ["Titanic"] };
    expect(featuresOf(film, given)).toMatchObject({ linkedFrom: 1, bridgeRank: 1 });
  });

  test("a title of one word must stand as it is written", () => {
    const song = passage("s", "Fall", "A song by Ida Kell.");
    const leaves = passage("l", "Leaves", "The leaves fall in October.");
    const album = passage("a", "Ida Kell", "Her best song is Fall.");
    expect(featuresOf(song, { evidence: [leaves] }).linkedFrom).toBe(0);
    expect(featuresOf(song, { evidence: [album] }).linkedFrom).toBe(1);
  });

  test("what is not known is −1: no title, no newest, no bridges, no names", () => {
    const untitled: Passage = { id: "u", pageContent: "It spans the Velm.", metadata: {} };
    const question = "which river does it span?";
    expect(featuresOf(untitled, { evidence: [ADA], question })).toMatchObject({
      linkedFrom: -1,
      linkedFromNewest: -1,
      linkSentence: -1,
      bridgeRank: -1,
      titleAsked: -1,
      titleOverlap: -1,
      sameTitle: -1,
      namesAdded: -1,
      scoreRatio: -1,
      nextRatio: -1,
      figureFits: -1,
    });
    const noLists = featuresOf(IRON_BRIDGE, { evidence: [ADA] });
    expect(noLists).toMatchObject({ linkedFromNewest: -1, bridgeRank: -1 });
  });

  test("another part of a document, and what it says again", () => {
    const second = passage("ada2", "Ada Orrin", "She built the Iron Bridge.");
    const found = featuresOf(second, { evidence: [ADA] });
    expect(found).toMatchObject({ sameTitle: 1, novelty: 0, namesAdded: 0, evidenceSize: 1 });
  });
});
