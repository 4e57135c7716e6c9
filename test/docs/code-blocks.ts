import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** A fenced block of TypeScript in a document or in a doc comment. */
export interface CodeBlock {
  /** File and line, such as `src/errors.ts:53`. */
  place: string;
  code: string;
}

const FENCE = /^```ts\n([\s\S]*?)^```/gm;
const DOC_COMMENT = /\/\*\*[\s\S]*?\*\//g;
const DOC_MARGIN = /^[ \t]*\*[ \t]?/gm;

/** The blocks of a Markdown file. */
export function markdownBlocks(root: string, file: string): CodeBlock[] {
  return blocksIn(readFileSync(join(root, file), "utf8"), file, 1);
}

/** The blocks in the doc comments of all TypeScript files below a folder. */
export function docCommentBlocks(root: string, folder: string): CodeBlock[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .flatMap((path) => blocksOfSource(path, relative(root, path).split(sep).join("/")));
}

function blocksOfSource(path: string, file: string): CodeBlock[] {
  const source = readFileSync(path, "utf8");
  return [...source.matchAll(DOC_COMMENT)].flatMap((comment) =>
    blocksIn(comment[0].replace(DOC_MARGIN, ""), file, lineAt(source, comment.index)),
  );
}

function blocksIn(text: string, file: string, firstLine: number): CodeBlock[] {
  return [...text.matchAll(FENCE)].map(({ 1: code = "", index }) => ({
    place: `${file}:${firstLine + lineAt(text, index)}`,
    code,
  }));
}

/** The number of the line in which an offset lies, 1 for the first. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
