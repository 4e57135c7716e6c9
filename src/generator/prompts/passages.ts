import type { Passage, Snippet } from "../../state/evidence.js";

/**
 * Anything that a model may take for markup: tags, our own delimiter however it is spaced, and
 * the control tokens of chat templates (`<|im_start|>`). A comparison such as `a < b` is left.
 */
const MARKUP = /<(?=[/|!?\p{L}]|\s*\/?\s*passage)/giu;

/** What a page writes as an entity already gets one more `amp;`, so that it can be told apart. */
const ENTITY = /&(?=(?:amp;)*lt;)/g;

const ESCAPED = /&(amp;)?((?:amp;)*lt;)/g;

/** Makes text from a document harmless: it can neither close its delimiter nor open another. */
export function escapeMarkup(text: string): string {
  return text.replace(ENTITY, "&amp;").replace(MARKUP, "&lt;");
}

/** Undoes {@link escapeMarkup} in what a model copied from a passage. */
export function restoreMarkup(text: string): string {
  return text.replace(ESCAPED, (_, amp: string | undefined, rest: string) =>
    amp === undefined ? "<" : `&${rest}`,
  );
}

/** One line of text from a document or a model, safe to stand between our own lines. */
export function oneLine(text: string): string {
  return escapeMarkup(text.replace(/\s+/g, " ").trim());
}

/**
 * The evidence as numbered, delimited passages with title and date. Where there are snippets of
 * them, these stand in for the text, under the numbers of their passages.
 */
export function renderPassages(
  evidence: readonly Passage[],
  snippets: readonly Snippet[] = [],
): string {
  const texts = snippetTexts(snippets);
  const compressed = evidence.some(({ id }) => texts.has(id));
  const blocks: string[] = [];
  for (const [index, passage] of evidence.entries()) {
    const text = compressed ? texts.get(passage.id) : passage.pageContent;
    if (text !== undefined) blocks.push(renderPassage(index + 1, passage, text));
  }
  return blocks.length > 0 ? blocks.join("\n") : "(no passages)";
}

function renderPassage(number: number, { metadata }: Passage, text: string): string {
  const title = label("Title", metadata["title"]);
  const date = label("Date", metadata["date"]);
  return `<passage number="${number}">\n${title}${date}${escapeMarkup(text.trim())}\n</passage>`;
}

function label(name: string, value: unknown): string {
  const shown = typeof value === "string" || typeof value === "number" ? oneLine(`${value}`) : "";
  return shown === "" ? "" : `${name}: ${shown}\n`;
}

function snippetTexts(snippets: readonly Snippet[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { passageId, text } of snippets) {
    const before = texts.get(passageId);
    texts.set(passageId, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}
