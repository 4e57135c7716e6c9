import { policyByName } from "../baselines/index.js";
import { ChatModelGenerator } from "../generator/chat-generator.js";
import type { ChatModel } from "../generator/chat-model.js";
import type { Generator } from "../generator/generator.js";
import { embeddedGenerator } from "../generator/offline/embedded-generator.js";
import type { Policy } from "../policy/policy.js";
import type { EvidenceRanker, EvidenceRetriever } from "../retrieval/evidence-retriever.js";
import { scoreOrder } from "../retrieval/rerank.js";
import { asEvidenceRetriever } from "../retrieval/vector-store-retriever.js";
import type { LangChainSource } from "../retrieval/vector-store-retriever.js";
import { resolveSettings } from "../state/settings.js";
import type { SettingsInput } from "../state/settings.js";
import { checkParts } from "./check-parts.js";
import type { Engine } from "./engine.js";
import { SearchCache } from "./search-cache.js";

/** What a graph is made of. */
export interface DynaKragOptions {
  /** Where passages come from: our index, or any LangChain `VectorStore` or `BaseRetriever`. */
  retriever: EvidenceRetriever | LangChainSource;
  /** Who judges, writes queries and answers; default: the embedded extractive generator. */
  generator?: Generator;
  /** Shorthand for a {@link ChatModelGenerator} over this chat model: any LangChain `BaseChatModel`. */
  llm?: ChatModel;
  /** Orders unseen hits before the best become evidence; default: score order. */
  ranker?: EvidenceRanker;
  /** Who chooses; a policy, or one by name. Default: `rule`. */
  policy?: Policy | string;
  /** Defaults of the run-time settings. */
  settings?: SettingsInput;
}

/**
 * The parts of a graph, checked and completed with the defaults.
 *
 * @throws DynaKragError `INVALID_SETTINGS`, `INVALID_POLICY` or `INVALID_INPUT`, before any call.
 */
export function engineOf(options: DynaKragOptions, cache = new SearchCache()): Engine {
  const { llm, policy = "rule", settings = {} } = options;
  checkParts(options);
  const preset = resolveSettings(settings);
  if (preset.policy !== undefined) policyByName(preset.policy);
  return {
    generator:
      options.generator ?? (llm ? new ChatModelGenerator({ model: llm }) : embeddedGenerator()),
    retriever: asEvidenceRetriever(options.retriever),
    ranker: options.ranker ?? scoreOrder(),
    policy: typeof policy === "string" ? policyByName(policy) : policy,
    defaults: settings,
    cache,
  };
}
