import { MemorySaver } from "@langchain/langgraph";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint, CheckpointMetadata, PendingWrite } from "@langchain/langgraph-checkpoint";
import { describe, expect, test } from "vitest";
import { createDynaKrag } from "../../src/graph/create-dynakrag.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { inMemoryRetriever, rankedHits } from "../../src/testing/scripted-retriever.js";
import { passage } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, NEVER_STOPS, thread, world } from "./graph-world.js";

const PAGE_BYTES = 20_000;

/** The same seven bytes again and again. */
const monotonous = (page: number): string => `page ${page} `.repeat(PAGE_BYTES / 7);

/** Prose in which every sentence names somebody new. */
function fullOfNames(page: number): string {
  const letters = (n: number): string =>
    n.toString(26).replaceAll(/\d/gu, (d) => "qrstuvwxyz"[+d] ?? "");
  const name = (n: number): string => `N${letters(n)} F${letters(7 * n)}`;
  const sentences = Array.from(
    { length: PAGE_BYTES / 50 },
    (_, n) => `The council of the old town then chose ${name(1000 * page + n)} for it.`,
  );
  return sentences.join(" ");
}

/** A run of eight steps whose every acquisition brings new pages of 20 KB, ten in all. */
function bigPages(textOf = monotonous) {
  const pages = Array.from({ length: 10 }, (_, n) =>
    passage(`big${n}`, `Page ${n}`, textOf(n).slice(0, PAGE_BYTES)),
  );
  let from = 0;
  const retriever = inMemoryRetriever([], {
    respond: ({ k }) => rankedHits([...pages.slice(from), ...pages.slice(0, from)]).slice(0, k),
  });
  const search = retriever.search.bind(retriever);
  const moving: typeof retriever = {
    ...retriever,
    search: async (query, options) => {
      const hits = await search(query, options);
      from = Math.min(10, from + 3);
      return hits;
    },
  };
  const settings = { maxSteps: 8, maxRetrievals: 8, compression: "never" as const };
  return { parts: { retriever: moving, policy: NEVER_STOPS, settings }, unique: 10 * PAGE_BYTES };
}

/** Everything that a saver keeps, as one text. */
function contentOf({ storage, writes }: MemorySaver): string {
  const texts: string[] = [];
  const add = (value: unknown): void => {
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString());
    else if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(add);
  };
  add(storage);
  add(writes);
  return texts.join("");
}

describe("CK-4: checkpoints grow with the evidence, not with the steps", () => {
  // The field case allows 3.
  const MOST = 2;

  test("MemorySaver", async () => {
    const saver = new MemorySaver();
    const { parts, unique } = bigPages();
    const output = await world(parts, saver).graph.invoke(INPUT, thread("1"));
    expect(output.evidence).toHaveLength(10);
    expect(output.usage.steps).toBe(8);
    const content = contentOf(saver);
    expect(Buffer.byteLength(content) / unique).toBeLessThan(MOST);
    // The page text itself, seven bytes a piece, is stored once.
    const stored = 7 * (content.match(/page \d /gu) ?? []).length;
    expect(stored / unique).toBeGreaterThan(0.99);
    expect(stored / unique).toBeLessThan(1.2);
  });

  test("the names in the pages are stored once too", async () => {
    const saver = new MemorySaver();
    const { parts, unique } = bigPages(fullOfNames);
    const { graph } = world(parts, saver);
    await graph.invoke(INPUT, thread("1"));
    const { bridgeEntities } = (await graph.getState(thread("1"))).values as EvidenceState;
    expect(bridgeEntities.length).toBeGreaterThan(500);
    expect(Buffer.byteLength(contentOf(saver)) / unique).toBeLessThan(3);
  });

  test("SqliteSaver", async ({ skip }) => {
    const saver = await sqliteSaver();
    if (!saver) return skip("@langchain/langgraph-checkpoint-sqlite is not installed");
    const { parts, unique } = bigPages();
    const { graph } = world(parts, saver);
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output.evidence).toHaveLength(10);
    const pages = saver.db.pragma("page_count", { simple: true }) as number;
    const size = saver.db.pragma("page_size", { simple: true }) as number;
    expect((pages * size) / unique).toBeLessThan(3);
    const { values } = await graph.getState(thread("1"));
    expect((values as EvidenceState).evidence).toEqual(output.evidence);
    saver.db.close();
  });
});

/** What the test reads of a SqliteSaver. */
type SqliteSaver = MemorySaver & {
  db: { pragma(name: string, options: { simple: boolean }): unknown; close(): void };
};

/** Compiled where it is installed, so no dependency: `.ci/run` adds it. */
async function sqliteSaver(): Promise<SqliteSaver | undefined> {
  const name = "@langchain/langgraph-checkpoint-sqlite";
  try {
    const { SqliteSaver } = (await import(name)) as {
      SqliteSaver: { fromConnString(path: string): SqliteSaver };
    };
    return SqliteSaver.fromConnString(":memory:");
  } catch {
    return undefined;
  }
}

/** As PostgreSQL: no NUL in any text or JSON. */
class RefusesNul extends MemorySaver {
  override put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata) {
    refuseNul(checkpoint);
    return super.put(config, checkpoint, metadata);
  }
  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    refuseNul(writes);
    return super.putWrites(config, writes, taskId);
  }
}

function refuseNul(value: unknown): void {
  if (JSON.stringify(value).includes("\\u0000")) {
    throw new Error("unsupported Unicode escape sequence");
  }
}

describe("documents of any store", () => {
  const metadata = {
    title: "Ada\0 Orrin",
    date: new Date(0),
    score: Number.NaN,
    max: Infinity,
    flag: false,
    n: 0,
    s: "",
    u: undefined,
    ["a\0b"]: 1,
  };
  const store = {
    similaritySearch: async () => [
      { pageContent: "Ada Orrin built\0 the Iron Bridge over the river Velm.", metadata },
    ],
  };

  async function run(saver?: MemorySaver) {
    const generator = neverContent();
    const graph = createDynaKrag({ retriever: store, generator }).compile(
      saver ? { checkpointer: saver } : {},
    );
    const output = await graph.invoke(INPUT, thread("1"));
    return { output, generator, graph };
  }

  test("CK-5: a NUL byte never reaches the saver, nor the model", async () => {
    const { output, generator, graph } = await run(new RefusesNul());
    expect(output.evidence[0]?.pageContent).toBe(
      "Ada Orrin built the Iron Bridge over the river Velm.",
    );
    expect(JSON.stringify(generator.calls)).not.toContain("\\u0000");
    await expect(graph.invoke({ question: "a", filter: { t: "\0" } }, thread("2"))).rejects.toThrow(
      "INVALID_INPUT",
    );
  });

  test("CK-5: nor does one that a model writes", async () => {
    const generator = neverContent({
      judge: () => ({
        verdict: "insufficient",
        gap: { text: "The\0 river", query: "\ud800river Velm", slots: ["\0Velm"] },
      }),
      rewrite: () => "Iron\0 Bridge",
      gapQuery: () => "Grey\0 Hills",
      answer: () => ({ answer: "Velm\0", answerable: false, missing: "a\0b", citedIds: [] }),
    });
    const parts = { generator, policy: NEVER_STOPS, settings: { maxRetrievals: 10 } };
    const { graph, retriever } = world(parts, new RefusesNul());
    const output = await graph.invoke(INPUT, thread("1"));
    expect(output).toMatchObject({ answer: "Velm", missing: "ab" });
    const searched = retriever.searches.map(({ query }) => query);
    expect(searched).toEqual(expect.arrayContaining(["river Velm", "Iron Bridge", "Grey Hills"]));
    const { values } = await graph.getState(thread("1"));
    expect(JSON.stringify(values)).not.toMatch(/\\u0000|\\ud800/u);
  });

  test("CK-2: metadata is the same with and without a saver", async () => {
    const saved = await run(new MemorySaver());
    const { output } = await run();
    expect(saved.output).toEqual(output);
    expect(output.evidence[0]?.metadata).toEqual({
      title: "Ada Orrin",
      date: "1970-01-01T00:00:00.000Z",
      score: null,
      max: null,
      flag: false,
      n: 0,
      s: "",
      ab: 1,
    });
    const { values } = await saved.graph.getState(thread("1"));
    expect(JSON.parse(JSON.stringify(values))).toEqual(values);
  });
});
