import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { embeddedGenerator } from "../../../src/generator/offline/embedded-generator.js";
import { countTokens } from "../../../src/generator/token-count.js";
import type { Passage } from "../../../src/state/evidence.js";
import { passages } from "./reading.js";

const generator = embeddedGenerator();
const language = "english" as const;

const FILMS = passages(
  ["Harbour Lights (film)", "Harbour Lights is a 1951 British film directed by Ada Quill."],
  ["Ada Quill", "Ada Quill (3 May 1902 – 9 June 1970) was a British film director."],
  ["Copper Road", "Copper Road is a 1949 American western directed by Bo Tarrant."],
  ["Bo Tarrant", "Bo Tarrant (12 March 1911 – 1 July 1985) was an American film director."],
);

async function answerTo(question: string, evidence: readonly Passage[]): Promise<string> {
  const { value } = await generator.answer({ question, evidence, language });
  return value.answer.replace(/ (?:\[\d+\])+$/u, "");
}

describe("answers", () => {
  it.each([
    ["Who was born first, Ada Quill or Bo Tarrant?", "Ada Quill"],
    ["Who was born later, Ada Quill or Bo Tarrant?", "Bo Tarrant"],
    ["Which film was released earlier, Harbour Lights or Copper Road?", "Copper Road"],
    ["Which film has the director who died later, Harbour Lights or Copper Road?", "Copper Road"],
    ["Which film has the director born first, Copper Road or Harbour Lights?", "Harbour Lights"],
  ])("HP-6: %s", async (question, answer) => {
    expect(await answerTo(question, FILMS)).toBe(answer);
  });

  it.each([
    ["Are Ada Quill and Bo Tarrant of the same nationality?", "no"],
    [
      "Do both films Harbour Lights and Copper Road have the directors from the same country?",
      "no",
    ],
  ])("HP-6: %s is answered by a bare word", async (question, answer) => {
    expect(await answerTo(question, FILMS)).toBe(answer);
  });

  it("says yes where both are from one country", async () => {
    const evidence = passages(
      ["Ada Quill", "Ada Quill (born 1902) was a British film director."],
      ["Cy Marsh", "Cy Marsh (born 1910) was an English film director and actor."],
    );
    expect(await answerTo("Are Ada Quill and Cy Marsh from the same country?", evidence)).toBe(
      "yes",
    );
  });

  it("cites the passage that leads as well as the one that answers, numbered as given", async () => {
    const { value } = await generator.answer({
      question: "When was the director of the film Harbour Lights born?",
      evidence: FILMS,
      language,
    });
    expect(value.answer).toBe("3 May 1902 [1][2]");
    expect(value.citedIds).toEqual(["p1", "p2"]);
  });

  it("calls an answer a guess where the evidence is about something else", async () => {
    const { value } = await generator.answer({
      question: "Where was the wife of the founder of the Thaw Fair buried?",
      evidence: passages(["Dovrash", "Dovrash is a town with 15,800 inhabitants."]),
      language,
    });
    expect(value.answerable).toBe(false);
    expect(value.missing).toMatch(/^No passage tells .+\.$/u);
  });

  it("gives some text for any evidence with words, and the same text again", async () => {
    const word = fc.constantFrom(
      "Ada",
      "Quill",
      "born",
      "in",
      "1902",
      "the",
      "ore",
      "东京",
      "(",
      ".",
    );
    const text = fc
      .array(word, { minLength: 1, maxLength: 25 })
      .map((words) => `It ${words.join(" ")}`);
    await fc.assert(
      fc.asyncProperty(text, text, async (question, pageContent) => {
        const evidence = [{ id: "a", pageContent, metadata: {} }];
        const once = await generator.answer({ question, evidence, language });
        const fresh = [{ id: "a", pageContent, metadata: {} }];
        const again = await embeddedGenerator().answer({ question, evidence: fresh, language });
        expect(once.value.answer).not.toBe("");
        expect(again).toEqual(once);
        expect(once.value.citedIds.every((id) => id === "a")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("finds names in other languages", async () => {
    const { value } = await generator.answer({
      question: "¿Quién diseñó el Puente del Alcatraz?",
      evidence: passages([
        "Puente del Alcatraz",
        "El Puente del Alcatraz fue diseñado por Ilva Marr.",
      ]),
      language: "spanish",
    });
    expect(value.answer).toContain("Ilva Marr");
  });
});

describe("the judge", () => {
  const question = "When was the director of the film Harbour Lights born?";

  it("is content with the whole chain and not with its first half", async () => {
    const whole = await generator.judge({ question, evidence: FILMS.slice(0, 2), language });
    const half = await generator.judge({ question, evidence: FILMS.slice(0, 1), language });
    expect(whole.value.verdict).toBe("sufficient");
    expect(half.value.verdict).toBe("insufficient");
  });

  it("names for people what is asked and the way that was not gone", async () => {
    const { value } = await generator.judge({ question, evidence: FILMS.slice(0, 1), language });
    expect(value.gap?.text).toContain("the date of birth");
    expect(value.gap?.text).toContain("“Ada Quill”");
    expect(value.gap?.slots).toContain("Ada Quill");
    // The loop writes the query from the residual.
    expect(value.gap?.query).toBe("");
  });
});

describe("written queries", () => {
  it("differ from every query that was searched", async () => {
    const question = "When was the director of the film Harbour Lights born?";
    const queries = [question, "born director Ada Quill"];
    const input = { question, evidence: FILMS.slice(0, 3), language, queries };
    for (const task of ["gapQuery", "rewrite"] as const) {
      const { value } = await generator[task](input);
      expect(value).not.toBe("");
      expect(queries).not.toContain(value);
    }
  });
});

describe("compression", () => {
  it("keeps sentences of the passages, within both limits, and the answer's own", async () => {
    const evidence = [
      ...FILMS,
      ...passages(["Weather", "It rained. It snowed. The wind blew from the north all day long."]),
    ];
    const input = { question: "When was the director of Harbour Lights born?", evidence, language };
    const limits = { style: "snippets" as const, maxSnippets: 2, maxTokens: 60 };
    const { value } = await generator.compress({ ...input, ...limits });
    expect(value.length).toBeLessThanOrEqual(2);
    expect(value.map(({ text }) => text).join(" ")).toContain("3 May 1902");
    for (const { passageId, text } of value) {
      const source = evidence.find(({ id }) => id === passageId);
      expect(source?.pageContent).toContain(text);
    }
  });
});

describe("usage", () => {
  it("counts the reply by the tokens of its text, as an estimate of one call", async () => {
    const { value, usage } = await generator.answer({
      question: "Who directed Harbour Lights?",
      evidence: FILMS,
      language,
    });
    expect(usage).toMatchObject({ modelCalls: 1, estimated: true });
    expect(usage.outputTokens).toBe(await countTokens(value.answer));
    expect(usage.inputTokens).toBeGreaterThan(await countTokens(FILMS[0]?.pageContent ?? ""));
  });
});
