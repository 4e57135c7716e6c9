import { onTestFinished } from "vitest";
import type { ChatOpenAIFields } from "@langchain/openai";
import { ChatModelGenerator } from "../../src/generator/chat-generator.js";
import {
  startScriptedServer,
  type RecordedRequest,
  type ScriptedReply,
  type ScriptedServer,
} from "../../src/testing/scripted-server.js";
import { chatOpenAI } from "./metropolis.js";

/** What a server is told to say: replies in order, or one for each request. */
export type Script = readonly ScriptedReply[] | ((request: RecordedRequest) => ScriptedReply);

/** A server that is closed, and checked for steps left over, when the test ends. */
export async function scriptedServer(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** A generator over the real client and such a server. */
export async function scriptedChat(
  script: Script,
  fields: ChatOpenAIFields = {},
): Promise<{ generator: ChatModelGenerator; server: ScriptedServer }> {
  const server = await scriptedServer(script);
  return { generator: new ChatModelGenerator({ model: chatOpenAI(server, fields) }), server };
}
