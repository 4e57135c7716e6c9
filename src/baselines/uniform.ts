import { createHash } from "node:crypto";
import type { Policy } from "../policy/policy.js";

/**
 * A seeded uniform choice among the valid operations until the retrieval cap: "w/o learned
 * controller" of the paper's ablations. It stops by itself only when nothing else is possible.
 *
 * The draw is a hash of seed, question and step, so a resumed run draws the same.
 *
 * Source: DynaKRAG paper, ablation study.
 */
export function uniformPolicy(): Policy {
  return {
    name: "uniform",
    rank: ({ state, valid, settings }) => {
      const drawn = valid.filter((name) => name !== "stop_answer");
      const key = `${settings.seed}\n${state.question}\n${state.history.length}`;
      const hash = createHash("sha256").update(key).digest().readUInt32BE(0);
      const operation = drawn[hash % Math.max(1, drawn.length)] ?? "stop_answer";
      return { operation, reason: `Drawn from ${drawn.length} possible operations.` };
    },
  };
}
