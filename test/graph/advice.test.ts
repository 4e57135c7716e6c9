import { MemorySaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD, fillers } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, preferring, thread, world } from "./graph-world.js";

const retriever = () => inMemoryRetriever([...BRIDGE_WORLD, ...fillers(20)]);
const OTHER = { question: "Which market sells wool?" };

/** Answers "Orrel", then "Velm" for ever. */
function wavering() {
  let calls = 0;
  return neverContent({
    answer: () => ({ answer: calls++ === 0 ? "Orrel" : "Velm", answerable: true, citedIds: [] }),
  });
}

test("advice outlives a crash: a run that is resumed ends as one that was not disturbed", async () => {
  const saver = new MemorySaver();
  const parts = { policy: "stable-answer" };
  const smooth = await world({ ...parts, retriever: retriever(), generator: wavering() });
  const expected = await smooth.graph.invoke(INPUT, thread("1"));
  const operations = expected.decisions.map(({ operation }) => operation);
  expect(operations.filter((name) => name === "sufficiency_check")).toHaveLength(3);

  const generator = wavering();
  const paused = world({ ...parts, retriever: retriever(), generator }, saver);
  const config = { ...thread("1"), interruptBefore: ["retrieve_more" as const] };
  await paused.graph.invoke(INPUT, config);
  await paused.graph.invoke(null, config);
  const { advice } = (await paused.graph.getState(thread("1"))).values as EvidenceState;
  expect(advice.draft).toMatchObject({ text: "Orrel", folded: "orrel", evidenceVersion: 1 });
  // Another process: the state comes from the checkpoint alone.
  const resumed = world({ ...parts, retriever: retriever(), generator }, saver);
  const output = await resumed.graph.invoke(null, thread("1"));
  expect(output.decisions).toEqual(expected.decisions);
  expect(output.answer).toBe(expected.answer);
});

test("a new question begins without advice", async () => {
  const parts = { retriever: retriever(), generator: wavering() };
  const saver = new MemorySaver();
  await world({ ...parts, policy: "stable-answer" }, saver).graph.invoke(INPUT, thread("1"));
  const { graph } = world({ ...parts, policy: preferring("retrieve_more") }, saver);
  const before = (await graph.getState(thread("1"))).values as EvidenceState;
  expect(before.advice.draft?.text).toBe("Velm");
  await graph.invoke(OTHER, thread("1"));
  const after = (await graph.getState(thread("1"))).values as EvidenceState;
  expect(after.advice).toEqual({});
});
