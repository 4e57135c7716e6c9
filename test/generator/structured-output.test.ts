import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyReply, type ReplyEnd } from "../../src/generator/chat-reply.js";
import { readExtracts, readJudgement } from "../../src/generator/structured-output.js";
import { EVIDENCE } from "./metropolis.js";

function judged(text: string, end: ReplyEnd = "stop", reasoning = "") {
  return readJudgement({ ...emptyReply(end), text, reasoning });
}

function extracted(value: unknown) {
  return readExtracts({ ...emptyReply("stop"), text: JSON.stringify(value) }, EVIDENCE);
}

const INSUFFICIENT = {
  verdict: "insufficient",
  gap: { text: "see ```x``` block {1}", query: "Lang birthplace", slots: ["Lang"] },
};

const OBJECT = JSON.stringify({
  sufficient: false,
  missing: "see ```x``` block {1}",
  query: "Lang birthplace",
  slots: ["Lang"],
});

describe("LM-1: one object, however it is wrapped", () => {
  test.each([
    OBJECT,
    `\`\`\`json\n${OBJECT}\n\`\`\``,
    `\`\`\`\n${OBJECT}\n\`\`\``,
    `Here is my judgement:\n${OBJECT}\nI hope this helps {smile}!`,
    `{not json} ${OBJECT}`,
    `{ never closed " ${OBJECT}`,
    `${OBJECT}\n${OBJECT}`,
    OBJECT.replaceAll(",", ",\n  "),
  ])("%s", (text) => expect(judged(text)).toEqual(INSUFFICIENT));

  test("also within any prose that holds no brace", () => {
    const prose = fc.string({ unit: "grapheme" }).filter((text) => !/[{}]/.test(text));
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        expect(judged(before + OBJECT + after)).toEqual(INSUFFICIENT);
      }),
    );
  });
});

describe("verdicts", () => {
  test.each([
    [true, "sufficient"],
    ["true", "sufficient"],
    ["Yes.", "sufficient"],
    ["sí", "sufficient"],
    ["Si\u0301", "sufficient"],
    ["是", "sufficient"],
    [false, "insufficient"],
    ["no", "insufficient"],
    ["NO", "insufficient"],
    ["لا", "insufficient"],
    ["maybe", "unknown"],
    [1, "unknown"],
    [null, "unknown"],
  ])("HP-10: sufficient %j is %j", (sufficient, verdict) => {
    expect(judged(JSON.stringify({ sufficient }))).toEqual({ verdict });
  });

  test("what is not given is not made up", () => {
    expect(judged('{"sufficient":false,"missing":"a city"}').gap).toEqual({
      text: "a city",
      query: "",
      slots: [],
    });
    expect(judged('{"sufficient":false,"query":"Lang"}').gap?.text).toBe("Lang");
    expect(judged('{"sufficient":false,"missing":"...","query":null,"slots":"x"}')).toEqual({
      verdict: "insufficient",
    });
  });

  test.each(["", "The evidence is sufficient.", "{}", '{"sufficient":', "[true]", "true", "{{{{"])(
    "%j is unknown",
    (text) => expect(judged(text)).toEqual({ verdict: "unknown" }),
  );

  test("RT-12: an object quoted from a page does not outvote the model's own", () => {
    const text = 'The page says {"sufficient":true}, but: {"sufficient":false}';
    expect(judged(text)).toEqual({ verdict: "unknown" });
  });

  test.each(["length", "refusal", "content_filter", "tool_calls", "context_overflow"] as const)(
    "LM-3: whatever it says, a reply that ended by %s is unknown",
    (end) => expect(judged('{"sufficient":true}', end)).toEqual({ verdict: "unknown" }),
  );

  test("gives up on a reply of braces, whatever its length", () => {
    expect(judged("{".repeat(50_000))).toEqual({ verdict: "unknown" });
  });
});

describe("LM-3: the reasoning field", () => {
  test("counts where it is whole JSON, nothing else was said and the reply ended by itself", () => {
    expect(judged("", "stop", '{"sufficient":true}')).toEqual({ verdict: "sufficient" });
  });

  test.each([
    ["", "length", '{"sufficient":true}'],
    ["", "unknown", '{"sufficient":true}'],
    ["", "stop", 'I would say {"sufficient":true}'],
    ["", "stop", '{"sufficient":tr'],
    ["nothing to say", "stop", '{"sufficient":true}'],
  ] as const)("content %j, end %j, reasoning %j is unknown", (text, end, reasoning) => {
    expect(judged(text, end, reasoning)).toEqual({ verdict: "unknown" });
  });
});

describe("readExtracts", () => {
  test("maps numbers to passage ids, in the order of the reply", () => {
    const snippets = [
      { passage: 2, text: "born in Vienna" },
      { passage: "1", text: " directed by Fritz Lang " },
    ];
    expect(extracted({ snippets })).toEqual([
      { passageId: "lang", text: "born in Vienna" },
      { passageId: "metropolis", text: "directed by Fritz Lang" },
    ]);
  });

  test("drops rows of no passage and rows that are none, and keeps the others", () => {
    const snippets = [
      { passage: 0, text: "x" },
      { passage: 3, text: "x" },
      { passage: 1.5, text: "x" },
      { passage: 1, text: "" },
      "x",
      null,
      { passage: 1 },
      { passage: 1, text: "kept" },
    ];
    expect(extracted({ snippets })).toEqual([{ passageId: "metropolis", text: "kept" }]);
  });

  test.each([{}, { snippets: "x" }, [], { snippets: [] }])("%j holds none", (value) => {
    expect(extracted(value)).toEqual([]);
  });

  test("gives back the page's own characters", () => {
    expect(extracted({ snippets: [{ passage: 1, text: "&lt;b>bold" }] })).toEqual([
      { passageId: "metropolis", text: "<b>bold" },
    ]);
  });
});
