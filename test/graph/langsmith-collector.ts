import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A run as it was uploaded: what came with its start and with its end, as one. */
export interface CollectedRun {
  id: string;
  name: string;
  run_type: string;
  trace_id: string;
  parent_run_id?: string;
  end_time?: string;
  tags?: string[];
  error?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  extra?: { metadata?: Record<string, unknown> };
}

/** A stand-in for LangSmith on the loopback interface. */
export interface LangSmithCollector {
  /** For `LANGSMITH_ENDPOINT`. */
  url: string;
  /** In the order in which they arrived first. */
  runs(): CollectedRun[];
  /** Forgets the runs. */
  clear(): void;
  close(): Promise<void>;
}

/** Gzip is what the real server announces; without it the client uploads plain multipart. */
const INFO = JSON.stringify({
  version: "0.12.0",
  instance_flags: { gzip_body_enabled: true },
  batch_ingest_config: { use_multipart_endpoint: true },
});

/** Starts a collector that understands what the client of langsmith 0.12 uploads. */
export async function startCollector(): Promise<LangSmithCollector> {
  const runs = new Map<string, CollectedRun>();
  const merge = (id: string, part: object): void => {
    runs.set(id, { ...runs.get(id), ...part } as CollectedRun);
  };
  const receive = async (request: IncomingMessage): Promise<string> => {
    const body = await bodyOf(request);
    if (request.method === "GET" && request.url === "/info") return INFO;
    if (request.url === "/runs/multipart") {
      for (const { id, field, value } of await partsOf(request, body)) {
        merge(id, field === undefined ? (value as object) : { [field]: value });
      }
    } else {
      // POST /runs starts a run, PATCH /runs/<id> ends it.
      const run = JSON.parse(body.toString()) as CollectedRun;
      merge(run.id ?? request.url?.split("/").at(-1), run);
    }
    return "{}";
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (text) => response.setHeader("content-type", "application/json").end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    runs: () => [...runs.values()],
    clear: () => runs.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

/** Parts are named `post.<id>` and `patch.<id>`, or `post.<id>.<field>` for the large fields. */
async function partsOf(request: IncomingMessage, body: Buffer) {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(body, { headers }).formData();
  return [...form].map(([name, text]) => {
    const [, id = "", field] = name.split(".");
    return { id, field, value: JSON.parse(String(text)) as unknown };
  });
}
