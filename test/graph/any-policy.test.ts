import fc from "fast-check";
import { expect, test } from "vitest";
import type { Policy } from "../../src/policy/policy.js";
import type { ActionName } from "../../src/state/evidence.js";
import type { EvidenceState } from "../../src/state/evidence-state.js";
import { contentHash } from "../../src/retrieval/passage-identity.js";
import { inMemoryRetriever } from "../../src/testing/scripted-retriever.js";
import { BRIDGE_WORLD, fillers } from "../fixtures/bridge-world.js";
import { INPUT, neverContent, thread, world } from "./graph-world.js";

const wish = fc.record({
  operation: fc.constantFrom(
    "retrieve_more",
    "gap_query",
    "rewrite_query",
    "bridge_entity_expand",
    "sufficiency_check",
    "compress_answer_evidence",
    "no_such_operation",
  ),
  variant: fc.option(fc.constantFrom("model", "residual", "recorded", "odd"), { nil: undefined }),
  passages: fc.option(fc.constantFrom(-3, 0, 1, 2.5, 99, Number.NaN), { nil: undefined }),
  query: fc.option(fc.constantFrom("", " ", "?!", "river", "RIVER", "Velm slate"), {
    nil: undefined,
  }),
  named: fc.constantFrom("none", "all", "first", "unknown"),
});

type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;
const NO_WISH: Wish = {
  operation: "retrieve_more",
  variant: undefined,
  passages: undefined,
  query: undefined,
  named: "none",
};

/** Does as it likes: it may want what is not possible, with whatever arguments. */
function wilful(wishes: readonly Wish[]): Policy {
  return {
    name: "wilful",
    wantsPreview: true,
    rank: ({ state: { history }, valid, preview }) => {
      const { operation, variant, passages, query, named } =
        wishes[history.length % wishes.length] ?? NO_WISH;
      // Mostly something possible, or most runs would end at once.
      const possible = valid[(history.length + wishes.length) % valid.length];
      const wanted = (history.length % 3 === 2 ? operation : possible) as ActionName;
      return {
        operation: wanted,
        ...(variant === undefined ? {} : { variant }),
        args: {
          ...(passages === undefined ? {} : { passages }),
          ...(query === undefined ? {} : { query }),
          passageIds: {
            none: [],
            all: preview.flatMap(({ hits }) => hits.map(({ id }) => id)),
            first: preview.flatMap(({ hits }) => hits.slice(0, 1).map(({ id }) => id)),
            unknown: ["__proto__", "no such passage"],
          }[named],
        },
        reason: "as I like",
      };
    },
  };
}

test("whatever a policy wants, the run ends in its bounds with an answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 10 }),
      async (wishes, maxRetrievals) => {
        const retriever = inMemoryRetriever([...BRIDGE_WORLD, ...fillers(20)]);
        const generator = neverContent({ rewrite: () => "river", gapQuery: () => "" });
        const policy = wilful(wishes);
        const { graph } = world({ retriever, generator, policy, settings: { maxRetrievals } });
        const output = await graph.invoke(INPUT, thread("1"));
        const { values } = await graph.getState(thread("1"));
        const { history, queries } = values as EvidenceState;

        expect(history.length).toBeLessThanOrEqual(10);
        expect(output.usage.retrievals).toBeLessThanOrEqual(maxRetrievals);
        expect(history.map(({ step }) => step)).toEqual(history.map((_record, n) => n + 1));
        expect(output.evidence.length).toBeLessThanOrEqual(12);
        for (const { added } of history) expect(added.length).toBeLessThanOrEqual(3);

        const said = output.evidence.map(({ metadata, pageContent }) =>
          contentHash(String(metadata["title"]), pageContent),
        );
        expect(new Set(said).size).toBe(said.length);
        const folded = queries.map((query) => query.toLowerCase().replace(/\W+/gu, " ").trim());
        expect(new Set(folded).size).toBe(folded.length);
        expect(JSON.parse(JSON.stringify(values))).toEqual(values);
        if (output.evidence.length > 0) expect(output.answer).toMatch(/^from /);
        else expect(output.stopReason).toBe("no_evidence");
      },
    ),
    { numRuns: 40, seed: 20260707 },
  );
});
