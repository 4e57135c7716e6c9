/** The settings among which `dynakrag choose` looks, by method. */
export interface CandidateMethods {
  method: string;
  candidates: string[];
  /** What the candidates are compared by. */
  by: "f1" | "supportRecall";
}

const ACQUISITIONS = ["more", "gap", "bridge", "rewrite"] as const;
const DIGITS = [0, 1] as const;

/** Steps by which the weights of hand-written formulas are moved, one at a time. */
const WEIGHT_STEPS: readonly string[] = [
  "",
  "cover=0.5",
  "cover=2",
  "chain=0",
  "chain=1",
  "link=0",
  "link=0.5",
  "link=2",
  "bridge=0",
  "bridge=0.35",
  "bridge=1.5",
  "title=0",
  "title=1",
  "names=0",
  "names=0.5",
  "names=2",
  "rank=0",
  "rank=0.25",
  "rank=1",
  "link=2,bridge=1.5",
  "chain=1,link=2",
  "cover=2,names=2",
];

/**
 * Every setting that is tried for every method: `fixed-k` for each k, the whole rule family, all
 * orders of four acquisitions that begin with `retrieve_more` (shorter plans are these at a lower
 * cap), and weights of the hand-written formulas.
 */
export function candidateMethods(): CandidateMethods[] {
  return [
    { method: "fixed-k", by: "f1", candidates: numbers(12).map((k) => `fixed-k:k=${k + 1}`) },
    { method: "rule", by: "supportRecall", candidates: ruleFamily() },
    { method: "static-plan", by: "supportRecall", candidates: plans() },
    {
      method: "fuse-preview",
      by: "supportRecall",
      candidates: [0, 5, 20, 60, 200].map((c) => `fuse-preview:c=${c}`),
    },
    { method: "greedy-preview", by: "supportRecall", candidates: weighted("greedy-preview") },
    { method: "hand-passage", by: "supportRecall", candidates: weighted("hand-passage") },
  ];
}

function ruleFamily(): string[] {
  return numbers(4).flatMap((gaps) =>
    DIGITS.flatMap((check) =>
      DIGITS.filter((bridge) => gaps > 0 || bridge === 0).map(
        (bridge) => `rule:gaps=${gaps},check=${check},bridge=${bridge}`,
      ),
    ),
  );
}

function plans(): string[] {
  return ACQUISITIONS.flatMap((second) =>
    ACQUISITIONS.flatMap((third) =>
      ACQUISITIONS.map((fourth) => `static-plan:plan=more-${second}-${third}-${fourth}`),
    ),
  );
}

function weighted(method: string): string[] {
  return WEIGHT_STEPS.map((weights) => (weights === "" ? method : `${method}:${weights}`));
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
