export { startScriptedServer } from "./scripted-server.js";
export type {
  RecordedRequest,
  ScriptedReply,
  ScriptedServer,
  ScriptedStep,
} from "./scripted-server.js";
export { scriptedGenerator } from "./scripted-generator.js";
export type {
  GeneratorScript,
  GeneratorStep,
  RecordedCall,
  ScriptedGenerator,
  ScriptedGeneratorOptions,
} from "./scripted-generator.js";
export { inMemoryRetriever, rankedHits } from "./scripted-retriever.js";
export type {
  InMemoryRetriever,
  InMemoryRetrieverOptions,
  RecordedSearch,
} from "./scripted-retriever.js";
export { HashedEmbeddings } from "./hashed-embeddings.js";
export type { HashedEmbeddingsOptions } from "./hashed-embeddings.js";
