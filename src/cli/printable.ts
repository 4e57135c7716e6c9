/**
 * A text from a document or a model as a terminal may show it: without control characters but line
 * feed and tab, so that no page can move the cursor, change the title or hide what was printed.
 */
export function printable(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, "");
}
