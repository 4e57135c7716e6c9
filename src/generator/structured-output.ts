import { z } from "zod";
import type { Passage, Snippet } from "../state/evidence.js";
import type { ChatReply } from "./chat-reply.js";
import type { JudgeValue } from "./generator.js";
import { restoreMarkup } from "./prompts/passages.js";

const YES = ["true", "yes", "y", "sí", "si", "sufficient", "oui", "ja", "sim", "是", "نعم", "да"];
const NO = ["false", "no", "n", "insufficient", "non", "nein", "não", "否", "不是", "لا", "нет"];

/** True or false, also as small models write it, in the languages they slip into. */
const yesNo = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  const word = value
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[.!。]$/, "");
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : value;
}, z.boolean());

/** Text, or nothing: what is not text, and the dots of the prompt's example, count as nothing. */
const looseText = z.preprocess((value) => {
  const text = typeof value === "string" ? value.trim() : "";
  return /^[.…]*$/.test(text) ? "" : text;
}, z.string());

const looseList = z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(looseText));

const judgement = z.object({
  sufficient: yesNo,
  missing: looseText,
  query: looseText,
  slots: looseList,
});

const extract = z.object({ passage: z.coerce.number().int(), text: looseText });

// One bad row does not spoil the others.
const extraction = z.object({ snippets: z.array(extract.nullable().catch(null)) });

/** How many braces that never close are tried before the rest of a reply is given up. */
const MAX_STRAY_BRACES = 100;

/**
 * What the judge said. Anything but one readable judgement in a reply that ended by itself is
 * "unknown", never "sufficient".
 */
export function readJudgement(reply: ChatReply): JudgeValue {
  const said = readJson(reply, judgement);
  if (said === undefined) return { verdict: "unknown" };
  if (said.sufficient) return { verdict: "sufficient" };
  const text = said.missing || said.query;
  if (text === "") return { verdict: "insufficient" };
  const slots = said.slots.filter((slot) => slot !== "");
  return { verdict: "insufficient", gap: { text, query: said.query, slots } };
}

/** The extracts that name a passage there is; none where the reply cannot be read. */
export function readExtracts(reply: ChatReply, evidence: readonly Passage[]): Snippet[] {
  const snippets: Snippet[] = [];
  for (const row of readJson(reply, extraction)?.snippets ?? []) {
    const passage = row === null ? undefined : evidence[row.passage - 1];
    if (row !== null && passage !== undefined && row.text !== "") {
      snippets.push({ passageId: passage.id, text: restoreMarkup(row.text) });
    }
  }
  return snippets;
}

/**
 * The JSON object in a reply, checked against a schema: bare, in a code fence or within prose.
 * Undefined where the reply was cut off or refused, holds no such object, or holds several that
 * differ (one of them may be quoted from a passage).
 */
function readJson<T>(reply: ChatReply, schema: z.ZodType<T>): T | undefined {
  if (reply.end !== "stop" && reply.end !== "unknown") return undefined;
  if (reply.text !== "") {
    const found = jsonObjects(reply.text).flatMap((object) => parsed(object, schema));
    const [first, ...others] = found;
    const same = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
    return same ? first : undefined;
  }
  // Some servers put the whole reply of a reasoning model into the wrong field. Prose there is
  // thought that was not meant as the reply.
  return reply.end === "stop" ? parsed(reply.reasoning, schema)[0] : undefined;
}

/** The value of a JSON text, in a list; an empty list where it is none or another shape. */
function parsed<T>(text: string, schema: z.ZodType<T>): T[] {
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? [result.data] : [];
  } catch {
    return [];
  }
}

/** The outermost balanced objects in a text, as text; braces within JSON strings do not count. */
function jsonObjects(text: string): string[] {
  const objects: string[] = [];
  let strays = 0;
  let from = text.indexOf("{");
  while (from !== -1 && strays < MAX_STRAY_BRACES) {
    const end = endOfObject(text, from);
    if (end === undefined) {
      strays += 1;
      from = text.indexOf("{", from + 1);
    } else {
      objects.push(text.slice(from, end));
      from = text.indexOf("{", end);
    }
  }
  return objects;
}

function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
