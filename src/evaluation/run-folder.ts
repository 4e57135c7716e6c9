import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DynaKragError } from "../errors.js";
import type { CallUsage } from "../generator/generator.js";
import { appendJsonLine, readJsonLines, writeWhole } from "./json-lines.js";
import type { Prediction } from "./prediction.js";
import type { RunIdentity } from "./run-identity.js";

const RUN_FILE = "run.json";
/** What a run leaves behind: never overwritten by a run that is not the same. */
const OWN_FILE = /^(?:predictions\..*\.jsonl|replies\.jsonl|summary\.json)$/u;

/** A reply that was paid for, kept for a run that is resumed. */
export interface KeptReply {
  question: string;
  key: string;
  reply: unknown;
}

/**
 * The folder of a run: `run.json` says what it is, `predictions.<method>.jsonl` grow line by line,
 * `replies.jsonl` holds what was paid for, `summary.json` comes last.
 */
export interface RunFolder {
  /** Creates the folder and says in it what the run is: before the first line is added. */
  begin(): Promise<void>;
  /** Predictions of an earlier, interrupted run, by method and question id. */
  known(method: string): ReadonlyMap<string, Prediction>;
  add(prediction: Prediction): void;
  /** Replies of an earlier run to one question. */
  replies(question: string): [key: string, reply: unknown][];
  /** What all replies of earlier runs took. */
  paid(): Pick<CallUsage, "inputTokens" | "outputTokens">;
  keep(reply: KeptReply): void;
  /** Puts the lines into the order of the questions: two runs then differ in times only. */
  sort(method: string, order: readonly string[]): Promise<Prediction[]>;
  writeSummary(summary: unknown): Promise<void>;
}

/**
 * Opens a folder for a run, or for going on with one. Nothing is written yet.
 *
 * @param path undefined keeps everything in memory.
 * @throws DynaKragError `INVALID_INPUT` where the folder holds a run of something else, or is no folder.
 */
export async function openRunFolder(
  path: string | undefined,
  identity: RunIdentity,
  methods: readonly string[],
): Promise<RunFolder> {
  if (path !== undefined) await checkIsOurs(path, identity);
  const predictions = new Map<string, Map<string, Prediction>>();
  const replies = new Map<string, [string, unknown][]>();
  const paid = { inputTokens: 0, outputTokens: 0 };
  const file = (name: string): string | undefined =>
    path === undefined ? undefined : join(path, name);
  for (const method of methods) {
    const lines = await readLines<Prediction>(file(predictionFile(method)));
    predictions.set(method, new Map(lines.map((line) => [line.id, line])));
  }
  for (const { question, key, reply } of await readLines<KeptReply>(file("replies.jsonl"))) {
    const known = replies.get(question);
    if (known) known.push([key, reply]);
    else replies.set(question, [[key, reply]]);
    const { usage } = reply as { usage: CallUsage };
    paid.inputTokens += usage.inputTokens;
    paid.outputTokens += usage.outputTokens;
  }
  const append = (name: string, value: unknown): void => {
    const to = file(name);
    if (to !== undefined) appendJsonLine(to, value);
  };
  return {
    begin: async () => {
      if (path === undefined) return;
      await mkdir(path, { recursive: true });
      await writeWhole(join(path, RUN_FILE), `${JSON.stringify(identity, null, 2)}\n`);
    },
    known: (method) => predictions.get(method) ?? new Map(),
    add: (prediction) => {
      predictions.get(prediction.method)?.set(prediction.id, prediction);
      append(predictionFile(prediction.method), prediction);
    },
    paid: () => paid,
    replies: (question) => replies.get(question) ?? [],
    keep: (reply) => append("replies.jsonl", reply),
    sort: async (method, order) => {
      const known = predictions.get(method) ?? new Map<string, Prediction>();
      const sorted = order.flatMap((id) => known.get(id) ?? []);
      const to = file(predictionFile(method));
      const text = sorted.map((line) => `${JSON.stringify(line)}\n`).join("");
      if (to !== undefined) await writeWhole(to, text);
      return sorted;
    },
    writeSummary: async (summary) => {
      const to = file("summary.json");
      if (to !== undefined) await writeWhole(to, `${JSON.stringify(summary, null, 2)}\n`);
    },
  };
}

/** `predictions.rule_gaps=2,check=1.jsonl`: what no file system allows in a name is replaced. */
export function predictionFile(method: string): string {
  return `predictions.${method.replace(/[^\w=.,+-]/gu, "_")}.jsonl`;
}

async function readLines<T>(path: string | undefined): Promise<T[]> {
  return path === undefined ? [] : ((await readJsonLines(path)) as T[]);
}

async function checkIsOurs(path: string, identity: RunIdentity): Promise<void> {
  const files = await filesOf(path);
  if (!files.includes(RUN_FILE)) {
    if (files.some((file) => OWN_FILE.test(file))) throw otherRun();
    return;
  }
  // Through JSON, because undefined fields do not survive the file.
  const ours: unknown = JSON.parse(JSON.stringify(identity));
  if (!isDeepStrictEqual(await readIdentity(join(path, RUN_FILE)), ours)) throw otherRun();
}

async function filesOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT") return [];
    throw new DynaKragError({
      code: "INVALID_INPUT",
      message: "The output folder cannot be read, or is no folder.",
      remedy: "Name another folder with --out.",
      cause,
    });
  }
}

async function readIdentity(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

function otherRun(): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: "The output folder holds a run with other data, settings, generator or version.",
    remedy: "Name another folder with --out, or empty this one.",
  });
}
