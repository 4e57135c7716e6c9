import { describe, expect, test } from "vitest";
import {
  compressAnswerEvidence,
  usableSnippets,
} from "../../src/actions/compress-answer-evidence.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { Snippet } from "../../src/state/evidence.js";
import { scriptedGenerator } from "../../src/testing/scripted-generator.js";
import { actionContext } from "../fixtures/action-context.js";
import { ADA, BRIDGE_WORLD, IRON_BRIDGE, QUESTION } from "../fixtures/bridge-world.js";

const state = { ...initialState(QUESTION), evidence: [...BRIDGE_WORLD] };
const snippet = (passageId: string, text: string): Snippet => ({ passageId, text });
const FIRST_HOP = snippet("ada", "She built the Iron Bridge.");
const SECOND_HOP = snippet("iron", "The Iron Bridge spans the Velm.");

async function compressed(reply: Snippet[], style?: "snippets" | "fact-table") {
  const generator = scriptedGenerator({ compress: [reply] });
  const settings = style === undefined ? {} : { compressionStyle: style };
  const { update } = await compressAnswerEvidence.run(
    state,
    actionContext({ generator, settings }),
  );
  return { snippets: update.snippets, call: generator.calls[0] };
}

describe("HP-7: a fact table", () => {
  const rows = [
    snippet("ada", "Ada Orrin | built | Iron  Bridge"),
    snippet("iron", "| the iron bridge | spans | the Velm |"),
  ];

  test("rows stand in for passages that hold what they are about and what they say", async () => {
    expect((await compressed(rows, "fact-table")).snippets).toEqual(rows);
  });

  test("an invented value or subject, and half a row, are thrown away", async () => {
    const invented = [
      snippet("iron", "Iron Bridge | spans | the Thames"),
      snippet("iron", "Tower Bridge | spans | the Velm"),
      snippet("iron", "Iron Bridge | Velm"),
      snippet("iron", "| | Velm"),
      snippet("iron", "Iron Bridge | spans |"),
    ];
    expect((await compressed([...rows, ...invented], "fact-table")).snippets).toEqual(rows);
  });

  test("is no extract where sentences were asked for", async () => {
    expect((await compressed(rows, "snippets")).snippets).toEqual([]);
  });
});

test("snippets: at most 8 of 256 tokens; a fact table: 12 of 384", async () => {
  const bounds = { maxSnippets: 8, maxTokens: 256, style: "snippets" };
  expect((await compressed([])).call).toMatchObject({ task: "compress", input: bounds });
  expect((await compressed([], "fact-table")).call?.input).toMatchObject({
    maxSnippets: 12,
    maxTokens: 384,
  });
});

describe("HP-7: the hop that was found reaches the answer", () => {
  test("extracts of two passages stand in for them", async () => {
    const { snippets } = await compressed([FIRST_HOP, SECOND_HOP]);
    expect(snippets).toEqual([FIRST_HOP, SECOND_HOP]);
  });

  test("(a) nothing: the passages themselves", async () => {
    expect((await compressed([])).snippets).toEqual([]);
    expect((await compressed([snippet("ada", " "), snippet("iron", "")])).snippets).toEqual([]);
  });

  test("(b) an invented sentence is thrown away, and leaves the passages where one is left", async () => {
    const invented = snippet("iron", "The Iron Bridge spans the Thames.");
    expect((await compressed([FIRST_HOP, SECOND_HOP, invented])).snippets).toEqual([
      FIRST_HOP,
      SECOND_HOP,
    ]);
    expect((await compressed([FIRST_HOP, invented])).snippets).toEqual([]);
  });

  test("(c) one page of several: the passages themselves", async () => {
    const again = snippet("ada", "Ada Orrin was an engineer.");
    expect((await compressed([FIRST_HOP, again])).snippets).toEqual([]);
  });

  test("a snippet under another passage's id or an unknown id is no extract", () => {
    const wrong = [snippet("velm", FIRST_HOP.text), snippet("nowhere", SECOND_HOP.text)];
    expect(usableSnippets(state, wrong, "snippets")).toEqual([]);
  });

  test("one passage of evidence needs no second", () => {
    expect(usableSnippets({ evidence: [ADA] }, [FIRST_HOP], "snippets")).toEqual([FIRST_HOP]);
  });

  test("spacing and case do not make an invention of an extract", () => {
    const loose = [snippet("ada", "she  built\nthe iron bridge."), SECOND_HOP];
    expect(usableSnippets({ evidence: [ADA, IRON_BRIDGE] }, loose, "snippets")).toEqual(loose);
  });
});
