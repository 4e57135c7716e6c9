import { describe, expect, it } from "vitest";
import * as files from "./official-files.js";
import { failure, idOf, writtenFiles } from "./written-files.js";

const { write, readArray, readLines } = writtenFiles();

const OUNE = idOf("Lake Oune", "Lake Oune is deep. It is also cold.");
const OUNE_2 = idOf("Lake Oune", "Lake Oune has a second article.");
const ILVA = idOf("Ilva Maren", "Ilva Maren was an engineer. She designed the Gannet Bridge.");
const BRIDGE = idOf("Gannet Bridge", "The Gannet Bridge is a bridge. Ondrevik built it.");

describe("HotpotQA", () => {
  it("is read from the distractor files", async () => {
    const file = await readArray([files.HOTPOT_ENTRY]);
    expect(file.format).toBe("hotpotqa");
    expect(file.absentSupport).toBe(0);
    expect(file.questions).toEqual([
      {
        id: "5a8b57f25542995d1e6f1371",
        dataset: "hotpotqa",
        question: "Who built the bridge that Ilva Maren designed?",
        answer: "Ondrevik & Sons",
        answer_aliases: [],
        type: "bridge",
        hops: 2,
        supporting: [BRIDGE, ILVA],
        context: [OUNE, ILVA, BRIDGE, OUNE_2],
        answerable: true,
      },
    ]);
    expect(file.passages[0]).toEqual({
      id: OUNE,
      pageContent: "Lake Oune is deep. It is also cold.",
      metadata: { title: "Lake Oune" },
    });
    expect(file.passages.map(({ id }) => id)).toEqual([OUNE, ILVA, BRIDGE, OUNE_2]);
  });

  it("keeps a gold passage that a fullwiki file does not hold, as one that is never found", async () => {
    const file = await readArray([files.FULLWIKI_ENTRY]);
    const [question] = file.questions;
    expect(question?.supporting).toHaveLength(2);
    expect(question?.supporting[0]).toBe(ILVA);
    expect(question?.supporting[1]).toMatch(/^absent:[0-9a-f]{12}$/);
    expect(file.absentSupport).toBe(1);
    expect(file.passages.map(({ id }) => id)).not.toContain(question?.supporting[1]);
  });

  it("finds a missing gold passage in the context of another question, also a later one", async () => {
    const town = ["Tavrin (town)", ["Tavrin is a town."]];
    const later = { ...files.HOTPOT_ENTRY, context: [...files.HOTPOT_ENTRY.context, town] };
    const file = await readArray([files.FULLWIKI_ENTRY, later]);
    expect(file.questions[0]?.supporting).toEqual([
      ILVA,
      idOf("Tavrin (town)", "Tavrin is a town."),
    ]);
    expect(file.questions[0]?.context).toEqual([OUNE, ILVA]);
    expect(file.absentSupport).toBe(0);
  });

  it("reads a derived file that has one entry a line and no type", async () => {
    const { type: _type, ...entry } = files.HOTPOT_ENTRY;
    const file = await readLines([entry]);
    expect(file.format).toBe("hotpotqa");
    expect(file.questions[0]?.type).toBe("unknown");
  });

  it("refuses the test files, which have no answers, and says so", async () => {
    const { answer: _answer, supporting_facts: _facts, ...entry } = files.HOTPOT_ENTRY;
    const error = await failure(readArray([files.HOTPOT_ENTRY, entry]));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.message).toContain("Entry 2");
    expect(error.details).toEqual({ entry: 2, fields: "answer,supporting_facts" });
    expect(error.remedy).toContain("test files");
    expect(error.message).not.toContain("Ilva");
  });
});

describe("2WikiMultiHopQA", () => {
  it("is told from HotpotQA and read, titles compared without case as in the official script", async () => {
    const file = await readArray([files.TWO_WIKI_ENTRY]);
    const ids = file.passages.map(({ id }) => id);
    expect(file.format).toBe("2wikimultihopqa");
    expect(file.questions[0]).toMatchObject({
      dataset: "2wikimultihopqa",
      type: "bridge_comparison",
      hops: 4,
      supporting: ids,
      answer: "Hovarra",
      answer_aliases: [],
    });
    expect(file.passages[0]?.pageContent).toBe(
      "Nine Bakers is a film. Its director is Joren Haldask.",
    );
  });

  it("EV-3: joins aliases and demonyms by the id of the answer, each once", async () => {
    const aliases = await write("id_aliases.json", files.TWO_WIKI_ALIASES);
    const compositional = { ...files.TWO_WIKI_ENTRY, _id: "2", type: "compositional" };
    const noEntity = { ...compositional, _id: "3", answer_id: null };
    const { answer_id: _id, ...firstRelease } = { ...compositional, _id: "4" };
    const unknown = { ...compositional, _id: "5", answer_id: "Q1" };
    const file = await readArray([compositional, noEntity, firstRelease, unknown], { aliases });
    expect(file.questions.map(({ answer_aliases }) => answer_aliases)).toEqual([
      ["Hovarra Island", "HV", "Hovarran"],
      [],
      [],
      [],
    ]);
    expect(file.questions[0]?.hops).toBe(2);
  });

  it("names the line of a bad alias file", async () => {
    const aliases = await write("bad_aliases.json", `${files.TWO_WIKI_ALIASES}\n{"Q_id": "Q78"}`);
    const error = await failure(readArray([files.TWO_WIKI_ENTRY], { aliases }));
    expect(error.details).toEqual({ line: 3, fields: "aliases,demonyms" });
  });
});

describe("MuSiQue", () => {
  const vosk = idOf("Vosk", "Vosk was born in Kellomar.");
  const kellomar = idOf("Kellomar", "Kellomar lies on the Lethmar Sea.");
  const harbour = idOf("Kellomar", "Kellomar has a harbour.");
  const sea = idOf("Lethmar Sea", "The Lethmar Sea is salt.");

  it("is read with the gold passages in the order of the hops, near copies as one", async () => {
    const file = await readLines([files.MUSIQUE_LINE]);
    expect(file.format).toBe("musique");
    expect(file.questions).toEqual([
      {
        id: "3hop1__136129_87694_64412",
        dataset: "musique",
        question: "What is the sea at the birthplace of Vosk like?",
        answer: "salt",
        answer_aliases: ["salty"],
        type: "3hop1",
        hops: 3,
        supporting: [vosk, kellomar, sea],
        context: [kellomar, harbour, sea, vosk],
        answerable: true,
      },
    ]);
    expect(file.passages.map(({ id }) => id)).toEqual([kellomar, harbour, sea, vosk]);
  });

  it("has every question twice in Full: the one without an answer has another id", async () => {
    const file = await readLines([files.MUSIQUE_LINE, files.MUSIQUE_UNANSWERABLE]);
    expect(file.questions[1]).toMatchObject({
      id: "3hop1__136129_87694_64412#unanswerable",
      answer: "",
      answer_aliases: [],
      hops: 3,
      supporting: [vosk, kellomar],
      context: [kellomar, harbour, vosk],
      answerable: false,
    });
    expect(file.passages).toHaveLength(4);
  });

  it("names the line and the field of what is bad", async () => {
    const broken = { ...files.MUSIQUE_LINE, id: "2", paragraphs: [{ idx: 0, title: "Vosk" }] };
    const error = await failure(readLines([files.MUSIQUE_LINE, broken]));
    expect(error.message).toContain("Line 2");
    expect(error.message).toContain("paragraphs.0.paragraph_text");
    expect(error.message).not.toContain("Vosk");
  });
});
