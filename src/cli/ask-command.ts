import { parseArgs } from "node:util";
import { DynaKragError } from "../errors.js";
import { openIndexFolder } from "../retrieval/index-folder/open-index-folder.js";
import { assertQuestion } from "../state/question.js";
import type { JsonObject } from "../state/evidence.js";
import { chooseGenerator, describeGenerator } from "./choose-generator.js";
import { renderAnswer } from "./render-run.js";
import type { Command } from "./command.js";
import { questionRunner } from "./run-question.js";
import { wholeNumber } from "./whole-number.js";

/** `dynakrag ask`: answers one question from an index. */
export const askCommand: Command = async (args, signal) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      index: { type: "string" },
      policy: { type: "string" },
      generator: { type: "string" },
      filter: { type: "string" },
      "max-steps": { type: "string" },
      "max-retrievals": { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const question = questionOf(positionals);
  const filter = values.filter === undefined ? undefined : filterOf(values.filter);
  const settings = {
    maxSteps: wholeNumber("--max-steps", values["max-steps"]),
    maxRetrievals: wholeNumber("--max-retrievals", values["max-retrievals"]),
  };
  if (values.index === undefined) throw needsIndex();
  const generator = await chooseGenerator(values.generator, process.env);
  const { retriever } = await openIndexFolder(values.index);
  const { policy } = values;
  const ask = questionRunner({ retriever, generator, settings, ...(policy ? { policy } : {}) });
  const onLine = values.json ? undefined : (line: string) => process.stdout.write(`${line}\n`);
  process.stderr.write(`${describeGenerator(generator)}\n`);
  const output = await ask({ question, filter, signal, onLine });
  process.stdout.write(
    values.json ? `${JSON.stringify(output, null, 2)}\n` : `${renderAnswer(output)}\n`,
  );
};

function questionOf(positionals: readonly string[]): string {
  const question = positionals.join(" ");
  assertQuestion(question);
  return question;
}

function filterOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as JsonObject;
    }
  } catch {
    // Falls through to the typed error: what exactly JSON.parse disliked helps nobody here.
  }
  throw new DynaKragError({
    code: "INVALID_INPUT",
    message: "--filter is no JSON object.",
    remedy: `Write it like --filter '{"tenant":"a"}'.`,
  });
}

function needsIndex(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "No index is named.",
    remedy: 'Build one with "dynakrag index <folder> --out DIR" and name it with --index DIR.',
  });
}
