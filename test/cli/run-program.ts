import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a run of the program left. */
export interface ProgramRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `dynakrag` as a user would, in an environment without keys unless some are given. */
export function runProgram(args: string[], env: Record<string, string> = {}): Promise<ProgramRun> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...args], {
    cwd: ROOT,
    env: { PATH, HOME, NO_COLOR: "1", ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The same program in this process: many times as fast, for what needs no process of its own. */
export async function runHere(
  args: string[],
  env: Record<string, string> = {},
): Promise<ProgramRun> {
  const written = { stdout: "", stderr: "" };
  const capture = (name: "stdout" | "stderr") =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  const spies = [capture("stdout"), capture("stderr")];
  for (const [name, value] of Object.entries({ OPENAI_API_KEY: "", ...env })) {
    vi.stubEnv(name, value);
  }
  try {
    return { code: await runCli(args), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
