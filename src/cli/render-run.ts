import pc from "picocolors";
import { printable } from "./printable.js";
import { titleOf } from "../retrieval/passage-identity.js";
import type { ActionRecord, Decision, Passage } from "../state/evidence.js";
import type { DynaKragOutput, EvidenceUpdate } from "../state/evidence-state.js";

/** One line for each decision, and one for what came of it. */
export function renderDecision({ step, operation, variant, valid, reason }: Decision): string {
  const name = variant === undefined ? operation : `${operation}:${variant}`;
  const others = valid.filter((other) => other !== operation).join(", ");
  const choice = `${pc.dim(`${step}.`)} ${pc.bold(pc.cyan(name))}  ${printable(reason)}`;
  return others === "" ? choice : `${choice}\n   ${pc.dim(`also possible: ${others}`)}`;
}

/** What a step brought. */
export function renderStep(record: ActionRecord, found: readonly Passage[]): string {
  const indent = "   ";
  const query = record.query === undefined ? [] : [`${indent}query: ${printable(record.query)}`];
  switch (record.outcome) {
    case "checked":
      return `${indent}verdict: ${record.verdict ?? "unknown"}`;
    case "failed":
      return [...query, `${indent}${pc.red("failed")}: ${record.errorCode ?? "unknown"}`].join(
        "\n",
      );
    case "nothing_new":
      return [...query, `${indent}nothing new`].join("\n");
    case "added": {
      const titles = record.added.map(({ id }) => labelOf(found.find((p) => p.id === id)));
      return [...query, `${indent}${pc.green("added")}: ${titles.join(" | ")}`].join("\n");
    }
  }
}

/** The live lines of one node's update; empty for nodes without any. */
export function renderUpdate(node: string, update: EvidenceUpdate): string {
  if (node === "begin_question") return renderFirst(update.decisions);
  const decision = node === "router" ? update.decisions?.at(-1) : undefined;
  if (decision) return renderDecision(decision);
  const record = update.history?.at(-1);
  return record ? renderStep(record, update.evidence ?? []) : "";
}

/**
 * The node that starts a question replaces what an earlier one left: LangGraph streams such a list
 * as `{ __overwrite__: [...] }`.
 */
function renderFirst(decisions: unknown): string {
  if (typeof decisions !== "object" || decisions === null) return "";
  const list = "__overwrite__" in decisions ? decisions.__overwrite__ : decisions;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return first === undefined ? "" : renderDecision(first as Decision);
}

/** The answer, what it cites and what it cost. */
export function renderAnswer(output: DynaKragOutput): string {
  const { answer, answerable, missing, citations, usage, evidence } = output;
  const { stopReason, errorCode } = output;
  const lines = [
    "",
    `${pc.bold("Answer:")} ${answer === "" ? pc.dim("none") : printable(answer)}`,
    ...(answerable
      ? []
      : [pc.yellow(`Not supported by the evidence. ${printable(missing ?? "")}`.trim())]),
    ...citations.map(({ number, passageId }) => {
      const passage = evidence.find(({ id }) => id === passageId);
      return `  [${number}] ${labelOf(passage)}: ${pc.dim(excerpt(passage?.pageContent ?? ""))}`;
    }),
    pc.dim(
      `${stopReason}${errorCode === undefined ? "" : ` (${errorCode})`}; ${usage.steps} steps, ${usage.retrievals} retrievals, ${usage.modelCalls} ` +
        `model calls, ${usage.totalTokens} tokens${usage.estimated ? " (estimated)" : ""}`,
    ),
  ];
  return lines.join("\n");
}

function labelOf(passage: Passage | undefined): string {
  return passage ? printable(titleOf(passage) ?? passage.id) : "?";
}

function excerpt(text: string): string {
  const line = printable(text.replace(/\s+/gu, " ")).trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}
