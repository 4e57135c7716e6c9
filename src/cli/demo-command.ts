import { parseArgs } from "node:util";
import pc from "picocolors";
import { samplePassages, sampleQuestions } from "../datasets/sample-world.js";
import { buildLexicalIndex } from "../retrieval/lexical/build-lexical-index.js";
import { chooseGenerator, describeGenerator } from "./choose-generator.js";
import { renderAnswer } from "./render-run.js";
import type { Command } from "./command.js";
import { questionRunner } from "./run-question.js";
import { wholeNumber } from "./whole-number.js";

/** A bridge, a comparison and a chain of three come first: what the operations look like on each. */
const SHOWN = ["bridge-01", "comparison-02", "chain3-03", "bridge-19", "unanswerable-02"];
const DEFAULT_QUESTIONS = 3;

/** `dynakrag demo`: sample questions about a made-up world that no model knows. */
export const demoCommand: Command = async (args, signal) => {
  const { values } = parseArgs({ args, options: { questions: { type: "string" } } });
  const count = wholeNumber("--questions", values.questions) ?? DEFAULT_QUESTIONS;
  const generator = await chooseGenerator(undefined, process.env);
  const passages = await samplePassages();
  const retriever = await buildLexicalIndex(passages);
  const ask = questionRunner({ retriever, generator });
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  print(`${passages.length} passages about a made-up world. ${describeGenerator(generator)}`);
  const questions = await sampleQuestions();
  const first = SHOWN.flatMap((id) => questions.filter((question) => question.id === id));
  const others = questions.filter(({ id }) => !SHOWN.includes(id));
  for (const { question, answer } of [...first, ...others].slice(0, count)) {
    print(`\n${pc.bold(pc.underline(question))}`);
    print(renderAnswer(await ask({ question, signal, onLine: print })));
    print(pc.dim(`expected: ${answer === "" ? "no answer in this world" : answer}`));
  }
  print(`\nNext: dynakrag index <your folder> --out my-index`);
};
