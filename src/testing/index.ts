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
