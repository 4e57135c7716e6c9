import { expect, test } from "vitest";
import { renderAnswer, renderDecision, renderStep } from "../../src/cli/render-run.js";
import type { DynaKragOutput } from "../../src/index.js";
import { record } from "../fixtures/states.js";

/** Clears the screen, sets the title of the window, hides what follows; the last is one byte. */
const ESCAPES = "\u001b[2J\u001b]0;owned\u0007\u001b[8m\u009b31m\r\b";
const hostile = (text: string): string => `${ESCAPES}${text}${ESCAPES}`;
// eslint-disable-next-line no-control-regex -- what must not be there
const CONTROL = /(?![\n\t])[\u0000-\u001f\u007f-\u009f]/u;

/** Without the colours that are ours. */
function uncoloured(text: string): string {
  // eslint-disable-next-line no-control-regex -- colours are made of it
  return text.replace(/\u001b\[\d+m/gu, "");
}

const PAGE = { id: "1", pageContent: hostile("page"), metadata: { title: hostile("title") } };

test("nothing that a page or a model wrote can steer the terminal", () => {
  const output = {
    answer: hostile("answer"),
    answerable: false,
    missing: hostile("missing"),
    citations: [{ number: 1, passageId: "1" }],
    evidence: [PAGE],
    stopReason: "policy",
    usage: { steps: 1, retrievals: 1, modelCalls: 1, totalTokens: 1, estimated: false },
    decisions: [],
  } as unknown as DynaKragOutput;
  const added = [{ id: "1", rank: 1, scoreRatio: 1 }];
  const shown = [
    renderAnswer(output),
    renderStep(record({ query: hostile("query"), added }), [PAGE]),
    renderDecision({
      step: 1,
      operation: "stop_answer",
      valid: ["stop_answer"],
      candidates: [],
      policy: "own",
      reason: hostile("reason"),
    }),
  ].join("\n");
  for (const word of ["answer", "missing", "page", "title", "query", "reason"]) {
    expect(shown).toContain(word);
  }
  expect(uncoloured(shown)).not.toMatch(CONTROL);
});

test("the last line says why the run ended, and why a step failed where one did", () => {
  const output = {
    answer: "",
    answerable: false,
    citations: [],
    evidence: [],
    stopReason: "no_evidence",
    errorCode: "RETRIEVER_FAILED",
    usage: { steps: 1, retrievals: 1, modelCalls: 0, totalTokens: 0, estimated: false },
    decisions: [],
  } as unknown as DynaKragOutput;
  expect(uncoloured(renderAnswer(output))).toContain("no_evidence (RETRIEVER_FAILED); 1 steps");
  const { errorCode: _none, ...fine } = output;
  expect(uncoloured(renderAnswer(fine as DynaKragOutput))).toContain("no_evidence; 1 steps");
});
