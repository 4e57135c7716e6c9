import { expect, test } from "vitest";
import { ACTIONS } from "../../src/actions/index.js";
import { world } from "./graph-world.js";

test("the drawing of the graph", async () => {
  const drawing = (await world().graph.getGraphAsync()).drawMermaid();
  expect(drawing).toMatchSnapshot();
  for (const { name } of ACTIONS) expect(drawing).toContain(`${name}(${name})`);
});

test("the graph ships without a checkpointer", () => {
  expect(world({}, false).graph.checkpointer).toBeUndefined();
});
