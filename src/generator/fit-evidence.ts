import type { Passage, Snippet } from "../state/evidence.js";
import { renderPrompt } from "./prompts.js";
import type { GeneratorTask, TaskInputs } from "./tasks.js";
import { countMessages } from "./token-count.js";

/** How often the share of the pages is reduced before a prompt goes out as it is. */
const MAX_ROUNDS = 5;

/** Room left for what a token estimate misses. */
const SAFETY = 0.95;

/** What holds page text in the input of every task. */
interface Pages {
  evidence: readonly Passage[];
  snippets?: readonly Snippet[] | undefined;
}

/**
 * The input with its pages trimmed until the prompt of the task fits. Question and instructions
 * stay whole; every page keeps its beginning, long ones give up what is missing first.
 *
 * @param maxTokens Tokens of the whole prompt, counted in `o200k_base`.
 */
export async function fitToTokens<T extends GeneratorTask>(
  task: T,
  input: TaskInputs[T],
  maxTokens: number,
): Promise<TaskInputs[T]> {
  let fitted = input;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const prompt = renderPrompt(task, fitted);
    // A token is at least one byte, so most prompts need not be counted.
    const bytes = prompt.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 8, 8);
    if (bytes <= maxTokens) return fitted;
    const tokens = await countMessages(prompt);
    if (tokens <= maxTokens) return fitted;

    const characters = pageCharacters(fitted);
    const frame = await countMessages(renderPrompt(task, trimPages(fitted, 0)));
    const share = Math.max(0, (maxTokens - frame) / Math.max(1, tokens - frame));
    fitted = trimPages(fitted, Math.floor(characters * share * SAFETY));
  }
  return fitted;
}

/** The input with half of its page text. */
export function halvePages<T extends Pages>(input: T): T {
  return trimPages(input, Math.floor(pageCharacters(input) / 2));
}

/** Splits a budget of characters over the pages; snippets, where there are some, are the pages. */
function trimPages<T extends Pages>(input: T, characters: number): T {
  const { evidence, snippets = [] } = input;
  if (snippets.length > 0) {
    const limit = fairLimit(
      snippets.map(({ text }) => text.length),
      characters,
    );
    return { ...input, snippets: snippets.map((one) => ({ ...one, text: cut(one.text, limit) })) };
  }
  const limit = fairLimit(
    evidence.map(({ pageContent }) => pageContent.length),
    characters,
  );
  const trim = (one: Passage): Passage => ({ ...one, pageContent: cut(one.pageContent, limit) });
  return { ...input, evidence: evidence.map(trim) };
}

function pageCharacters({ evidence, snippets = [] }: Pages): number {
  const texts =
    snippets.length > 0 ? snippets.map(({ text }) => text) : evidence.map((one) => one.pageContent);
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The length at which to cut every page so that all together keep the budget. */
function fairLimit(lengths: readonly number[], budget: number): number {
  let left = budget;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}

/** The beginning of a text, cut between words where there are some. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, Math.max(0, limit - 2)).replace(/[\uD800-\uDBFF]$/, "");
  const space = start.lastIndexOf(" ");
  return `${space > limit / 2 ? start.slice(0, space) : start} …`;
}
