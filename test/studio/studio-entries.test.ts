import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { MemorySaver } from "@langchain/langgraph";
import { expect, it } from "vitest";
import { buildLexicalIndex, createDynaKrag } from "../../src/index.js";
import { ownGraphs, ROOT } from "./studio-server.js";

interface CompiledGraph {
  invoke: unknown;
  builder: object;
  checkpointer?: unknown;
}

/** Imports a "file:export" of langgraph.json as the server does: a graph, or what makes one. */
async function load(target: string): Promise<CompiledGraph> {
  const [file = "", symbol = ""] = target.split(":");
  const module: unknown = await import(pathToFileURL(path.join(ROOT, file)).href);
  const entry = (module as Record<string, unknown>)[symbol];
  return (typeof entry === "function" ? await entry() : entry) as CompiledGraph;
}

it("ST-6: every path and export of langgraph.json leads to a compiled graph", async () => {
  const graphs = await ownGraphs();
  expect([...graphs.keys()].sort()).toEqual(["baseline", "dynakrag", "offline"]);
  for (const target of graphs.values()) {
    const graph = await load(target);
    expect(graph.invoke, target).toBeTypeOf("function");
    expect(graph.builder, target).toBeTypeOf("object");
  }
});

it("ST-6: langgraph.json, its entries and the source they import are packed", async () => {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"],
    { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 },
  );
  const [tarball] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const packed = new Set(tarball?.files.map((file) => file.path));
  const entries = [...(await ownGraphs()).values()].map((target) =>
    path.posix.normalize(target.slice(0, target.indexOf(":"))),
  );
  for (const file of ["langgraph.json", "src/index.ts", ...entries]) {
    expect(packed.has(file), file).toBe(true);
  }
  expect([...packed].filter((file) => file.includes(".langgraph_api"))).toEqual([]);
});

it("CK-10: the Studio entries bring no saver, and the factory's graph takes one", async () => {
  for (const target of (await ownGraphs()).values()) {
    const graph = await load(target);
    expect(graph.checkpointer, target).toBeUndefined();
  }
  const retriever = await buildLexicalIndex([
    {
      id: "1",
      pageContent: "The Iron Bridge spans the Orrel.",
      metadata: { title: "Iron Bridge" },
    },
  ]);
  const checkpointer = new MemorySaver();
  const graph = createDynaKrag({ retriever }).compile({ checkpointer });
  const config = { configurable: { thread_id: "ck-10" } };
  await graph.invoke({ question: "Which river does the Iron Bridge span?" }, config);
  const saved = await graph.getState(config);
  expect(saved.values.evidence).toHaveLength(1);
  expect(await checkpointer.getTuple(config)).toBeDefined();
});
