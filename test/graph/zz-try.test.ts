import { test } from "vitest";
import { endless, INPUT, NEVER_STOPS, thread, world } from "./graph-world.js";
test("min", async () => {
  for (const compression of ["always", "never"] as const)
  for (const maxSteps of [1, 2]) {
    for (let limit = 4; limit < 14; limit++) {
      const { graph } = world({ retriever: endless(), policy: NEVER_STOPS, settings: { maxSteps, compression } });
      try {
        const nodes: string[] = [];
        for await (const u of await graph.stream(INPUT, { ...thread("1"), recursionLimit: limit, streamMode: "updates" })) nodes.push(...Object.keys(u));
        console.log(compression, maxSteps, "limit", limit, nodes.length, nodes.join(" "));
        break;
      } catch (e) { }
    }
  }
});
