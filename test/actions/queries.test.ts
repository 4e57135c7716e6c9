import { describe, expect, test } from "vitest";
import { bridgeEntitiesIn, questionEntities } from "../../src/actions/bridge-entities.js";
import { bridgeEntityExpand } from "../../src/actions/bridge-entity-expand.js";
import {
  bridgeCandidates,
  isNewQuery,
  residualGapQuery,
  residualRewrite,
  residualWords,
} from "../../src/actions/queries.js";
import { initialState } from "../../src/state/evidence-state.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import type { BridgeEntity, Passage } from "../../src/state/evidence.js";
import { titleGazetteer } from "../../src/retrieval/entities.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { actionContext, step } from "../fixtures/action-context.js";
import {
  ADA,
  BRIDGE_WORLD,
  IRON_BRIDGE,
  passage,
  QUESTION,
  VELM,
} from "../fixtures/bridge-world.js";
import { record } from "../fixtures/states.js";

const TITLES = BRIDGE_WORLD.map(({ metadata }) => String(metadata["title"]));

/** A state whose evidence and names are as an acquisition of these passages leaves them. */
function stateOf(
  evidence: readonly Passage[],
  titles = TITLES,
  question = QUESTION,
): EvidenceState {
  const linker = titleGazetteer(titles, "english");
  return {
    ...initialState(question),
    evidence: [...evidence],
    evidenceVersion: evidence.length,
    queries: [question],
    bridgeEntities: [
      ...questionEntities(question, linker, "english"),
      ...evidence.flatMap((each) => bridgeEntitiesIn(each, question, linker, "english")),
    ],
    history: evidence.map(({ id }, index) =>
      record({ step: index + 1, added: [{ id, rank: 1, scoreRatio: 1 }] }),
    ),
  };
}

describe("residual", () => {
  test("is the whole question, without its stop words, while there is no evidence", () => {
    const words = residualWords(initialState(QUESTION), "english");
    expect(words).toEqual(["river", "bridge", "Ada", "Orrin", "built", "span"]);
  });

  test("leaves out what some passage covers, counted over all passages", () => {
    expect(residualWords(stateOf([ADA]), "english")).toEqual(["river", "span"]);
    expect(residualWords(stateOf([ADA, VELM]), "english")).toEqual(["span"]);
    expect(residualWords(stateOf([VELM, ADA]), "english")).toEqual(["span"]);
  });

  test("is the question again where every word is covered", () => {
    const words = residualWords(stateOf([ADA, VELM, IRON_BRIDGE]), "english");
    expect(words).toEqual(["river", "bridge", "Ada", "Orrin", "built", "span"]);
  });
});

describe("gap query without a judge's query", () => {
  test("is the residual and the bridge candidates", () => {
    // Ada's page is found, so her name leads nowhere; the bridge she built does.
    expect(residualGapQuery(stateOf([ADA]), "english")).toBe("river span Iron Bridge");
  });

  test("takes three candidates at most", () => {
    const names = ["Borle Abbey", "Calder Hall", "Dunmore Gate", "Ellis Wharf"];
    const met = passage("met", "Ada Orrin", `Ada Orrin saw ${names.join(", then ")}.`);
    const query = residualGapQuery(stateOf([met], ["Ada Orrin", ...names]), "english");
    const found = names.filter((name) => query.includes(name));
    expect(found).toEqual(["Borle Abbey", "Calder Hall", "Dunmore Gate"]);
  });
});

describe("residual rewrite", () => {
  test("takes the new names of the newest passages only", () => {
    const state = stateOf([ADA, IRON_BRIDGE]);
    expect(residualRewrite(stateOf([ADA]), "english")).toBe("river span Iron Bridge");
    const query = residualRewrite(state, "english");
    expect(query).toContain("Velm");
    expect(query).not.toContain("Iron Bridge");
  });
});

describe("bridge candidates", () => {
  const names = (state: EvidenceState): string[] =>
    bridgeCandidates(state, "english").map(({ name }) => name);

  test("a found title and the asked name itself lead nowhere", () => {
    expect(names(stateOf([ADA]))).toEqual(["Iron Bridge"]);
    expect(names(stateOf([ADA, IRON_BRIDGE]))).toEqual(["Velm"]);
  });

  test("HP-6: a side of a comparison that was not found yet comes first", () => {
    const question = "Who was born first, Ada Orrin or Brun Tavel?";
    const state = stateOf([ADA], [...TITLES, "Brun Tavel"], question);
    expect(names(state)[0]).toBe("Brun Tavel");
  });

  test("of a page with hundreds of names a hundred stay, the linked one among them", () => {
    const letters = "abcdefghijklmnopqrst";
    const strangers = [...letters].flatMap((a) => [...letters].map((b) => `Q${a}${b} Z${b}${a}`));
    const text = `${strangers.join(" met. ")} met. They saw the Iron Bridge.`;
    const page = passage("long", "A chronicle", text);
    const found = bridgeEntitiesIn(page, QUESTION, titleGazetteer(TITLES, "english"), "english");
    expect(found).toHaveLength(100);
    expect(found.map(({ name }) => name)).toContain("Iron Bridge");
  });

  test("an entity is expanded once", async () => {
    let state = stateOf([ADA]);
    const retriever = inMemoryRetriever([ADA]);
    state = await step(bridgeEntityExpand, state, { retriever });
    expect(state.history.at(-1)).toMatchObject({ entity: "Iron Bridge", outcome: "nothing_new" });
    expect(bridgeEntityExpand.isPossible(state, actionContext())).toBe(false);
  });

  test("HP-4: four forms of one name are one expansion", async () => {
    const forms = ["Mr. Holmes", "Sherlock Holmes", "Holmes", "SHERLOCK HOLMES"];
    expect(await expansions(stateOf([pageNaming("p", forms)], []), [])).toHaveLength(1);
  });

  test.each([
    [["Holmes"], "Sherlock Holmes"],
    [["Sherlock Holmes"], "Mr. Holmes"],
    [["Mr. Holmes"], "SHERLOCK HOLMES"],
  ])("HP-4: %s was expanded, so %s that turns up later is not", async (early, late) => {
    const state = stateOf([pageNaming("early", early)], []);
    expect(await expansions(state, [pageNaming("late", [late])])).toHaveLength(1);
  });

  test("SE-2: names such as __proto__ and constructor are names like others", () => {
    const entity = (name: string): BridgeEntity => ({
      name,
      passageId: "ada",
      linked: true,
      sentence: 0,
      overlap: 0,
      fit: 1,
    });
    const strange = ["__proto__", "constructor", "toString"].map(entity);
    expect(names({ ...stateOf([ADA]), bridgeEntities: strange })).toHaveLength(3);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

function pageNaming(id: string, forms: readonly string[]): Passage {
  return passage(id, `page ${id}`, forms.map((form) => `They wrote to ${form} in May.`).join(" "));
}

/** Expands as long as it is possible; the later passages arrive after the first expansion. */
async function expansions(start: EvidenceState, later: readonly Passage[]): Promise<string[]> {
  const found: string[] = [];
  let state = start;
  for (let round = 0; round < 8; round++) {
    if (!bridgeEntityExpand.isPossible(state, actionContext())) return found;
    const retriever = inMemoryRetriever([]);
    state = await step(bridgeEntityExpand, state, { retriever });
    const entity = state.history.at(-1)?.entity ?? "";
    if (/holmes/iu.test(entity)) found.push(entity);
    if (round > 0) continue;
    const added = stateOf(later, []);
    const { bridgeEntities } = added;
    state = {
      ...state,
      evidence: [...state.evidence, ...later],
      bridgeEntities: [...state.bridgeEntities, ...bridgeEntities],
      evidenceVersion: state.evidenceVersion + later.length,
    };
  }
  throw new Error("The expansions do not end.");
}

test("HP-5: a name with commas, ampersands or quotes reaches the retriever unchanged", async () => {
  for (const name of ["Crosby, Stills & Nash", "Brian O'Brien", "東京 (曖昧さ回避)"]) {
    const state = {
      ...stateOf([ADA]),
      bridgeEntities: [{ name, passageId: "ada", linked: true, sentence: 0, overlap: 1, fit: 1 }],
    };
    const retriever = inMemoryRetriever([]);
    const after = await step(bridgeEntityExpand, state, { retriever });
    expect(retriever.searches[0]?.query.startsWith(`${name} `)).toBe(true);
    expect(after.history.at(-1)?.entity).toBe(name);
  }
});

test("a query is new unless it was searched, whatever its case, accents and punctuation", () => {
  const state = { ...initialState(QUESTION), queries: ["Élan vital, 1907"] };
  expect(isNewQuery(state, "elan VITAL — 1907?", "english")).toBe(false);
  expect(isNewQuery(state, "elan vital 1908", "english")).toBe(true);
  expect(isNewQuery(state, " …?! ", "english")).toBe(false);
});
