import type { Generator } from "../generator/generator.js";
import type { Policy } from "../policy/policy.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import type { SettingsInput } from "../state/settings.js";
import type { SearchCache } from "./search-cache.js";

/**
 * What enters the nodes by closure: models, index, policy. Nothing here holds the state of a
 * question, so that one compiled graph serves any number at once.
 */
export interface Engine {
  generator: Generator;
  retriever: EvidenceRetriever;
  ranker: EvidenceRanker;
  /** Used where the settings name no other. */
  policy: Policy;
  defaults: SettingsInput;
  cache: SearchCache;
}
