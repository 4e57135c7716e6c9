/** What static site generators and Obsidian put before the text; it holds no heading. */
const FRONT_MATTER = /^---[ \t]*\r?\n[^]*?\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * The first Markdown heading of a text, underlined ones included; undefined without one.
 *
 * The patterns stay linear on any text: what follows a heading is cut off afterwards.
 */
export function titleOfText(text: string): string | undefined {
  const body = text.replace(FRONT_MATTER, "");
  const hash = /^#{1,6}[ \t]+(?=\S)(.+)$/mu.exec(body);
  const underlined = /^(?=\S)(.+)\r?\n(?:=+|-{3,})[ \t]*$/mu.exec(body);
  const first = [hash, underlined]
    .filter((match) => match !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  const title = first?.[1]?.trim();
  return first === hash ? title?.replace(/(?<=[ \t])#+$/u, "").trimEnd() : title;
}
