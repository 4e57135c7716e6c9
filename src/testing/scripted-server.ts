import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { JsonObject } from "../state/evidence.js";
import {
  completionBody,
  embeddingsBody,
  streamChunks,
  type RecordedRequest,
  type ScriptedReply,
} from "./openai-wire.js";

export type { RecordedRequest, ScriptedReply } from "./openai-wire.js";

/** A reply, or a function that makes it from the request. */
export type ScriptedStep = ScriptedReply | ((request: RecordedRequest) => ScriptedReply);

/** A running server. */
export interface ScriptedServer {
  /** The base URL for a client, such as `http://127.0.0.1:40001/v1`. */
  readonly baseURL: string;
  /** Every request so far, also the unexpected ones. */
  readonly requests: readonly RecordedRequest[];
  /** Throws when a request came that no step was left for, or when steps are left over. */
  assertDone(): void;
  /** Stops the server, also in the middle of a reply, then does what `assertDone` does. */
  close(): Promise<void>;
}

/**
 * Starts a loopback server that speaks OpenAI's protocol and says what a test tells it to:
 * `/v1/chat/completions` (plain, or as server-sent events when asked to stream) and
 * `/v1/embeddings` (deterministic vectors of 64 dimensions, from hashed words; no step needed).
 *
 * @param script The chat replies in their order, or one function that answers every request. A
 *   request beyond the last step gets HTTP 400 and makes `assertDone` and `close` throw.
 * @example
 * ```ts
 * import { startScriptedServer } from "dynakrag/testing";
 *
 * const server = await startScriptedServer([{ content: "Vienna [1]" }]);
 * // ... point a ChatOpenAI at server.baseURL and ask it once ...
 * await server.close();
 * ```
 */
export async function startScriptedServer(
  script: readonly ScriptedStep[] | ((request: RecordedRequest) => ScriptedReply),
): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  const steps = typeof script === "function" ? null : [...script];
  let unexpected = 0;

  const nextReply = (request: RecordedRequest): ScriptedReply => {
    const step = steps === null ? script : steps.shift();
    if (typeof step === "function") return step(request);
    if (step !== undefined && !Array.isArray(step)) return step as ScriptedReply;
    unexpected += 1;
    return errorReply(400, "The script has no step left for this request.");
  };

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    if (request.path.endsWith("/embeddings")) return sendJson(response, embeddingsBody(request));
    if (request.path.endsWith("/chat/completions")) {
      return sendReply(response, request, nextReply(request));
    }
    unexpected += 1;
    return sendReply(response, request, errorReply(404, "Unknown path."));
  };

  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      unexpected += 1;
      response.writeHead(400, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;

  const assertDone = (): void => {
    const left = steps?.length ?? 0;
    if (unexpected > 0) throw new Error(`Scripted server: ${unexpected} unexpected request(s).`);
    if (left > 0) throw new Error(`Scripted server: ${left} step(s) were never asked for.`);
  };

  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    assertDone,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      assertDone();
    },
  };
}

/** An error body in OpenAI's shape. */
function errorReply(status: number, message: string): ScriptedReply {
  return { status, body: { error: { message, type: "scripted_server", code: null } } };
}

async function readRequest(message: IncomingMessage): Promise<RecordedRequest> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
  return {
    path: message.url ?? "",
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: JSON.parse(Buffer.concat(parts).toString("utf8") || "{}") as JsonObject,
  };
}

async function sendReply(
  response: ServerResponse,
  request: RecordedRequest,
  reply: ScriptedReply,
): Promise<void> {
  if (reply.delayMs !== undefined && !(await waitWhileOpen(response, reply.delayMs))) return;
  const status = reply.status ?? 200;
  if (reply.body !== undefined) {
    const json = typeof reply.body === "object";
    const type = json ? "application/json" : "text/plain";
    response.writeHead(status, { "content-type": type, ...reply.headers });
    response.end(json ? JSON.stringify(reply.body) : reply.body);
  } else if (request.body["stream"] === true) {
    response.writeHead(status, { "content-type": "text/event-stream", ...reply.headers });
    for (const chunk of streamChunks(request, reply)) response.write(`data: ${chunk}\n\n`);
    response.end();
  } else {
    sendJson(response, completionBody(request, reply), status, reply.headers);
  }
}

/** Waits, unless the client hangs up first: then false. */
function waitWhileOpen(response: ServerResponse, delayMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), delayMs);
    response.once("close", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

function sendJson(
  response: ServerResponse,
  body: JsonObject,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
