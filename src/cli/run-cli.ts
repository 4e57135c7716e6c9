import { DynaKragError } from "../errors.js";
import type { DynaKragErrorCode } from "../errors.js";
import type { Command } from "./command.js";
import { HELP, helpOf } from "./help.js";

/** Exit codes: done, failed while running, wrong usage or input, interrupted. */
export const EXIT = { ok: 0, failed: 1, input: 2, interrupted: 130 } as const;

// Commands are imported when they are named: LangGraph alone takes half a second to load.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  index: async () => (await import("./index-command.js")).indexCommand,
  ask: async () => (await import("./ask-command.js")).askCommand,
  collect: async () => (await import("./collect-command.js")).collectCommand,
  choose: async () => (await import("./choose-command.js")).chooseCommand,
  evaluate: async () => (await import("./evaluate-command.js")).evaluateCommand,
  demo: async () => (await import("./demo-command.js")).demoCommand,
};

/**
 * Runs the program and returns its exit code. Results go to standard output, everything else to
 * standard error, so that `--json` can be piped.
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    process.stdout.write(HELP);
    return name === undefined ? EXIT.input : EXIT.ok;
  }
  if (name === "--version" || name === "-v") {
    const { packageVersion } = await import("../package-version.js");
    process.stdout.write(`${packageVersion()}\n`);
    return EXIT.ok;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    process.stderr.write(`There is no command "${name}".\n\n${HELP}`);
    return EXIT.input;
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(helpOf(name));
    return EXIT.ok;
  }
  return runCommand(await load(), args);
}

async function runCommand(command: Command, args: string[]): Promise<number> {
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  process.once("SIGINT", onInterrupt);
  try {
    await command(args, interrupt.signal);
    return EXIT.ok;
  } catch (error) {
    if (interrupt.signal.aborted) {
      process.stderr.write("Interrupted.\n");
      return EXIT.interrupted;
    }
    return report(error);
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}

/** What went wrong while running; every other code says that something given cannot be used. */
const RUN_ERRORS: ReadonlySet<DynaKragErrorCode> = new Set([
  "GENERATOR_FAILED",
  "RETRIEVER_FAILED",
  "QUOTA_EXHAUSTED",
  "BUDGET_SPENT",
  "STATE_CONFLICT",
]);

function report(error: unknown): number {
  if (DynaKragError.isInstance(error)) {
    process.stderr.write(`${error.message}\n`);
    return RUN_ERRORS.has(error.code) ? EXIT.failed : EXIT.input;
  }
  if (isUsageError(error)) {
    process.stderr.write(`${error.message}\nSee: dynakrag help\n`);
    return EXIT.input;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Failed: ${message}\n`);
  return EXIT.failed;
}

/** What `parseArgs` throws for an unknown option or a missing value. */
function isUsageError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("ERR_PARSE_ARGS")
  );
}
