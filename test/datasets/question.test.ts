import { describe, expect, it } from "vitest";
import { questionSchema } from "../../src/datasets/question.js";

const required = {
  id: "q1",
  dataset: "mine",
  question: "Where was the designer of the bridge born?",
  answer: "Ondrevik",
  type: "bridge",
  hops: 2,
  supporting: ["p1", "p2"],
};

describe("questionSchema", () => {
  it("fills in no aliases, no context, answerable", () => {
    expect(questionSchema.parse(required)).toEqual({
      ...required,
      answer_aliases: [],
      context: [],
      answerable: true,
    });
  });

  it("keeps what is given and drops fields it does not know", () => {
    const given = { ...required, answer_aliases: ["x"], context: ["p1"], answerable: false };
    expect(questionSchema.parse({ ...given, context_source: "native" })).toEqual(given);
  });

  it("EV-7: accepts a blank question, which is refused only when it is asked", () => {
    expect(questionSchema.parse({ ...required, question: " " }).question).toBe(" ");
  });

  it.each([
    ["no id", { id: undefined }],
    ["an empty id", { id: "" }],
    ["a number as answer", { answer: 1834 }],
    ["one alias instead of a list", { answer_aliases: "Ondrevik" }],
    ["no hop", { hops: 0 }],
    ["half a hop", { hops: 1.5 }],
    ["no support field", { supporting: undefined }],
    ["numbers as passage ids", { supporting: [1, 2] }],
    ["a word for answerable", { answerable: "yes" }],
  ])("refuses %s", (_name, change) => {
    expect(questionSchema.safeParse({ ...required, ...change }).success).toBe(false);
  });
});
