import { describe, expect, it } from "vitest";
import { questionShape } from "../../../src/generator/offline/question-shape.js";

describe("questionShape", () => {
  it.each([
    ["Who directed Titanic?", "person"],
    ["Where was the designer of the Gannet Bridge born?", "place"],
    ["When did Ilva Marr die?", "date"],
    ["In which year was the bridge opened?", "date"],
    ["How many people live in Dovrash?", "number"],
    ["What is the population of Dovrash?", "number"],
    ["Which country is the director of the film from?", "nationality"],
    ["What book did the lighthouse keeper write?", "work"],
    ["What university did she attend?", "group"],
    ["Are Local H and For Against both from the United States?", "yes_no"],
    ["What is the cause of death of Joan's father?", "cause"],
    ["¿Dónde nació la diseñadora del puente?", "name"],
  ])("%s asks for a %s", (question, type) => {
    expect(questionShape(question).type).toBe(type);
  });

  it.each([
    ["Who was born first, Jason Katims or Sidney Cotton?", ["Jason Katims", "Sidney Cotton"]],
    ["Who is younger Keith Bostic or Jerry Glanville ?", ["Keith Bostic", "Jerry Glanville"]],
    [
      "Was Shahanuddin Choudhury or Domenico Distilo born first?",
      ["Shahanuddin Choudhury", "Domenico Distilo"],
    ],
    [
      "Which film came out earlier, Enemmy or Samson And His Mighty Challenge?",
      ["Enemmy", "Samson And His Mighty Challenge"],
    ],
    [
      "Which canal is located further North, Beaver and Erie Canal or the Dismal Swamp Canal?",
      ["Beaver and Erie Canal", "Dismal Swamp Canal"],
    ],
  ])("%s offers two options", (question, options) => {
    expect(questionShape(question)).toMatchObject({ type: "choice", options });
  });

  it("takes no option where there are no two names", () => {
    expect(questionShape("Is the river longer or shorter?").options).toBeUndefined();
    expect(questionShape("Who wrote or edited the book?").options).toBeUndefined();
  });

  it.each([
    ["Who was born first, A or B?", "least", "birth"],
    ["Who is younger, Ann or Bo?", "most", "birth"],
    ["Which film has the director who died later, Ann or Bo?", "most", "death"],
    ["Which band was formed earlier, Ann or Bo?", "least", "founding"],
    ["Where is Dovrash?", "untold", "none"],
  ])("%s: the side that wins and the event", (question, wants, event) => {
    expect(questionShape(question)).toMatchObject({ wants, event });
  });
});
