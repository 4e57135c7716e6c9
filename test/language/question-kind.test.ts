import { expect, test } from "vitest";
import { QUESTION_KINDS, questionKindCode } from "../../src/language/question-kind.js";

test.each([
  ["Are Nuptse and K2 in the same range?", "yes_no"],
  ["Which is higher, K2 or Nuptse?", "either_or"],
  ["Who was born first, Ada or Bo?", "either_or"],
  ["Who directed the film?", "who"],
  ["In which year was the bridge opened?", "when"],
  ["Where was she born?", "where"],
  ["What city is the museum in?", "where"],
  ["How many goals did he score?", "how_many"],
  ["Which river does it span?", "which"],
  ["What is the title of the novel?", "what"],
] as const)("%s asks for %s", (question, kind) => {
  expect(QUESTION_KINDS[questionKindCode(question, "english") - 1]).toBe(kind);
});

test.each([
  ["¿Quién dirigió la película?", "who"],
  ["¿En qué año se abrió el puente?", "when"],
  ["¿Dónde nació?", "where"],
] as const)("%s asks for %s", (question, kind) => {
  expect(QUESTION_KINDS[questionKindCode(question, "spanish") - 1]).toBe(kind);
});

test("no kind is 0, and a language without rules has no code", () => {
  expect(questionKindCode("Name the river.", "english")).toBe(0);
  expect(questionKindCode("Who?", "none")).toBe(-1);
});
