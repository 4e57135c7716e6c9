import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/language/analyzer.js";
import type { Language } from "../../src/language/language.js";

const sentencesOf = (text: string, language: Language = "english"): string[] =>
  analyzerFor(language)
    .sentences(text)
    .map((sentence) => sentence.text);

describe("sentences", () => {
  it("ends one at a full stop, a question mark and an exclamation mark", () => {
    expect(sentencesOf("He left. Did she stay? Yes! Good.")).toEqual([
      "He left.",
      "Did she stay?",
      "Yes!",
      "Good.",
    ]);
  });

  it.each([
    "Mr. Smith met Dr. Watson at St. Paul's.",
    "J. R. R. Tolkien wrote it.",
    "The U.S. Navy sailed to Washington, D.C. yesterday.",
    "It cost 3.5 dollars, e.g. for bread.",
    "He lived at No. 5 Baker Street.",
    "Martin Luther King Jr. Memorial Library opened.",
  ])("does not end one inside %j", (text) => {
    expect(sentencesOf(text)).toEqual([text]);
  });

  it("ends one after an acronym where a stop word follows with a capital", () => {
    expect(sentencesOf("He moved to the U.S. He died there.")).toEqual([
      "He moved to the U.S.",
      "He died there.",
    ]);
  });

  it("keeps closing quotes and brackets with their sentence", () => {
    expect(sentencesOf('She said "Go." (He went.) They met.')).toEqual([
      'She said "Go."',
      "(He went.)",
      "They met.",
    ]);
  });

  it("ends one at a blank line, not at a line break", () => {
    expect(sentencesOf("A title\n\nA text that\nruns on.")).toEqual([
      "A title",
      "A text that\nruns on.",
    ]);
  });

  it("knows scripts without spaces", () => {
    expect(sentencesOf("東京です。はい。", "none")).toEqual(["東京です。", "はい。"]);
  });

  it("HP-10: knows Spanish forms of address and opening marks", () => {
    expect(sentencesOf("El Sr. García llegó. ¿Quién era? Era él.", "spanish")).toEqual([
      "El Sr. García llegó.",
      "¿Quién era?",
      "Era él.",
    ]);
  });

  it("gives nothing for a blank text", () => {
    expect(sentencesOf(" \n ")).toEqual([]);
    expect(sentencesOf("")).toEqual([]);
  });

  it("gets through a long run of dots", () => {
    const dots = ".".repeat(200_000);
    expect(sentencesOf(`${dots}x`)).toEqual([`${dots}x`]);
  });
});
