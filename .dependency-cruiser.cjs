/**
 * Who may import whom (ARCHITECTURE.md). A law of folders: what is named in `to` is out of reach
 * for what is named in `from`.
 */
const never = (name, from, to, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two files that need each other are one concept or three.",
      from: {},
      to: { circular: true },
    },
    never(
      "no-gold-at-inference",
      "^src/(language|forest|state|generator|retrieval|actions|validity|policy|baselines|graph)/|^src/router",
      "^src/(datasets|training|evaluation|cli|testing)/",
      "Gold labels never reach what runs at inference.",
    ),
    never(
      "state-is-the-bottom",
      "^src/(state|language)/",
      "^src/(generator|retrieval|actions|validity|policy|baselines|graph)/|^src/router",
      "The state knows nobody.",
    ),
    never(
      "forest-is-a-room-of-its-own",
      "^src/forest/",
      "^src/(?!forest/|errors\\.ts$)",
      "Trees know numbers, not what they stand for.",
    ),
    never(
      "generator-and-retrieval-are-strangers",
      "^src/generator/",
      "^src/(retrieval|actions|validity|policy|baselines|graph)/|^src/router",
      "Either can be replaced without the other.",
    ),
    never(
      "retrieval-below-actions",
      "^src/retrieval/",
      "^src/(generator|actions|validity|policy|baselines|graph)/|^src/router",
      "Either can be replaced without the other.",
    ),
    never(
      "actions-do-not-choose",
      "^src/actions/",
      "^src/(policy|validity|baselines|graph)/|^src/router",
      "An operation does not know who chooses it.",
    ),
    never(
      "deciding-is-pure",
      "^src/(policy|validity|baselines)/|^src/router",
      "^src/(generator|graph)/|^src/retrieval/(lexical|hnsw|index-folder|sealed-folder)/|^(@langchain/langgraph|node_modules/@langchain)",
      "Choosing is a pure function of the state: no model, no index, no graph.",
    ),
    never(
      "baselines-see-the-contract-only",
      "^src/baselines/",
      "^src/(policy/(?!policy\\.ts)|validity|actions)",
      "An opponent is a policy like any other.",
    ),
    never(
      "one-door-to-hnswlib",
      "^src/(?!retrieval/hnsw/)",
      "hnswlib-node",
      "The native add-on is loaded by retrieval/hnsw alone, when it is used.",
    ),
    never(
      "entry-points-see-the-public-api",
      "^graphs/",
      "^src/(?!index\\.ts$)",
      "Studio entries hold no logic.",
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".js"], conditionNames: ["import", "node"] },
  },
};
