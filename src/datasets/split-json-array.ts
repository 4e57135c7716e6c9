import { DynaKragError } from "../errors.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Cuts one JSON array into the texts of its elements, for `JSON.parse` to read one at a time. The
 * official train files are single arrays of more than 512 MiB, more than one string of V8 can hold.
 *
 * It only looks for the commas between the elements: whether an element is valid is for its parser
 * to say.
 *
 * @param chunks The text of the array, in pieces of any length.
 * @throws DynaKragError `INVALID_INPUT` where the text ends inside the array, or goes on after it.
 */
export async function* splitJsonArray(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  const scanner = new ArrayScanner();
  for await (const chunk of chunks) yield* scanner.read(chunk);
  if (!scanner.atEnd) throw brokenArray("The file ends inside its JSON array.", scanner.found);
}

class ArrayScanner {
  /** Elements given out so far. */
  found = 0;
  atEnd = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** What earlier chunks held of the present element. */
  #pending = "";

  *read(chunk: string): Generator<string> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const letter = chunk.charCodeAt(at);
      if (this.#isInString(letter)) continue;
      if (letter === OPENING_BRACKET || letter === OPENING_BRACE) {
        this.#depth += 1;
        if (this.#depth > 1) continue;
        if (this.atEnd || letter === OPENING_BRACE) throw notOneArray(this.found);
        start = at + 1;
      } else if (letter === CLOSING_BRACKET || letter === CLOSING_BRACE) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        if (this.#depth < 0 || letter === CLOSING_BRACE) throw notOneArray(this.found);
        const last = this.#take(chunk.slice(start, at));
        if (this.found > 0 || last.trim() !== "") yield this.#count(last);
        this.atEnd = true;
        start = at + 1;
      } else if (letter === COMMA && this.#depth === 1) {
        yield this.#count(this.#take(chunk.slice(start, at)));
        start = at + 1;
      }
    }
    const rest = chunk.slice(start);
    if (this.#depth > 0) this.#pending += rest;
    else if (rest.trim() !== "") throw notOneArray(this.found);
  }

  /** True within a string and at its quotes. */
  #isInString(letter: number): boolean {
    if (!this.#inString) return (this.#inString = letter === QUOTE);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === BACKSLASH) this.#isEscaped = true;
    else if (letter === QUOTE) this.#inString = false;
    return true;
  }

  #take(rest: string): string {
    const element = this.#pending + rest;
    this.#pending = "";
    return element;
  }

  #count(element: string): string {
    this.found += 1;
    return element;
  }
}

function notOneArray(found: number): DynaKragError {
  return brokenArray("The file is not one JSON array.", found);
}

function brokenArray(message: string, found: number): DynaKragError {
  return new DynaKragError({
    code: "INVALID_INPUT",
    message: `${message} ${found} entries were read.`,
    remedy: "Download the file again, or write one JSON array, or one JSON object a line.",
    details: { entries: found },
  });
}
