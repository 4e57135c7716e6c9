import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const CLI = path.join(ROOT, "node_modules", ".bin", "langgraphjs");
const START_LIMIT_MS = 45_000;

/** False where the CLI package is not installed. */
export const canStartStudio = existsSync(CLI);

export interface StudioServer {
  url: string;
  /** Ends the server and everything it started, and removes its files. */
  stop(): Promise<void>;
}

/** Graphs of a user of this package, beside our own: file name → source. */
export type UserEntries = Readonly<Record<string, string>>;

/** The graphs of our langgraph.json: name → "file:export", the file relative to the root. */
export async function ownGraphs(): Promise<Map<string, string>> {
  const text = await readFile(path.join(ROOT, "langgraph.json"), "utf8");
  const { graphs } = JSON.parse(text) as { graphs: Record<string, string> };
  return new Map(Object.entries(graphs));
}

/**
 * Starts LangGraph's development server, the one Studio talks to, with the graphs of our
 * langgraph.json and those of a user. It keeps its threads in a folder of its own, so that a
 * developer's Studio threads are neither seen nor touched.
 */
export async function startStudioServer(entries: UserEntries): Promise<StudioServer> {
  const folder = await writeProject(entries);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(
    CLI,
    ["dev", "--no-browser", "--no-reload", "--host", "127.0.0.1", "--port", String(port)],
    { cwd: folder, detached: true, env: ownEnvironment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  const log: string[] = [];
  server.stdout.on("data", (chunk) => log.push(String(chunk)));
  server.stderr.on("data", (chunk) => log.push(String(chunk)));
  const release = endWithThisProcess(server, folder);
  const stop = async () => {
    await killGroup(server);
    release();
    await removeProject(folder);
  };
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${log.join("")}`, { cause: error });
  }
  return { url, stop };
}

/** No key and no tracing, whatever the environment of the test holds. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    LANGGRAPH_CLI_NO_ANALYTICS: "1",
    BROWSER: "none",
    NO_COLOR: "1",
  };
}

/** Inside the repository, where packages resolve, and under a folder that git ignores. */
async function writeProject(entries: UserEntries): Promise<string> {
  const parent = path.join(ROOT, ".langgraph_api");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "test-"));
  const graphs: Record<string, string> = {};
  for (const [name, target] of await ownGraphs()) {
    const [file = "", symbol = ""] = target.split(":");
    graphs[name] = `${path.relative(folder, path.join(ROOT, file))}:${symbol}`;
  }
  for (const [file, source] of Object.entries(entries)) {
    graphs[file] = `./${file}:graph`;
    await writeFile(path.join(folder, file), source);
  }
  const config = { node_version: "20", dependencies: ["."], graphs };
  await writeFile(path.join(folder, "langgraph.json"), JSON.stringify(config));
  return folder;
}

async function removeProject(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // Stays where a developer's own server keeps its threads there.
  await rmdir(path.dirname(folder)).catch(() => undefined);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const signal = AbortSignal.timeout(START_LIMIT_MS);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`);
    const response = await fetch(`${url}/ok`, { signal }).catch(() => undefined);
    if (response?.ok === true) return;
    await pause(200, undefined, { signal });
  }
}

/** The CLI starts tsx, which starts node: they share the group that `detached` made. */
async function killGroup(server: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => server.once("close", resolve));
  if (sendKill(server)) await closed;
}

function sendKill({ pid }: ChildProcess): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** A detached group outlives its parent unless it is told otherwise. */
function endWithThisProcess(server: ChildProcess, folder: string): () => void {
  const onExit = () => {
    sendKill(server);
    rmSync(folder, { recursive: true, force: true });
  };
  const onSignal = (signal: NodeJS.Signals) => {
    onExit();
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    process.off("exit", onExit);
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
  process.once("exit", onExit);
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  return release;
}
