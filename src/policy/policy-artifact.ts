import { z } from "zod";
import { DynaKragError } from "../errors.js";
import { FEATURE_NAMES, STATE_FEATURE_COUNT } from "./features.js";
import type { FlatTree } from "../forest/forest.js";

/** The version of the artefact's schema; raised when its meaning changes. */
export const ARTIFACT_FORMAT = 1;

/** Bounds that keep a crafted file from hanging or exhausting the process that opens it. */
const MOST_TREES = 500;
const MOST_NODES = 8192;

const numbers = z.array(z.number()).min(1).max(MOST_NODES);
const indices = z.array(z.int().min(-1)).min(1).max(MOST_NODES);

const treeSchema = z.strictObject({
  feature: indices,
  threshold: numbers,
  left: indices,
  right: indices,
  value: numbers,
});

const forestSchema = z.strictObject({ trees: z.array(treeSchema).min(1).max(MOST_TREES) });

const text = z.string().max(2000);

/** What a policy file holds: two forests and everything needed to know what they mean. */
export const policyArtifactSchema = z.strictObject({
  format: z.literal(ARTIFACT_FORMAT),
  name: z.string().min(1).max(100),
  /** Names of the features in the order of the vector. */
  features: z.array(z.string().max(100)).max(500),
  /** Estimates the worth of an operation in units of support recall. */
  actionValue: forestSchema,
  /** Estimates what continuing is worth; sees the state features only. */
  continuation: forestSchema.optional(),
  /** `stop_answer` is left out of the ranking while the continuation is worth more than this. */
  tau: z.number().min(0).max(1),
  /** Where it comes from: data with counts and licences, generator, retriever, seed, metrics. */
  card: z.record(z.string().max(100), z.union([text, z.number(), z.array(text).max(100)])),
});

/** A policy artefact as stored. */
export type PolicyArtifact = z.infer<typeof policyArtifactSchema>;

/**
 * Checks a policy artefact before anything of it is used.
 *
 * @param value What `JSON.parse` gave.
 * @throws DynaKragError `INVALID_ARTIFACT` where the schema, the features or a tree is not sound.
 * @example
 * ```ts
 * import { FEATURES, parsePolicyArtifact } from "dynakrag";
 *
 * const leaf = { feature: [-1], threshold: [0], left: [-1], right: [-1], value: [0.5] };
 * const artifact = parsePolicyArtifact({
 *   format: 1,
 *   name: "everything-is-worth-a-half",
 *   features: FEATURES.map(({ name }) => name),
 *   actionValue: { trees: [leaf] },
 *   tau: 0,
 *   card: { data: "none" },
 * });
 * artifact.actionValue.trees.length; // 1
 * ```
 */
export function parsePolicyArtifact(value: unknown): PolicyArtifact {
  const parsed = policyArtifactSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const place = issue?.path.map(String).join(".") ?? "";
    throw invalid(`The policy artefact is not valid at "${place}".`, { place });
  }
  const artifact = parsed.data;
  const unknown = artifact.features.find((name, index) => name !== FEATURE_NAMES[index]);
  if (unknown !== undefined || artifact.features.length !== FEATURE_NAMES.length) {
    throw invalid("The policy artefact was trained on other features than this version computes.", {
      expected: FEATURE_NAMES.length,
      found: artifact.features.length,
    });
  }
  artifact.actionValue.trees.forEach((tree, at) => assertTree(tree, FEATURE_NAMES.length, at));
  artifact.continuation?.trees.forEach((tree, at) => assertTree(tree, STATE_FEATURE_COUNT, at));
  return artifact;
}

/** Children come after their parent, so every walk down a tree ends. */
function assertTree(tree: FlatTree, features: number, at: number): void {
  const nodes = tree.feature.length;
  const lengths = [tree.threshold, tree.left, tree.right, tree.value].map(({ length }) => length);
  if (lengths.some((length) => length !== nodes)) {
    throw invalid("A tree has arrays of different lengths.", { tree: at });
  }
  for (const [node, feature] of tree.feature.entries()) {
    if (feature === -1) continue;
    const children = [tree.left[node] ?? -1, tree.right[node] ?? -1];
    if (feature >= features || children.some((child) => child <= node || child >= nodes)) {
      throw invalid("A tree has a node that leads nowhere.", { tree: at, node });
    }
  }
}

function invalid(message: string, details: Record<string, string | number>): DynaKragError {
  return new DynaKragError({
    code: "INVALID_ARTIFACT",
    message,
    remedy: "Use the policy that ships with this version, or train it again.",
    details,
  });
}
