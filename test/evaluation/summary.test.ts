import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { Summary } from "../../src/evaluation/summary.js";
import type { Prediction } from "../../src/evaluation/prediction.js";
import { embeddedRun, someQuestions, writeWorld } from "./evaluation-world.js";
import type { WorldFiles } from "./evaluation-world.js";

const share = z.number().min(0).max(1);
const shareOrNull = share.nullable();
const cost = z.number().min(0);
const interval = z.tuple([z.number(), z.number()]).refine(([low, high]) => low <= high);

const means = {
  n: z.int().min(1),
  em: shareOrNull,
  f1: shareOrNull,
  supportRecall: shareOrNull,
  supportPrecision: shareOrNull,
  supportF1: shareOrNull,
  allGold: shareOrNull,
  passages: cost,
  retrievals: cost,
  searches: cost,
  modelCalls: cost,
  steps: cost,
  tokens: cost,
};
const breakdown = z.record(z.string(), z.strictObject(means));

const method = z.strictObject({
  ...means,
  policies: z.array(z.string()).min(1),
  recallAt: z.strictObject({ 1: share, 2: share, 5: share, 10: share }).nullable(),
  seconds: cost,
  failed: z.int().min(0),
  errors: z.record(z.string(), z.int()),
  estimated: z.boolean(),
  abstentions: z.strictObject({
    answered: z.int(),
    rightAbstentions: z.int(),
    wrongAbstentions: z.int(),
    missed: z.int(),
    rightRate: share.optional(),
    wrongRate: share.optional(),
  }),
  operations: z.record(z.string(), cost),
  stopReasons: z.record(z.string(), z.int()),
  byDataset: breakdown,
  byType: breakdown,
  byHops: breakdown,
});

/** What `summary.json` promises. */
const summarySchema = z.strictObject({
  schema: z.literal("dynakrag.summary/1"),
  n: z.int().min(1),
  dataset: z.string().min(1),
  generator: z.string().min(1),
  environment: z.strictObject({ package: z.string(), node: z.string(), platform: z.string() }),
  dataHashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/u)),
  methods: z.record(z.string(), method),
  comparisons: z.array(
    z.strictObject({
      a: z.string(),
      b: z.string(),
      metric: z.enum(["em", "f1", "supportRecall", "allGold", "tokens", "passages"]),
      at: z.enum(["none", "equalPassages", "equalSupport"]),
      n: z.int().min(1),
      groups: z.int().min(1),
      diff: z.number(),
      ci: interval.nullable(),
      ciByQuestion: interval.nullable(),
    }),
  ),
  curves: z.record(
    z.string(),
    z.array(
      z.strictObject({
        name: z.string(),
        passages: cost,
        supportRecall: shareOrNull,
        f1: shareOrNull,
        em: shareOrNull,
        tokens: cost,
        retrievals: cost,
      }),
    ),
  ),
});

describe("the summary of a run over the sample world", () => {
  let world: WorldFiles;
  let summary: Summary;
  let predictions: ReadonlyMap<string, readonly Prediction[]>;

  beforeAll(async () => {
    world = await writeWorld(await someQuestions(5));
    const run = embeddedRun(world, ["rule", "uniform", "oracle"]);
    const dataHashes = { "corpus.jsonl": "0".repeat(64) };
    ({ summary, predictions } = await evaluate({ ...run, curve: true, dataHashes }));
  }, 60_000);

  afterAll(() => world.remove());

  test("has the documented fields and no others, also after it was written", () => {
    expect(summarySchema.parse(JSON.parse(JSON.stringify(summary)))).toBeDefined();
    expect(Object.keys(summary.methods)).toEqual(["rule", "uniform", "oracle"]);
  });

  test("parts add up to the whole", () => {
    for (const { byType, byHops, byDataset, n, tokens } of Object.values(summary.methods)) {
      for (const parts of [byType, byHops, byDataset].map((group) => Object.values(group))) {
        expect(parts.reduce((sum, part) => sum + part.n, 0)).toBe(n);
        const whole = parts.reduce((sum, part) => sum + part.n * part.tokens, 0);
        expect(whole / n).toBeCloseTo(tokens, 6);
      }
    }
  });

  test("means are those of the predictions, questions without the score left out", () => {
    for (const [name, { supportRecall, retrievals, f1 }] of Object.entries(summary.methods)) {
      const rows = predictions.get(name) ?? [];
      const mean = (values: (number | null)[]): number => {
        const known = values.filter((value) => value !== null);
        return known.reduce((sum, value) => sum + value, 0) / known.length;
      };
      expect(supportRecall).toBeCloseTo(mean(rows.map((row) => row.supportRecall)), 12);
      expect(f1).toBeCloseTo(mean(rows.map((row) => row.f1)), 12);
      expect(retrievals).toBeCloseTo(mean(rows.map((row) => row.retrievals)), 12);
    }
  });

  test("every other method is compared with the rule in every measure", () => {
    const own = summary.comparisons.filter(({ at }) => at === "none");
    expect(own.map(({ a, b, metric }) => [a, b, metric])).toEqual(
      ["uniform", "oracle"].flatMap((b) =>
        ["em", "f1", "supportRecall", "allGold", "tokens", "passages"].map((metric) => [
          "rule",
          b,
          metric,
        ]),
      ),
    );
  });
});
