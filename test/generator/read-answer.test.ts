import { describe, expect, test } from "vitest";
import { emptyReply, type ReplyEnd } from "../../src/generator/chat-reply.js";
import { readAnswer } from "../../src/generator/read-answer.js";
import type { Passage } from "../../src/state/evidence.js";

const evidence: Passage[] = ["a", "b", "c"].map((id) => {
  return { id, pageContent: id, metadata: {} };
});

function read(text: string, end: ReplyEnd = "stop") {
  return readAnswer({ ...emptyReply(end), text }, { question: "?", evidence, language: "english" });
}

describe("readAnswer", () => {
  test.each([
    ["Vienna [2]", "Vienna", ["b"]],
    ["Vienna [3][1].", "Vienna.", ["c", "a"]],
    ["Vienna [1, 3]", "Vienna", ["a", "c"]],
    ["Vienna [passage 2]", "Vienna", ["b"]],
    ["Answer: Vienna [2]", "Vienna", ["b"]],
    ["Vienna", "Vienna", []],
    ["yes [1][2]", "yes", ["a", "b"]],
    ["Sí [1]", "Sí", ["a"]],
    ["[Rec] [1]", "[Rec]", ["a"]],
    ["Vienna [2][2]", "Vienna", ["b"]],
    ["Qui ? [1]", "Qui ?", ["a"]],
  ])("%j is %j, citing %j", (text, answer, citedIds) => {
    expect(read(text)).toEqual({ answer, answerable: true, citedIds });
  });

  test("numbers that count no passage are dropped, from the text and from the citations", () => {
    expect(read("Vienna [0][2][4][99]")).toMatchObject({ answer: "Vienna", citedIds: ["b"] });
    expect(read("Lang made it [1][7]. He was born in Vienna [9].")).toEqual({
      answer: "Lang made it [1]. He was born in Vienna.",
      answerable: true,
      citedIds: ["a"],
    });
  });

  test("within a longer text citations stay where they are", () => {
    const text = "Lang made it [1]. He was born in Vienna [2].";
    expect(read(text)).toMatchObject({ answer: text, citedIds: ["a", "b"] });
  });

  test("the marker line gives what is missing; the guess before it is the answer", () => {
    expect(read("Berlin [1]\nUNANSWERABLE: The passages do not name the city [1].")).toEqual({
      answer: "Berlin",
      answerable: false,
      missing: "The passages do not name the city.",
      citedIds: ["a"],
    });
  });

  test.each([
    "UNANSWERABLE: no city is named",
    "**UNANSWERABLE:** no city is named",
    "UNANSWERABLE\nno city is named",
  ])("%j alone abstains: its reason is the text", (text) => {
    expect(read(text)).toEqual({
      answer: "no city is named",
      answerable: false,
      missing: "no city is named",
      citedIds: [],
    });
  });

  test("a bare marker still gives a text, and an answer that merely says so is one", () => {
    expect(read("UNANSWERABLE")).toMatchObject({ answer: "unanswerable", answerable: false });
    expect(read("the unanswerable question")).toMatchObject({ answerable: true });
  });

  test("LM-3: an answer that was cut off never counts as answered", () => {
    expect(read("The director was born in", "length")).toMatchObject({
      answer: "The director was born in",
      answerable: false,
    });
  });

  // A model that lost its way repeats one character or citation until it is stopped. Patterns that
  // try every start of such a run took longer than this test may.
  test.each([
    ["spaces", `a${" ".repeat(100_000)}b`, `a${" ".repeat(100_000)}b`],
    ["line feeds", `a${"\n".repeat(100_000)}b`, `a${"\n".repeat(100_000)}b`],
    ["stars", "*".repeat(100_000), "*".repeat(100_000)],
    ["citations at the end", `Vienna ${"[1] ".repeat(50_000)}.`, "Vienna."],
  ])("a long run of %s is read at once", (_label, text, answer) => {
    expect(read(text).answer === answer).toBe(true);
  });

  test("a long run of citations within a text is read at once", () => {
    const text = `a ${"[1]".repeat(50_000)} b`;
    expect(read(text).answer === text).toBe(true);
    expect(read(text).citedIds).toEqual(["a"]);
  });
});
