import type { ChatReply } from "./chat-reply.js";
import { restoreMarkup } from "./prompts/passages.js";

/** Longer "queries" are explanations; what is beyond helps no search. */
const MAX_CHARACTERS = 200;

/** List marks and labels that models put before a query. */
const LABEL =
  /^(?:[-*•]\s+|\d{1,2}[.)]\s+)?\**(?:new |search |rewritten |current )*(?:query|consulta|búsqueda)\**\s*[:：]\**\s*|^(?:[-*•]\s+|\d{1,2}[.)]\s+)/i;

const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["«", "»"],
] as const;

/**
 * Reads a query: the first line that says something, without label, list mark and the quotes
 * around it, at most 200 characters. Empty where the reply was cut off, refused or empty.
 */
export function readQuery(reply: ChatReply): string {
  if (reply.end !== "stop" && reply.end !== "unknown") return "";
  for (const line of reply.text.split("\n")) {
    if (line.trimStart().startsWith("```")) continue;
    const query = unquoted(line.trim().replace(LABEL, "").replace(/\s+/g, " ").trim());
    if (query !== "") return shortened(restoreMarkup(query));
  }
  return "";
}

/** Only quotes around the whole are dropped: `"Weird Al" Yankovic` keeps its own. */
function unquoted(text: string): string {
  for (const [open, close] of QUOTES) {
    const inner = text.slice(1, -1);
    const whole = text.length > 1 && text.startsWith(open) && text.endsWith(close);
    if (whole && !inner.includes(open) && !inner.includes(close)) return inner.trim();
  }
  return text;
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS + 1);
  const space = cut.lastIndexOf(" ");
  // Without a space to cut at, half of a surrogate pair may be left.
  return space > 0 ? cut.slice(0, space) : cut.slice(0, -1).replace(/[\uD800-\uDBFF]$/, "");
}
